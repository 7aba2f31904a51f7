/* <norm-circle>: a row x of two numbers, dragged in the plane or moved by arrow keys, and its RMSNorm on the circle of
   radius √2. A gradient g with respect to what comes out, in a direction that the reader chooses, and the gradient
   with respect to x: at a right angle to x, and shorter as x is longer. ε is zero, the weight is one.
   Data: {label, row: [2 numbers], size: the length of g, angle: its direction in degrees, gradient: [2 numbers, from Python]}. */
"use strict";
(window.coursePieces ??= []).push(["norm-circle", (data, { make, unique, svg, style, tidy, writer, around, goals }) => {
  const [SHORT, FAR] = [1, 4]; // how short a row may be, and how large its numbers
  const turn = 2 * Math.PI / 360;
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  /** RMSNorm of x, and g and its gradient with respect to x. */
  function norm(x, angle) {
    const r = Math.sqrt(dot(x, x) / 2);
    const hat = x.map((value) => value / r);
    const g = [Math.cos(angle * turn), Math.sin(angle * turn)].map((value) => data.size * value);
    const left = g.map((value, i) => value - hat[i] * dot(g, hat) / 2);
    return { hat, g, left, gradient: left.map((value) => value / r) };
  }
  if (data.row.length !== 2) throw new Error(`the row has ${data.row.length} numbers, expected 2`);
  if (Math.hypot(...data.row) < SHORT || data.row.some((value) => Math.abs(value) > FAR)) throw new Error(`the row ${data.row} is outside the picture`);
  const mine = norm(data.row, data.angle).gradient;
  if (mine.some((value, i) => Math.abs(value - data.gradient[i]) > 1e-5)) throw new Error(`the gradient is ${mine}, expected ${data.gradient}`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("norm-circle", `
    .norm-circle .nc-stage { display: flex; flex-wrap: wrap; gap: .6rem 1.5rem; align-items: flex-start; }
    .norm-circle .nc-plane { position: relative; flex: 1 1 17rem; max-width: 23rem; }
    .norm-circle svg { display: block; width: 100%; height: auto; background: var(--cp-panel); border-radius: .3rem; }
    .norm-circle svg text { fill: var(--cp-text); font-size: 14px; }
    .course-piece .norm-circle svg .nc-tick { fill: var(--cp-quiet); font-size: 13px; }
    .norm-circle .nc-axis { stroke: var(--cp-line); }
    .norm-circle .nc-circle { fill: none; stroke: var(--cp-right); stroke-width: 2; }
    .norm-circle .nc-hat { fill: var(--cp-right); }
    .norm-circle .nc-tip { fill: var(--cp-text); }
    .norm-circle .nc-row { stroke: var(--cp-quiet); stroke-width: 2; }
    .norm-circle .nc-g { stroke: var(--cp-strong); fill: var(--cp-strong); stroke-width: 3; }
    .norm-circle .nc-left { stroke: var(--cp-focus); stroke-width: 2; stroke-dasharray: 5 4; }
    .norm-circle .nc-gradient { stroke: var(--cp-focus); fill: var(--cp-focus); stroke-width: 3; }
    .norm-circle svg text[class^="nc-g"] { stroke: none; font-weight: 700; }
    .norm-circle .nc-corner { fill: none; stroke: var(--cp-quiet); stroke-width: 1.5; }
    .course-piece .norm-circle .nc-handle { position: absolute; width: 1.7rem; height: 1.7rem; padding: 0; transform: translate(-50%, -50%); border: 1.5px solid var(--cp-text); border-radius: 50%; background: transparent; cursor: move; touch-action: none; }
    .norm-circle .nc-side { flex: 1 1 15rem; min-width: 0; }
    .norm-circle .nc-controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: .6rem; }
    .norm-circle label { display: inline-flex; gap: .35rem; align-items: center; }
    .norm-circle input[type="number"] { width: 3.5rem; padding: .1rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .norm-circle .nc-turn, .norm-circle input[type="range"] { width: 100%; }
    .norm-circle .nc-turn { flex-wrap: wrap; }
    .course-piece .norm-circle .nc-status { min-height: 9em; font-variant-numeric: tabular-nums; }
    .course-piece .norm-circle .nc-key { margin: .5rem 0 0; color: var(--cp-quiet); font-size: .9rem; }`);

  const show = (value) => value.toFixed(2).replace(/^-(?=0\.00$)/, "").replace("-", "−");
  const vector = (values) => `(${values.map(show).join(", ")})`;
  let x = [...data.row];
  let angle = data.angle;
  const length = () => Math.hypot(...norm(x, angle).gradient);
  let before = length(); // when g was last turned
  let moved = false;

  // ---------------------------------------------------------------- the drawing
  const [SIZE, REACH] = [320, 4.6];
  const spot = (point) => [SIZE / 2 * (1 + point[0] / REACH), SIZE / 2 * (1 - point[1] / REACH)];
  const plus = (a, b, times = 1) => a.map((value, i) => value + times * b[i]);
  const picture = svg("svg", { role: "img", viewBox: `0 0 ${SIZE} ${SIZE}` });
  function arrow(name, from, vector) {
    const [[x1, y1], [x2, y2]] = [spot(from), spot(plus(from, vector))];
    const far = Math.hypot(x2 - x1, y2 - y1);
    if (far < 2) return [];
    const head = Math.min(11, far);
    const [ex, ey] = [(x2 - x1) / far, (y2 - y1) / far];
    return [svg("line", { class: name, x1, y1, x2: x2 - ex * head, y2: y2 - ey * head }),
      svg("path", { class: name, style: "stroke: none", d: `M0 0L${-head} -5V5Z`, transform: `translate(${x2} ${y2}) rotate(${Math.atan2(ey, ex) / turn})` })];
  }
  function line(name, a, b) {
    const [[x1, y1], [x2, y2]] = [spot(a), spot(b)];
    return svg("line", { class: name, x1, y1, x2, y2 });
  }
  function paint({ hat, g, left, gradient }) {
    const parts = [line("nc-axis", [-REACH, 0], [REACH, 0]), line("nc-axis", [0, -REACH], [0, REACH])];
    const taken = [around(spot(x), 15), around(spot(hat)), ...[0.25, 0.5, 0.75, 1].flatMap((part) => [around(spot(plus(hat, g, part))), around(spot(plus(x, gradient, part))), around(spot(x.map((value) => part * value)))]),
      ...Array.from({ length: 30 }, (_, i) => around(spot([Math.cos(12 * i * turn), Math.sin(12 * i * turn)].map((value) => Math.SQRT2 * value)), 3))];
    for (const tick of [-4, -2, 2, 4]) {
      for (const [at, dx, dy] of [[[tick, 0], -6, 17], [[0, tick], 6, 5]]) {
        const [left, top] = plus(spot(at), [dx, dy]);
        parts.push(svg("text", { class: "nc-tick", x: left, y: top }, tidy(tick)));
        taken.push([left, top - 12, left + 16, top + 2]);
      }
    }
    const [ox, oy] = spot([0, 0]);
    parts.push(svg("circle", { class: "nc-circle", cx: ox, cy: oy, r: Math.SQRT2 * SIZE / 2 / REACH }), line("nc-row", [0, 0], x));
    if (Math.hypot(...gradient) > 0.3) { // the right angle
      const [along, across] = [[x, -1], [gradient, 1]].map(([way, sign]) => way.map((value) => (sign * 0.26 * value) / Math.hypot(...way)));
      const points = [plus(x, along), plus(plus(x, along), across), plus(x, across)].map(spot);
      parts.push(svg("polyline", { class: "nc-corner", points: points.join(" ") }));
    }
    const end = plus(hat, g);
    parts.push(line("nc-left", plus(end, left, -1), end), ...arrow("nc-g", hat, g), ...arrow("nc-gradient", x, gradient));
    for (const [name, [cx, cy]] of [["nc-hat", spot(hat)], ["nc-tip", spot(x)]]) parts.push(svg("circle", { class: name, cx, cy, r: 4.5 }));
    const write = writer([SIZE, SIZE], 14, taken);
    parts.push(...write("x", spot(x), "", 16), ...write("g", spot(end), "nc-g"), ...write("x̂", spot(hat)));
    if (Math.hypot(...gradient) > 0.1) parts.push(...write("∂L/∂x", spot(plus(x, gradient)), "nc-gradient"));
    picture.replaceChildren(...parts);
  }

  // ---------------------------------------------------------------- controls
  /** Move the row to a place in the picture; a row that would be too short keeps its direction and the least length. */
  function move(to) {
    const wanted = to.map((value) => Math.min(FAR, Math.max(-FAR, Math.round(value * 100) / 100)));
    const far = Math.hypot(...wanted);
    const along = far ? wanted : x;
    x = far < SHORT ? along.map((value) => (SHORT * value) / Math.hypot(...along)) : wanted;
    moved = true;
    draw();
  }
  const handle = make("button", { type: "button", class: "nc-handle",
    onpointerdown: (event) => handle.setPointerCapture(event.pointerId),
    onpointermove: (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = picture.getBoundingClientRect();
      const place = [(event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height];
      move(place.map((part) => Math.round(10 * REACH * (2 * part - 1)) / 10));
    },
    onkeydown: (event) => {
      const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      move(plus(x, way, event.shiftKey ? 0.5 : 0.1));
    } });
  const fields = [0, 1].map((i) => make("input", { type: "number", min: -FAR, max: FAR, step: 0.1,
    onchange: ({ target }) => move(x.map((value, j) => (i === j && target.value !== "" ? Number(target.value) : value))) }));
  const way = make("span", { "aria-hidden": "true" }); // the slider itself says it
  const slider = make("input", { type: "range", min: -180, max: 180, step: 1, value: angle, "aria-label": "Direction of g",
    oninput: () => aim(Number(slider.value)) });
  function aim(to) {
    angle = to;
    before = length();
    moved = false;
    draw();
  }
  const start = make("button", { type: "button", onclick: () => { x = [...data.row]; slider.value = data.angle; aim(data.angle); } }, "Start over");
  const title = make("p", { class: "piece-title", id: unique("norm-circle") }, data.label);
  const status = make("p", { role: "status", class: "nc-status" });
  const vanishes = () => length() < 0.005;
  const aims = goals([["make the gradient vanish", vanishes],
    ["halve it by moving the row alone", () => before > 0.1 && Math.abs(length() / before - 0.5) < 0.015]], "Can you …");

  function draw() {
    const now = norm(x, angle);
    handle.style.left = `${(100 * spot(x)[0]) / SIZE}%`;
    handle.style.top = `${(100 * spot(x)[1]) / SIZE}%`;
    handle.setAttribute("aria-label", `The row x ${vector(x)}: drag it, or press the arrow keys`);
    fields.forEach((field, i) => { field.value = String(Number(x[i].toFixed(2))); });
    way.textContent = `Direction of g: ${tidy(angle)}°`;
    slider.setAttribute("aria-valuetext", `${tidy(angle)} degrees`);
    aims.check();
    status.textContent = `x = ${vector(x)} is ${show(Math.hypot(...x))} long, x̂ = ${vector(now.hat)} is ${show(Math.hypot(...now.hat))} long. `
      + (vanishes() ? "The gradient is shorter than 0.005: nearly all of g lies along x, and that part is taken away."
        : `The gradient ${vector(now.gradient)} is ${show(length())} long, and its product with x is ${show(dot(x, now.gradient))}.`)
      + (moved && before > 0.1 && !vanishes() ? ` Before the row was moved it was ${show(before)} long: it is now ${show(length() / before)} times that.` : "");
    picture.setAttribute("aria-label", `A plane with a circle of radius √2. ${status.textContent}`);
    paint(now);
  }

  draw();
  return make("div", { class: "piece-box norm-circle", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "nc-stage" }, make("div", { class: "nc-plane" }, picture, handle),
      make("div", { class: "nc-side" }, make("div", { class: "nc-controls" }, ["x₁", "x₂"].map((name, i) => make("label", {}, name, fields[i])), start,
        make("label", { class: "nc-turn" }, way, slider)), status, ...aims.nodes)),
    make("p", { class: "nc-key" }, "Green: what RMSNorm makes of x, on its circle. Dashed: the part of g at a right angle to x; divided by r it is the gradient. The row stays at least 1 long."));
}]);
