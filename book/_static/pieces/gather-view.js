/* <gather-view>: words, a table, and the rows that the words get from it. Choose a word, change its row, and see
   where the change arrives; pick the row, or multiply the table by a one-hot vector.
   Data: {label, words: [N texts], ids: [N ids], table: V rows of d numbers in -1 ... 1}. */
"use strict";
(window.coursePieces ??= []).push(["gather-view", (data, { make, unique, scrollable, style }) => {
  const { words, ids } = data;
  const table = data.table.map((row) => [...row]);
  const V = table.length;
  const d = table[0].length;
  if (words.length !== ids.length) throw new Error(`${words.length} words and ${ids.length} ids, expected as many`);
  const strange = ids.find((id) => !Number.isInteger(id) || id < 0 || id >= V);
  if (strange !== undefined) throw new Error(`the id ${strange} is outside 0 … ${V - 1}`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("gather-view", `
    .course-piece .gather-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
    .gather-view .gv-words { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 0 .7rem; }
    .course-piece .gather-view .gv-words button { border-bottom: 4px solid var(--gv-row); }
    .course-piece .gather-view button[aria-pressed="true"] { color: var(--cp-text); background: var(--cp-chosen); border-color: var(--gv-row); font-weight: 600; }
    .gather-view .gv-id { color: var(--cp-quiet); font-size: .85em; }
    .gather-view fieldset { margin: 0 0 .7rem; padding: 0; border: 0; }
    .gather-view legend { float: none; margin: 0 0 .2rem; padding: 0; font-size: 1rem; font-weight: 600; }
    .gather-view label { display: inline-flex; align-items: center; gap: .35rem; margin: 0 .8rem .2rem 0; }
    .gather-view .gv-stage { display: flex; flex-wrap: wrap; gap: .4rem 2rem; align-items: flex-start; }
    .gather-view .gv-box { max-width: 100%; overflow-x: auto; }
    .course-piece .gather-view table { width: auto; margin: 0 0 .6rem; border-collapse: separate; border-spacing: 0 4px; color: inherit; background: transparent; font-size: .95rem; font-variant-numeric: tabular-nums; }
    .course-piece .gather-view caption { caption-side: top; padding: 0; color: inherit; font-weight: 600; text-align: left; }
    .course-piece .gather-view tr, .course-piece .gather-view tr:hover { background: transparent; }
    .course-piece .gather-view th, .course-piece .gather-view td { min-width: 2.9rem; padding: .1rem .4rem; border: solid transparent; border-width: 2px 0; background: transparent; color: inherit; font-weight: 400; text-align: right; white-space: nowrap; }
    .course-piece .gather-view th { min-width: 2.4rem; text-align: left; }
    .course-piece .gather-view td.gv-cell { background: color-mix(in srgb, var(--gv-row) var(--gv-much), var(--cp-panel)); border-color: var(--cp-panel); }
    .course-piece .gather-view tr.is-chosen > *, .course-piece .gather-view tr.is-twin > td.gv-cell { border-color: var(--gv-row); }
    .course-piece .gather-view tr.is-chosen > *, .course-piece .gather-view tr.is-twin > * { font-weight: 700; }
    .course-piece .gather-view td.gv-weight { min-width: 2.2rem; color: var(--cp-quiet); }
    .gather-view input[type="range"] { width: 5.5rem; accent-color: var(--cp-strong); }
    .gather-view .gv-value { min-width: 2.6rem; font-variant-numeric: tabular-nums; }
    .course-piece .gv-status { min-height: 3em; margin: 0 0 .3rem; }`);

  const colour = (id) => `--gv-row: var(--row-${id % 5}, var(--cp-strong))`;
  const show = (value) => (Math.abs(value) < 0.05 ? 0 : value).toFixed(1).replace("-", "−");
  const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;
  let chosen = 0; // the place of a word, not its id
  let product = false;

  const title = make("p", { class: "piece-title", id: unique("gather-view") }, data.label);
  const status = make("p", { role: "status", class: "gv-status" });

  // The words: one Tab stop, arrow keys inside (the toolbar pattern).
  const buttons = words.map((word, n) =>
    make("button", { type: "button", style: colour(ids[n]), "aria-pressed": "false", tabindex: n ? -1 : 0, onclick: () => choose(n), onkeydown: (event) => move(event, n) },
      word, " ", make("span", { class: "gv-id" }, `id ${ids[n]}`)));

  const way = unique("gather-view-way");
  const radio = (text, value) => make("label", {}, make("input", { type: "radio", name: way, checked: value === product, onchange: () => { product = value; draw(); } }), text);

  const matrix = (caption, heads, id, weights) => {
    const rows = heads.map((head, n) => {
      const weight = make("td", { class: "gv-weight" });
      const cells = table[0].map(() => make("td", { class: "gv-cell" }));
      return { weight, cells, row: make("tr", { style: colour(id(n)) }, make("th", { scope: "row" }, head), weights ? [weight] : [], cells) };
    });
    const box = make("div", { class: "gv-box", role: "group", "aria-label": caption }, make("table", {}, make("caption", {}, caption), make("tbody", {}, rows.map(({ row }) => row))));
    scrollable(box);
    return { box, rows };
  };
  const left = matrix(`table E (${V}, ${d})`, table.map((_, id) => `row ${id}`), (id) => id, true);
  const right = matrix(`X = E[ids] (${ids.length}, ${d})`, words, (n) => ids[n], false);

  const legend = make("legend", {});
  const knobs = table[0].map((_, k) => {
    const name = make("span", {});
    const value = make("span", { class: "gv-value", "aria-hidden": "true" }); // the slider says it
    const input = make("input", { type: "range", min: -1, max: 1, step: 0.1, oninput: () => { table[ids[chosen]][k] = Number(input.value); draw(true); } });
    return { name, value, input, label: make("label", {}, name, input, value) };
  });

  function paint(cells, values) {
    cells.forEach((cell, k) => {
      cell.textContent = show(values[k]);
      cell.style.setProperty("--gv-much", `${Math.round(Math.min(1, Math.abs(values[k])) * 45)}%`);
    });
  }

  function draw(changed = false) {
    const id = ids[chosen];
    const places = ids.filter((other) => other === id).length;
    buttons.forEach((button, n) => {
      button.setAttribute("aria-pressed", String(n === chosen));
      button.tabIndex = n === chosen ? 0 : -1;
    });
    left.rows.forEach(({ row, weight, cells }, r) => {
      row.classList.toggle("is-chosen", r === id);
      weight.textContent = product ? `${r === id ? 1 : 0} ×` : r === id ? "copy" : "";
      paint(cells, table[r]);
    });
    right.rows.forEach(({ row, cells }, n) => {
      row.classList.toggle("is-chosen", n === chosen);
      row.classList.toggle("is-twin", n !== chosen && ids[n] === id);
      paint(cells, table[ids[n]]);
    });
    legend.textContent = `Change row ${id}, the row of “${words[chosen]}”`;
    knobs.forEach(({ name, value, input }, k) => {
      name.textContent = `E[${id}, ${k}]`;
      input.value = table[id][k];
      input.setAttribute("aria-valuetext", show(table[id][k]));
      value.textContent = show(table[id][k]);
    });
    if (changed) {
      status.textContent = places > 1
        ? `One row of E changed, and ${places} rows of X: every “${words[chosen]}” has a copy of row ${id}.`
        : `One row of E changed, and one row of X: “${words[chosen]}” stands once in the sentence. Is there a word that moves more?`;
    } else if (product) {
      status.textContent = `“${words[chosen]}”: ${counted(V * d, "number", "numbers")} of the table read, ${counted(V * d, "multiplication", "multiplications")}, ${(V - 1) * d} of them by zero. What is left is row ${id}.`;
    } else {
      status.textContent = `“${words[chosen]}” has the id ${id}: ${counted(d, "number", "numbers")} of the table read, no multiplication.`;
    }
  }

  function choose(n) {
    chosen = n;
    draw();
  }
  function move(event, n) {
    const step = { ArrowRight: n + 1, ArrowDown: n + 1, ArrowLeft: n - 1, ArrowUp: n - 1, Home: 0, End: words.length - 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (step + words.length) % words.length;
    buttons[next].focus();
    choose(next);
  }

  draw();
  return make("div", { class: "gather-view", role: "group", "aria-labelledby": title.id },
    title,
    make("div", { class: "gv-words", role: "toolbar", "aria-label": "The words and their ids" }, buttons),
    make("fieldset", {}, make("legend", {}, "How the row is found"), radio("pick it", false), radio("multiply by a one-hot vector", true)),
    make("div", { class: "gv-stage" }, left.box, right.box),
    status,
    make("fieldset", {}, legend, knobs.map(({ label }) => label)));
}]);
