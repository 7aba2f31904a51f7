/* <tied-view>: one position of a small tied model. Choose the token read and the token that comes
   next; see every row's logit, probability and gradient, and where a step takes the rows.
   Data: {label, vocab: [V words], table: [V rows of 2 numbers], read, target: ids to begin with,
   cases: [V][V] of {h, logits, p, output, input, total, loss}, from Python}. */
"use strict";
(window.coursePieces ??= []).push(["tied-view", (data, { make, unique, scrollable, tidy }) => {
  const { vocab, table, cases } = data;
  const V = vocab.length;
  if (table.length !== V || cases.length !== V || cases.some((row) => row.length !== V)) throw new Error(`${V} words, ${table.length} rows and ${cases.length} lists of cases, expected as many`);
  const STEP = 0.6; // the learning rate of the drawing

  // Colours and boxes are those of course.css; this is only what no other piece has.
  if (!document.getElementById("tied-view-style")) {
    document.head.append(make("style", { id: "tied-view-style" }, `
      .course-piece .tied-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
      .tied-view .td-choice { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-bottom: .6rem; }
      .tied-view label { display: flex; gap: .5rem; align-items: baseline; color: inherit; }
      .tied-view select { padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
      .tied-view .td-box { max-width: 100%; overflow-x: auto; }
      .course-piece .tied-view table { width: 100%; margin: .4rem 0 .8rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .83rem; font-variant-numeric: tabular-nums; }
      .course-piece .tied-view caption { caption-side: top; padding: 0 0 .3rem; color: inherit; font-weight: 600; text-align: left; }
      .course-piece .tied-view tr, .course-piece .tied-view tr:hover { background: transparent; }
      .course-piece .tied-view th, .course-piece .tied-view td { padding: .2rem .3rem; border: 1px solid var(--cp-line); color: inherit; text-align: right; font-weight: 400; white-space: nowrap; vertical-align: middle; }
      .course-piece .tied-view th { background: var(--cp-panel); text-align: left; }
      .course-piece .tied-view tr.is-target > * { background: var(--cp-chosen); border-block: 2px solid var(--cp-strong); }
      .course-piece .tied-view td.is-none { color: var(--cp-quiet); }
      .course-piece .tied-view .td-sum { font-weight: 700; }
      .tied-view .td-role { color: var(--cp-quiet); }
      .tied-view .td-bar { display: block; height: .35rem; margin-top: .1rem; background: var(--cp-strong); }
      .course-piece .td-status { min-height: 6em; }
      .tied-view svg { display: block; width: 100%; max-width: 30rem; height: auto; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; }
      .tied-view svg text { fill: currentcolor; font-size: 17px; }
      .tied-view .td-axis { stroke: var(--cp-line); stroke-width: 1; }
      .tied-view .td-state { stroke: var(--cp-right); stroke-width: 2; stroke-dasharray: 6 4; }
      .course-piece .tied-view svg text.td-state-name { fill: var(--cp-right); }
      .tied-view .td-arrow { stroke: var(--cp-strong); stroke-width: 2.5; }
      .tied-view .td-head { fill: var(--cp-strong); }
      .tied-view .td-point { fill: var(--cp-text); }
      .tied-view .td-point.is-target { fill: var(--cp-back); stroke: var(--cp-strong); stroke-width: 3; }`));
  }

  let read = data.read;
  let target = data.target;

  const show = (value, digits = 3) => {
    const text = value.toFixed(digits);
    return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
  };
  const pair = (row) => `(${row.map((value) => show(value)).join(", ")})`;
  const size = (row) => Math.hypot(...row);

  // What Python computed is the reference for the parts of it that are quick to repeat here.
  cases.forEach((row, i) => row.forEach((one, t) => {
    const logits = table.map((e) => e[0] * one.h[0] + e[1] * one.h[1]);
    const all = logits.reduce((sum, z) => sum + Math.exp(z), 0);
    table.forEach((_, j) => {
      const p = Math.exp(logits[j]) / all;
      const g = [0, 1].map((k) => (p - (j === t ? 1 : 0)) * one.h[k] + one.input[j][k]);
      const off = Math.max(Math.abs(logits[j] - one.logits[j]), Math.abs(p - one.p[j]), ...g.map((x, k) => Math.abs(x - one.total[j][k])));
      if (!(off < 1e-9)) throw new Error(`read ${vocab[i]}, next ${vocab[t]}: row ${vocab[j]} differs from the values computed by NumPy`);
    });
  }));

  function svg(tag, attributes = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  const title = make("p", { class: "piece-title", id: unique("tied-view") }, data.label);
  const status = make("p", { role: "status", class: "td-status" });
  function choice(text, chosen, set) {
    const select = make("select", { onchange: () => { set(Number(select.value)); draw(); } },
      vocab.map((word, id) => make("option", { value: id, selected: id === chosen }, word)));
    return make("label", {}, text, select);
  }
  const choices = make("div", { class: "td-choice" },
    choice("token read", read, (id) => { read = id; }),
    choice("token that comes next", target, (id) => { target = id; }));

  const lines = vocab.map((word) => {
    const cells = Object.fromEntries(["row", "logit", "p", "output", "input", "sum"].map((name) => [name, make("td", {})]));
    const role = make("span", { class: "td-role" });
    cells.sum.className = "td-sum";
    return { word, cells, role, row: make("tr", {}, make("th", { scope: "row" }, word, role), Object.values(cells)) };
  });
  const caption = "Every row of the table, and its gradient";
  const heads = ["token", "row", "logit", "p", "output side", "input side", "sum"];
  const box = make("div", { class: "td-box", role: "group", "aria-label": caption }, make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col", abbr: head === "p" && "probability" }, head)))), make("tbody", {}, lines.map(({ row }) => row))));
  scrollable(box);

  // ---------------------------------------------------------------- the drawing
  const [WIDTH, HEIGHT, UNIT] = [480, 400, 130]; // UNIT pixels for a length of one
  const at = (point) => [WIDTH / 2 + UNIT * point[0], HEIGHT / 2 - UNIT * point[1]];
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });

  function line(from, to, name) {
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    return svg("line", { x1, y1, x2, y2, class: name });
  }
  function arrow(from, to) {
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1) return [];
    const [ux, uy, tip] = [(x2 - x1) / length, (y2 - y1) / length, Math.min(9, length)];
    const [bx, by] = [x2 - tip * ux, y2 - tip * uy];
    return [line(from, to, "td-arrow"), svg("polygon", { class: "td-head", points: `${x2},${y2} ${bx - uy * tip * .5},${by + ux * tip * .5} ${bx + uy * tip * .5},${by - ux * tip * .5}` })];
  }
  function label(text, point, name = "") {
    const [x, y] = at(point);
    const right = x > WIDTH - 80;
    return svg("text", { x: right ? x - 9 : x + 9, y: y - 8, "text-anchor": right ? "end" : "start", class: name }, text);
  }

  function draw() {
    const now = cases[read][target];
    lines.forEach(({ word, cells, role, row }, j) => {
      row.classList.toggle("is-target", j === target);
      const roles = [...(j === read ? ["read"] : []), ...(j === target ? ["next"] : [])];
      role.textContent = roles.length ? ` (${roles.join(", ")})` : "";
      cells.row.textContent = `(${table[j].map(tidy).join(", ")})`;
      cells.logit.textContent = show(now.logits[j]);
      cells.p.replaceChildren(show(now.p[j]), make("span", { class: "td-bar", style: `width: ${100 * now.p[j]}%` }));
      cells.output.textContent = pair(now.output[j]);
      cells.input.textContent = j === read ? pair(now.input[j]) : "none";
      cells.input.classList.toggle("is-none", j !== read);
      cells.sum.textContent = pair(now.total[j]);
    });
    const moved = table.map((row, j) => row.map((x, k) => x - STEP * now.total[j][k]));
    picture.replaceChildren(
      line([-9, 0], [9, 0], "td-axis"), line([0, -9], [0, 9], "td-axis"), line([0, 0], now.h, "td-state"), label("h", now.h, "td-state-name"),
      ...table.flatMap((row, j) => arrow(row, moved[j])),
      ...table.map((row, j) => { const [cx, cy] = at(row); return svg("circle", { cx, cy, r: 5, class: j === target ? "td-point is-target" : "td-point" }); }),
      ...table.map((row, j) => label(vocab[j], row)));
    picture.setAttribute("aria-label", `The rows as points and h as a dashed line from the origin. Arrows show a step against the gradient: ${vocab.map((word, j) => `${word} moves by ${pair(moved[j].map((x, k) => x - table[j][k]))}`).join("; ")}.`);
    const longest = now.total.reduce((best, row, j) => (size(row) > size(now.total[best]) ? j : best), 0);
    status.textContent = [
      `After “${vocab[read]}” the hidden state is h = ${pair(now.h)}.`,
      `“${vocab[target]}” has the probability p = ${show(now.p[target])}, so the loss is ${show(now.loss)}.`,
      `The output side reaches all ${V} rows: “${vocab[target]}” moves along h, the others against it.`,
      `The input side reaches “${vocab[read]}” alone.`,
      `The longest gradient is that of “${vocab[longest]}”, of length ${show(size(now.total[longest]))}.`,
    ].join(" ");
  }

  const body = make("div", { class: "tied-view", role: "group", "aria-labelledby": title.id }, title, choices, status, box, picture);
  draw();
  return body;
}]);
