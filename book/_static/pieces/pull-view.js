/* <pull-view>: a center's row in the plane, pulled towards contexts that were read with it and pushed from words
   that were drawn. Say how often each pair was read and drawn, take steps, and see whether and where the row comes
   to rest. The frame stays the same; a row beyond it is drawn at its edge.
   Data: {label, center: a word, at: [2 numbers], rate: the step's, rows: [{word, at: [2 numbers], read, drawn}, ...]}. */
"use strict";
(window.coursePieces ??= []).push(["pull-view", (data, { make, unique, svg, style, tidy, writer, around }) => {
  const MOST = 9;
  const rows = data.rows.map((row) => ({ ...row, at: [...row.at] }));
  for (const { word, at, read, drawn } of rows) {
    if (at.length !== 2) throw new Error(`the row of ${word} has ${at.length} numbers, expected 2`);
    for (const times of [read, drawn]) if (!(Number.isInteger(times) && times >= 0 && times <= MOST)) throw new Error(`${word} occurs ${times} times, expected 0 to ${MOST}`);
  }

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("pull-view", `
    .course-piece .pull-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
    .pull-view .pv-stage { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: flex-start; }
    .pull-view svg { display: block; flex: 1 1 17rem; width: 100%; max-width: 23rem; height: auto; background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; color: var(--cp-text); }
    .pull-view svg text { fill: currentcolor; font-size: 14px; }
    .pull-view .pv-axis { stroke: var(--cp-line); stroke-width: 1; }
    .course-piece .pull-view svg .pv-tick { fill: var(--cp-quiet); font-size: 12px; }
    .pull-view .pv-row { fill: var(--cp-panel); stroke: var(--cp-quiet); stroke-width: 2; }
    .pull-view .pv-path { fill: none; stroke: var(--cp-strong); stroke-width: 1.5; stroke-dasharray: 4 3; }
    .pull-view .pv-center { fill: var(--cp-strong); }
    .pull-view svg .pv-name { fill: var(--cp-strong); font-weight: 700; }
    .pull-view .pv-pull { stroke: var(--cp-right); fill: var(--cp-right); stroke-width: 3; }
    .pull-view .pv-push { stroke: var(--cp-wrong); fill: var(--cp-wrong); stroke-width: 3; stroke-dasharray: 6 3; }
    .pull-view .pv-side { flex: 1 1 15rem; }
    .pull-view fieldset { margin: 0 0 .6rem; padding: 0; border: 0; }
    .pull-view legend { float: none; margin: 0; padding: 0; font-size: 1rem; font-weight: 600; }
    .pull-view label { display: inline-flex; align-items: center; gap: .35rem; margin: 0 .9rem .2rem 0; }
    .pull-view input[type="number"] { width: 3.4rem; padding: .1rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .pull-view .pv-score { display: block; font-variant-numeric: tabular-nums; color: var(--cp-quiet); }
    .pull-view .pv-buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: .2rem 0 .5rem; }
    .course-piece .pull-view .pv-status { min-height: 3em; margin: .6rem 0 0; }`);

  const sigmoid = (x) => 1 / (1 + Math.exp(-x));
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const show = (value) => value.toFixed(2).replace(/^-(?=0\.00$)/, "").replace("-", "−");
  const chance = (p) => (p < 0.0005 ? "< 0.001" : p > 0.9995 ? "> 0.999" : `= ${p.toFixed(3)}`);
  let at = [...data.at];
  let path = [[...at]];

  /** What each row does to a center at `at` in a step: [pull, push], vectors. A step is a mean over all pairs, times two. */
  function forces(at) {
    const total = rows.reduce((sum, row) => sum + row.read + row.drawn, 0) || 1;
    return rows.map((row) => {
      const believed = sigmoid(dot(row.at, at));
      const weight = 2 * data.rate / total;
      return [row.at.map((x) => weight * row.read * (1 - believed) * x), row.at.map((x) => -weight * row.drawn * believed * x)];
    });
  }
  const moved = (at) => forces(at).flat().reduce(([x, y], force) => [x + force[0], y + force[1]], at);
  const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

  /** Is there a direction in which nothing ever turns the center back, and something moves it on? Then it never rests. */
  function runs() {
    const ways = rows.flatMap(({ at: [x, y] }) => [[x, y], [-x, -y], [-y, x], [y, -x]]);
    return ways.some((way) => {
      const along = rows.map((row) => [row, dot(row.at, way)]).filter(([row, far]) => far && row.read + row.drawn);
      return along.length > 0 && along.every(([row, far]) => (far > 0 ? !row.drawn : !row.read));
    });
  }
  /** Where the center comes to rest from here, or null. */
  function end() {
    if (runs()) return null;
    let here = at;
    for (let i = 0; i < 20000; i++) {
      const next = moved(here);
      if (apart(here, next) < 1e-9) return next;
      here = next;
    }
    return here;
  }

  // ---------------------------------------------------------------- the drawing
  const SIZE = 320;
  const REACH = 2 * Math.max(...[data.at, ...rows.map((row) => row.at)].flat().map(Math.abs));
  const beyond = () => at.some((x) => Math.abs(x) > REACH);
  const picture = svg("svg", { role: "img", viewBox: `0 0 ${SIZE} ${SIZE}` });
  function paint() {
    const spot = (point) => [SIZE / 2 + (point[0] / REACH) * (SIZE / 2), SIZE / 2 - (point[1] / REACH) * (SIZE / 2)];
    const line = (points) => points.map((point) => spot(point).map((x) => x.toFixed(1)).join(",")).join(" ");
    const here = spot(at).map((x) => Math.min(SIZE - 7, Math.max(7, x)));
    const taken = [around(here), ...rows.map((row) => around(spot(row.at)))];
    const parts = [svg("path", { class: "pv-axis", d: `M0 ${SIZE / 2}H${SIZE}M${SIZE / 2} 0V${SIZE}` })];
    for (const tick of [-0.75, -0.25, 0.25, 0.75]) {
      for (const [x, y] of [[tick * REACH, 0], [0, tick * REACH]].map(spot)) {
        const [dx, dy] = y === SIZE / 2 ? [0, 15] : [-5, 4];
        parts.push(svg("text", { class: "pv-tick", x: x + dx, y: y + dy, "text-anchor": dx ? "end" : "middle" }, tidy(tick * REACH)));
        taken.push([x + dx - (dx ? 22 : 11), y + dy - 12, x + dx + (dx ? 0 : 11), y + dy + 2]);
      }
    }
    for (const row of rows) {
      const [x, y] = spot(row.at);
      parts.push(svg("line", { class: "pv-row", x1: SIZE / 2, y1: SIZE / 2, x2: x, y2: y }), svg("circle", { class: "pv-row", cx: x, cy: y, r: 6 }));
    }
    parts.push(svg("polyline", { class: "pv-path", points: line(path) }));
    for (const pair of forces(at)) {
      pair.forEach((force, push) => {
        if (Math.hypot(...force) < 0.01 || beyond()) return;
        const [[x1, y1], [x2, y2]] = [spot(at), spot([at[0] + force[0], at[1] + force[1]])];
        const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
        const name = push ? "pv-push" : "pv-pull";
        parts.push(svg("line", { class: name, x1, y1, x2, y2 }), svg("path", { class: name, style: "stroke: none", d: "M7 0L-3 -5L-3 5Z", transform: `translate(${x2} ${y2}) rotate(${angle})` }));
      });
    }
    parts.push(svg("circle", { class: "pv-center", cx: here[0], cy: here[1], r: 6 }));
    const write = writer([SIZE, SIZE], 14, taken);
    parts.push(...write(data.center, here, "pv-name"), ...rows.flatMap((row) => write(row.word, spot(row.at))));
    picture.replaceChildren(...parts);
  }

  // ---------------------------------------------------------------- controls
  const title = make("p", { class: "piece-title", id: unique("pull-view") }, data.label);
  const status = make("p", { role: "status", class: "pv-status" });
  const scores = rows.map(() => make("span", { class: "pv-score" }));
  const counter = (row, what) => make("label", {}, what, make("input", {
    type: "number", min: 0, max: MOST, step: 1, value: row[what], "aria-label": `${row.word}, times ${what}`,
    oninput: ({ target }) => {
      row[what] = Math.min(MOST, Math.max(0, Math.round(Number(target.value)) || 0));
      draw();
    } }));
  const fields = rows.map((row, i) => make("fieldset", {}, make("legend", {}, row.word), counter(row, "read"), counter(row, "drawn"), scores[i]));
  function step(times) {
    for (let i = 0; i < times; i++) {
      at = moved(at);
      path.push([...at]);
    }
    draw();
  }
  const button = (text, act) => make("button", { type: "button", onclick: act }, text);
  const buttons = make("div", { class: "pv-buttons" },
    button("One step", () => step(1)), button("Twenty steps", () => step(20)),
    button("Back to the start", () => { at = [...data.at]; path = [[...at]]; draw(); }));

  function draw() {
    rows.forEach((row, i) => {
      const score = dot(row.at, at);
      scores[i].textContent = `score ${show(score)}, σ ${chance(sigmoid(score))}`;
    });
    const length = apart(at, moved(at));
    const pairs = rows.reduce((sum, row) => sum + row.read + row.drawn, 0);
    const rest = end();
    const where = `“${data.center}” is at (${at.map(show).join(", ")}) after ${path.length - 1} step${path.length === 2 ? "" : "s"}.`;
    const next = `The next step moves it by ${tidy(Number(length.toPrecision(2)))}`;
    const fate = pairs === 0 ? "No pair acts on it." : !rest ? `${next}. It never rests: the steps get shorter, but nothing turns it back.`
      : apart(at, rest) < 0.005 ? "It rests: pull and push are equal." : `${next}, towards its rest at (${rest.map(show).join(", ")}).`;
    status.textContent = `${where} ${fate}${beyond() ? " The picture ends before it." : ""}`;
    picture.setAttribute("aria-label", `A plane with the row of ${data.center} and those of ${rows.map((row) => row.word).join(" and ")}. Arrows show what pulls it and, dashed, what pushes it. ${status.textContent}`);
    paint();
  }

  draw();
  return make("div", { class: "pull-view", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "pv-stage" }, picture, make("div", { class: "pv-side" }, ...fields, buttons)), status);
}]);
