/* <tied-view>: one position of a small tied model, h = tanh(E[read] W), logits h Eᵀ. Choose the token read
   and the one that comes next; see the gradient's two parts as arrows at the rows, take steps. The
   frame stays; a dotted trail shows where a row has been, and a row beyond the frame stands at its edge.
   Data: {label, words: [V], table: [V rows of 2], W: [2][2], rate, read, target, goals: [3 texts],
   cases: [V][V] of {h, logits, p, output, input, loss}, after: {steps, table}}, the last two from Python:
   what to show for this table, and the table after so many steps. */
"use strict";
(window.coursePieces ??= []).push(["tied-view", (data, { make, unique, scrollable, tidy, svg, style, writer, around }) => {
  const { words, W, rate, goals } = data;
  const V = words.length;
  if (data.table.length !== V || data.cases.length !== V || data.cases.some((row) => row.length !== V)) throw new Error(`${V} words, ${data.table.length} rows and ${data.cases.length} lists of cases, expected as many`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("tied-view", `
    .course-piece .tied-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.45; }
    .tied-view .td-line { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center; margin: 0 0 .5rem; padding: 0; list-style: none; }
    .tied-view .td-line > li { margin: 0; }
    .tied-view li.is-met { color: var(--cp-right); font-weight: 600; }
    .tied-view label { display: flex; gap: .4rem; align-items: center; color: inherit; }
    .tied-view select { padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .tied-view input { width: 1rem; height: 1rem; accent-color: var(--cp-strong); }
    .tied-view .td-out { color: var(--cp-strong); font-weight: 600; }
    .tied-view .td-in { color: var(--cp-focus); font-weight: 600; }
    .tied-view svg { display: block; width: 100%; max-width: 34rem; height: auto; margin: 0 auto; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; }
    .tied-view svg text { fill: currentcolor; font-size: 17px; }
    .tied-view .td-axis { fill: none; stroke: var(--cp-line); stroke-width: 1; }
    .course-piece .tied-view svg text.td-tick { fill: var(--cp-quiet); font-size: 15px; }
    .tied-view .td-trail { fill: none; stroke: var(--cp-quiet); stroke-width: 1.8; stroke-dasharray: 2 4; }
    .tied-view .td-state { stroke: var(--cp-right); stroke-width: 2; stroke-dasharray: 6 4; }
    .course-piece .tied-view svg text.td-state-name { fill: var(--cp-right); }
    .tied-view .td-arrow-out { stroke: var(--cp-strong); stroke-width: 2.5; }
    .tied-view .td-head-out { fill: var(--cp-strong); }
    .tied-view .td-arrow-in { stroke: var(--cp-focus); stroke-width: 2.5; }
    .tied-view .td-head-in { fill: var(--cp-focus); }
    .tied-view .td-point { fill: var(--cp-text); }
    .tied-view .td-read { fill: none; stroke: var(--cp-focus); stroke-width: 2; }
    .tied-view .td-point.is-target { fill: var(--cp-back); stroke: var(--cp-text); stroke-width: 3; }
    .course-piece .tied-view .td-rows { margin: .6rem 0; padding: 0; list-style: none; }
    .tied-view .td-rows > li { display: grid; grid-template-columns: 6.4rem minmax(3rem, 1fr) 3.2rem; gap: 0 .5rem; align-items: center; margin: 0; padding: .12rem .2rem; border-top: 1px solid var(--cp-line); }
    .tied-view .td-rows > li.is-target { background: var(--cp-chosen); }
    .tied-view .td-role { color: var(--cp-quiet); font-size: .88rem; }
    .tied-view .td-bar { display: block; height: .7rem; background: var(--cp-quiet); }
    .tied-view .td-p { text-align: right; font-variant-numeric: tabular-nums; }
    .course-piece .td-status { min-height: 4.4em; }
    .tied-view .td-box { max-width: 100%; overflow-x: auto; }
    .course-piece .tied-view table { width: 100%; margin: .4rem 0; border-collapse: collapse; color: inherit; background: transparent; font-size: .83rem; font-variant-numeric: tabular-nums; }
    .course-piece .tied-view tr, .course-piece .tied-view tr:hover { background: transparent; }
    .course-piece .tied-view th, .course-piece .tied-view td { padding: .2rem .3rem; border: 1px solid var(--cp-line); color: inherit; text-align: right; font-weight: 400; white-space: nowrap; }
    .course-piece .tied-view th { background: var(--cp-panel); text-align: left; }`);

  // ---------------------------------------------------------------- the model
  const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const size = (row) => Math.hypot(...row);
  const two = [0, 1];
  function compute(E, i, t) {
    const h = two.map((k) => Math.tanh(E[i][0] * W[0][k] + E[i][1] * W[1][k]));
    const logits = E.map((row) => dot(row, h));
    const top = Math.max(...logits);
    const all = logits.reduce((sum, z) => sum + Math.exp(z - top), 0);
    const p = logits.map((z) => Math.exp(z - top) / all);
    const dz = p.map((x, j) => x - (j === t ? 1 : 0));
    const da = two.map((k) => (1 - h[k] ** 2) * E.reduce((sum, row, j) => sum + dz[j] * row[k], 0));
    const output = dz.map((x) => h.map((y) => x * y));
    const input = E.map((_, j) => two.map((k) => (j === i ? dot(da, W[k]) : 0)));
    return { h, logits, p, output, input, total: output.map((row, j) => row.map((x, k) => x + input[j][k])), loss: top + Math.log(all) - logits[t] };
  }
  const stepped = (E, now) => E.map((row, j) => row.map((x, k) => x - rate * now.total[j][k]));

  // What Python computed is the reference for this script.
  const far = (a, b) => (Array.isArray(a) ? Math.max(...a.map((x, n) => far(x, b[n]))) : Math.abs(a - b));
  data.cases.forEach((row, i) => row.forEach((given, t) => {
    const mine = compute(data.table, i, t);
    for (const name of Object.keys(given)) if (!(far(mine[name], given[name]) < 1e-9)) throw new Error(`read ${words[i]}, next ${words[t]}: ${name} differs from the values computed by NumPy`);
  }));
  let [E, read, target, steps] = [data.table, data.read, data.target, 0];
  const after = (i, t) => {
    let table = data.table;
    for (let n = 0; n < data.after.steps; n++) table = stepped(table, compute(table, i, t));
    return table;
  };
  if (!(far(after(read, target), data.after.table) < 1e-9)) throw new Error(`the table after ${data.after.steps} steps differs from the one computed by NumPy`);
  // The frame: as far as the steps of any one pair lead.
  const reach = Math.max(...words.flatMap((_, i) => words.flatMap((__, t) => after(i, t))).flat().map(Math.abs));
  const trails = E.map((row) => [row]);

  // ---------------------------------------------------------------- what is touched
  const shown = { output: true, input: true };
  const show = (value, digits = 2) => {
    const text = value.toFixed(digits);
    return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
  };
  const pair = (row) => `(${row.map((value) => show(value, 3)).join(", ")})`;
  const title = make("p", { class: "piece-title", id: unique("tied-view") }, data.label);
  const status = make("p", { role: "status", class: "td-status" });
  const met = new Set();
  const aims = goals.map((text) => make("li", {}, `– ${text}`));
  function choice(text, chosen, set) {
    const select = make("select", { onchange: () => { set(Number(select.value)); draw(true); } },
      words.map((word, id) => make("option", { value: id, selected: id === chosen }, word)));
    return make("label", {}, text, select);
  }
  function tick(name, kind, colour) {
    const box = make("input", { type: "checkbox", checked: true, onchange: () => { shown[name] = box.checked; draw(); } });
    return make("label", {}, box, make("span", { class: `td-${kind}` }, `${name} side (${colour})`));
  }
  const step = make("button", { type: "button", onclick: () => { E = stepped(E, compute(E, read, target)); steps += 1; E.forEach((row, j) => trails[j].push(row)); draw(true); } }, "Take a step");
  const over = make("button", { type: "button", onclick: () => { E = data.table; steps = 0; E.forEach((row, j) => { trails[j] = [row]; }); draw(); } }, "Start over");

  const lines = words.map((word) => {
    const [role, bar, p] = [make("span", { class: "td-role" }), make("span", { class: "td-bar" }), make("span", { class: "td-p" })];
    const cells = ["row", "logit", "output", "input", "sum"].map(() => make("td", {}));
    return { role, bar, p, cells, item: make("li", {}, make("span", {}, word, role), bar, p), row: make("tr", {}, make("th", { scope: "row" }, word), cells) };
  });
  const box = make("div", { class: "td-box", role: "group", "aria-label": "All numbers" }, make("table", {},
    make("thead", {}, make("tr", {}, ["token", "row", "logit", "output side", "input side", "sum"].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, lines.map(({ row }) => row))));
  scrollable(box);

  // ---------------------------------------------------------------- the drawing
  const SIZE = 480;
  const unit = (SIZE / 2 - 14) / reach; // pixels for a length of one
  const at = (point) => [SIZE / 2 + unit * point[0], SIZE / 2 - unit * point[1]];
  const beyond = (row) => row.some((x) => Math.abs(x) > (SIZE / 2 - 7) / unit);
  const spot = (row) => at(row).map((x) => Math.min(SIZE - 7, Math.max(7, x)));
  const picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" });
  const whole = Array.from({ length: Math.floor(reach) }, (_, n) => n + 1);
  function line(from, to, name) {
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    return svg("line", { x1, y1, x2, y2, class: name });
  }
  function arrow(from, to, kind) {
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1) return [];
    const [ux, uy, tip] = [(x2 - x1) / length, (y2 - y1) / length, Math.min(10, length)];
    const [bx, by] = [x2 - tip * ux, y2 - tip * uy];
    return [line(from, to, `td-arrow-${kind}`), svg("polygon", { class: `td-head-${kind}`, points: `${x2},${y2} ${bx - uy * tip * .5},${by + ux * tip * .5} ${bx + uy * tip * .5},${by - ux * tip * .5}` })];
  }
  /** The axes, with a tick and its number at each whole length, and the boxes of these numbers. */
  function axes() {
    const [ticks, boxes, middle] = [[], [], SIZE / 2];
    let d = `M0 ${middle}H${SIZE}M${middle} 0V${SIZE}`;
    for (const n of whole.flatMap((length) => [-length, length])) {
      const [x, y] = at([n, n]);
      d += `M${x} ${middle}v5M${middle} ${y}h-5`;
      ticks.push(svg("text", { class: "td-tick", x, y: middle + 19, "text-anchor": "middle" }, tidy(n)), svg("text", { class: "td-tick", x: middle - 8, y: y + 5, "text-anchor": "end" }, tidy(n)));
      boxes.push([x - 11, middle, x + 11, middle + 22], [middle - 26, y - 9, middle, y + 9]);
    }
    return [[svg("path", { class: "td-axis", d }), ...ticks], boxes];
  }

  function draw(acted) {
    const now = compute(E, read, target);
    const move = (row, part) => row.map((x, k) => x - rate * part[k]);
    const middle = E.map((row, j) => (shown.output ? move(row, now.output[j]) : row));
    const end = middle.map((row, j) => (shown.input ? move(row, now.input[j]) : row));
    const spots = E.map(spot);
    const roles = words.map((_, j) => [...(j === read ? ["read"] : []), ...(j === target ? ["next"] : [])]);
    lines.forEach(({ role, bar, p, cells, item }, j) => {
      item.classList.toggle("is-target", j === target);
      role.textContent = roles[j].length ? ` ${roles[j].join(", ")}` : "";
      bar.style.width = `${100 * now.p[j]}%`;
      p.textContent = show(now.p[j], 3);
      [`(${E[j].map((x) => tidy(Number(x.toFixed(3)))).join(", ")})`, show(now.logits[j], 3), pair(now.output[j]), j === read ? pair(now.input[j]) : "none", pair(now.total[j])].forEach((text, c) => { cells[c].textContent = text; });
    });
    const [lined, boxes] = axes();
    const write = writer([SIZE, SIZE], 17, [...boxes, ...spots.map((place) => around(place))]);
    const names = [...write("h", at(now.h), "td-state-name"), ...words.flatMap((word, j) => write([word, ...roles[j]].join(", "), spots[j], "", j === read ? 13 : 9))];
    picture.replaceChildren(...lined, ...trails.map((trail) => svg("polyline", { class: "td-trail", points: trail.map((row) => at(row).map((x) => x.toFixed(1)).join(",")).join(" ") })),
      line([0, 0], now.h, "td-state"),
      ...E.flatMap((row, j) => (beyond(row) ? [] : [...(shown.output ? arrow(row, middle[j], "out") : []), ...(shown.input && j === read ? arrow(middle[j], end[j], "in") : [])])),
      ...spots.map(([cx, cy], j) => svg("circle", { cx, cy, r: 5, class: j === target ? "td-point is-target" : "td-point" })),
      svg("circle", { cx: spots[read][0], cy: spots[read][1], r: 9, class: "td-read" }), ...names);
    picture.setAttribute("aria-label", `The rows as points, h as a dashed line from the origin, and a step against the gradient as arrows: ${words.map((word, j) => `${word} moves by ${pair(end[j].map((x, k) => x - E[j][k]))}`).join("; ")}.`);
    const lengths = now.total.map(size);
    const longest = lengths.indexOf(Math.max(...lengths));
    const parts = [`${steps ? `After ${steps} ${steps === 1 ? "step" : "steps"}: “` : "“"}${words[target]}” after “${words[read]}” has p = ${show(now.p[target], 3)}, the loss is ${show(now.loss, 3)}.`,
      `In a step the output side moves “${words[target]}” along h and the other ${V - 1} rows against it; the input side moves “${words[read]}” alone.`,
      `The longest gradient is that of “${words[longest]}”, of length ${show(lengths[longest], 3)}.`];
    const out = words.filter((_, j) => beyond(E[j]));
    if (out.length) parts.push(`The picture ends before ${out.map((word) => `“${word}”`).join(", ")}.`);
    const reached = [dot(now.output[read], now.input[read]) < 0, lengths[target] > 2 * lengths[read], now.p[target] > 0.9];
    reached.forEach((yes, g) => {
      if (!acted || !yes || met.has(g)) return;
      met.add(g);
      aims[g].className = "is-met";
      aims[g].textContent = `✓ ${goals[g]}`;
      parts.push(`Found: ${goals[g]}.`);
    });
    status.textContent = parts.join(" ");
  }

  const body = make("div", { class: "tied-view", role: "group", "aria-labelledby": title.id }, title,
    make("ul", { class: "td-line", "aria-label": "Find" }, aims),
    make("div", { class: "td-line" }, choice("token read", read, (id) => { read = id; }), choice("token that comes next", target, (id) => { target = id; })),
    make("div", { class: "td-line" }, step, over, tick("output", "out", "blue"), tick("input", "in", "orange")),
    picture, make("ul", { class: "td-rows", "aria-label": "Probabilities" }, lines.map(({ item }) => item)), status,
    make("details", {}, make("summary", {}, `All numbers: E and its gradient, (${V}, 2) each`), box));
  draw();
  return body;
}]);
