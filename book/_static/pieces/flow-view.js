/* <flow-view>: one line of text on its way through a language model, stage by stage, at two moments
   of training. Data: {label, tokens, awaited: [T words each], moments: [2 names], stages: [{name,
   formula, shape: [sizes], itemsize, bytes, columns: [{name, digits (none: a text)}], notes: [one
   for each moment], cells: [for each moment, for each token, one value for each column]}, ...]},
   all from Python; nothing is computed here but the check of the bytes. */
"use strict";
(window.coursePieces ??= []).push(["flow-view", (data, { make, unique, scrollable }) => {
  const { tokens, awaited, moments, stages } = data;
  if (awaited.length !== tokens.length) throw new Error(`${tokens.length} tokens and ${awaited.length} awaited, expected as many`);
  if (moments.length !== 2) throw new Error(`${moments.length} moments, expected 2`);
  stages.forEach(({ name, shape, itemsize, bytes, columns, notes, cells }) => {
    const size = shape.reduce((product, n) => product * n, itemsize);
    if (size !== bytes) throw new Error(`${name}: the shape gives ${size} bytes, the data say ${bytes}`);
    if (notes.length !== moments.length || cells.length !== moments.length) throw new Error(`${name}: ${notes.length} notes and ${cells.length} tables for ${moments.length} moments`);
    cells.forEach((rows) => {
      if (rows.length !== tokens.length) throw new Error(`${name}: ${rows.length} rows for ${tokens.length} tokens`);
      rows.forEach((row) => { if (row.length !== columns.length) throw new Error(`${name}: ${row.length} values for ${columns.length} columns`); });
    });
  });

  // Colours and boxes are those of course.css; this is only what no other piece has.
  if (!document.getElementById("flow-view-style")) {
    document.head.append(make("style", { id: "flow-view-style" }, `
      .course-piece .flow-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
      .course-piece .flow-view ol { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 0 .7rem; padding: 0; list-style: none; }
      .course-piece .flow-view li { margin: 0; }
      .course-piece .flow-view button[aria-current="step"] { color: var(--cp-on-strong); background: var(--cp-strong); border-color: var(--cp-strong); font-weight: 600; }
      .flow-view .fv-controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: .7rem; }
      .course-piece .flow-view button[aria-disabled="true"] { color: var(--cp-quiet); border-style: dashed; cursor: default; }
      .flow-view fieldset { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: 0; padding: 0; min-width: 0; border: 0; }
      .flow-view legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .flow-view label { display: flex; gap: .4rem; align-items: center; color: inherit; cursor: pointer; }
      .flow-view input { width: 1rem; height: 1rem; accent-color: var(--cp-strong); }
      .course-piece .fv-status { min-height: 4.5em; }
      .flow-view .fv-box { max-width: 100%; overflow-x: auto; }
      .course-piece .flow-view table { width: 100%; max-width: 40rem; margin: .2rem 0 .4rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .95rem; }
      .course-piece .flow-view caption { caption-side: top; padding: 0 0 .3rem; color: inherit; font-weight: 600; text-align: left; }
      .course-piece .flow-view tr, .course-piece .flow-view tr:hover { background: transparent; }
      .course-piece .flow-view th, .course-piece .flow-view td { padding: .2rem .4rem; border: 1px solid var(--cp-line); color: inherit; text-align: left; font-weight: 400; vertical-align: middle; }
      .course-piece .flow-view th { background: var(--cp-panel); }
      .course-piece .flow-view td { font-variant-numeric: tabular-nums; white-space: nowrap; }`));
  }

  let [at, moment] = [0, 0];

  const show = (value, { digits }) => digits === undefined ? String(value)
    : value.toFixed(digits).replace(/^-(?=0\.?0*$)/, "").replace("-", "−");
  const group = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
  const sizes = (shape) => shape.length === 1 && shape[0] === 1 ? "one number" : `(${shape.join(", ")})`;

  const title = make("p", { class: "piece-title", id: unique("flow-view") }, data.label);
  const status = make("p", { role: "status", class: "fv-status" });
  const steps = stages.map(({ name }, i) => make("button", { type: "button", onclick: () => go(i) }, `${i + 1} ${name}`));
  const path = make("ol", { "aria-label": "stages" }, steps.map((step) => make("li", {}, step)));

  // aria-disabled instead of disabled: a button that has just been pressed must not lose the focus.
  function walk(text, by) {
    return make("button", { type: "button", onclick: () => {
      if (at + by >= 0 && at + by < stages.length) go(at + by);
    } }, text);
  }
  const [back, next] = [walk("Back", -1), walk("Next stage", 1)];
  const group_name = unique("flow-view-moment");
  const choice = make("fieldset", {}, make("legend", {}, "model"), moments.map((name, i) =>
    make("label", {}, make("input", { type: "radio", name: group_name, value: i, checked: i === moment, onchange: () => { moment = i; draw(); } }), name)));

  const caption = make("caption", {});
  const head = make("thead", {});
  const rows = make("tbody", {});
  const box = make("div", { class: "fv-box", role: "group", "aria-label": "numbers of this stage" }, make("table", {}, caption, head, rows));
  scrollable(box);

  function go(stage) {
    at = stage;
    draw();
  }

  function draw() {
    const { name, formula, shape, bytes, columns, notes, cells } = stages[at];
    steps.forEach((step, i) => (i === at ? step.setAttribute("aria-current", "step") : step.removeAttribute("aria-current")));
    back.setAttribute("aria-disabled", String(at === 0));
    next.setAttribute("aria-disabled", String(at === stages.length - 1));
    status.textContent = `Stage ${at + 1} of ${stages.length}, ${name}, ${moments[moment]}: ${formula}. Shape ${sizes(shape)}, ${group(bytes)} bytes. ${notes[moment]}`;
    caption.textContent = `${name}, ${moments[moment]}`;
    head.replaceChildren(make("tr", {}, ["reads", "awaits", ...columns.map((column) => column.name)].map((text) => make("th", { scope: "col" }, text))));
    rows.replaceChildren(...tokens.map((token, t) => make("tr", {}, make("th", { scope: "row" }, `${t}: ${token}`), make("td", {}, awaited[t]),
      columns.map((column, c) => make("td", {}, show(cells[moment][t][c], column))))));
  }

  draw();
  return make("div", { class: "flow-view", role: "group", "aria-labelledby": title.id }, title, path,
    make("div", { class: "fv-controls" }, back, next, choice), status, box);
}]);
