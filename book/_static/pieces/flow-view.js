/* <flow-view>: one line of text on its way through a small language model. Exchange a word of the line, and see which
   strips change; choose a position, and see what it takes from the others and what it says comes next.
   Data: {label, moments: [2 names], lines: [{name, tokens: [T words], targets: [T words]} twice], stages: [{name,
   formula, shape: [T, d]}, ...], attended: the stage above which the attention is drawn, and cases[moment][line] =
   {strips: [stage][T][d], attention: [T][T], guesses: [T][k] = [word, probability]}}, all computed in Python. */
"use strict";
(window.coursePieces ??= []).push(["flow-view", (data, { make, svg, style, unique }) => {
  const { moments, lines, stages, cases } = data;
  const T = lines[0].tokens.length;
  if (moments.length !== 2 || lines.length !== 2) throw new Error(`${moments.length} moments and ${lines.length} lines, expected 2 of each`);
  for (const { name, tokens, targets } of lines) {
    if (tokens.length !== T || targets.length !== T) throw new Error(`${name}: ${tokens.length} tokens and ${targets.length} targets, expected ${T}`);
  }
  cases.forEach((pair, m) => pair.forEach(({ strips, attention, guesses }, l) => {
    const where = `${moments[m]}, ${lines[l].name}`;
    if (strips.length !== stages.length) throw new Error(`${where}: ${strips.length} stages, expected ${stages.length}`);
    strips.forEach((rows, s) => {
      const [n, d] = stages[s].shape;
      if (rows.length !== n || rows.some((row) => row.length !== d)) throw new Error(`${where}: ${stages[s].name} is not of the shape (${n}, ${d})`);
    });
    attention.forEach((weights, t) => {
      if (weights.slice(t + 1).some((weight) => weight !== 0)) throw new Error(`${where}: position ${t} attends to a later one`);
    });
    if (guesses.length !== T) throw new Error(`${where}: guesses for ${guesses.length} positions, expected ${T}`);
  }));

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("flow-view", `
    .course-piece .flow-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.4; }
    .flow-view .fv-controls { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; margin-bottom: .6rem; }
    .flow-view fieldset { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: 0; padding: 0; min-width: 0; border: 0; }
    .flow-view legend { float: left; width: auto; margin: 0 .3rem 0 0; padding: 0; font-size: 1rem; font-weight: 600; }
    .flow-view label { display: flex; gap: .35rem; align-items: center; margin: 0; color: inherit; cursor: pointer; }
    .flow-view input { width: 1rem; height: 1rem; accent-color: var(--cp-strong); }
    .flow-view .fv-grid { display: grid; gap: .15rem .3rem; max-width: 40rem; }
    .flow-view .fv-name { grid-column: 1 / -1; margin: .4rem 0 .5rem; font-size: .9rem; line-height: 1.3; color: var(--cp-quiet); }
    .flow-view .fv-name b { color: var(--cp-text); font-weight: 600; }
    .course-piece .flow-view .fv-grid button { min-width: 0; padding: .2rem 0; overflow: hidden; font-size: .95rem; text-align: center; }
    .course-piece .flow-view button[aria-pressed="true"] { color: var(--cp-on-strong); background: var(--cp-strong); border-color: var(--cp-strong); }
    .flow-view .fv-strip { position: relative; border: 2px solid transparent; border-radius: .2rem; }
    .flow-view .fv-strip svg { display: block; width: 100%; height: 1.3rem; background: var(--cp-panel); }
    .flow-view .fv-differs { border-color: var(--cp-focus); }
    .flow-view .fv-differs::after { content: "≠"; position: absolute; top: -1.1rem; right: 0; color: var(--cp-focus); font-size: .85rem; font-weight: 700; line-height: 1.1; }
    .flow-view .fv-well { display: flex; flex-direction: column; justify-content: flex-end; height: 4.2rem; font-size: .8rem; text-align: center; font-variant-numeric: tabular-nums; }
    .flow-view .fv-bar { background: var(--cp-strong); border-radius: .15rem .15rem 0 0; }
    .flow-view .fv-guess { overflow: hidden; font-size: .8rem; text-align: center; overflow-wrap: anywhere; }
    .flow-view .fv-best { display: grid; grid-template-columns: 5.5rem 1fr 3.2rem; gap: .15rem .5rem; align-items: center; max-width: 26rem; margin-top: .5rem; }
    .flow-view .fv-best .fv-bar { height: .8rem; border-radius: 0 .15rem .15rem 0; }
    .flow-view .fv-target { font-weight: 700; color: var(--cp-right); }
    .course-piece .flow-view .fv-status { min-height: 4.2em; margin: .6rem 0 0; }`);

  let [moment, line, at] = [1, 0, Math.min(3, T - 1)];
  const percent = (p) => (p > 0 && p < 0.005 ? "< 1%" : p < 1 && p >= 0.995 ? "> 99%" : `${Math.round(100 * p)}%`);
  const of = (m, l) => cases[m][l];
  /** Do the strips of the two lines differ here? By more than rounding of the data. */
  const differs = (stage, t) => of(moment, 0).strips[stage][t].some((x, i) => Math.abs(x - of(moment, 1).strips[stage][t][i]) > 0.002);
  /** A strip is coloured by its own largest number, in both lines: a pattern shows, a length does not. */
  const largest = (stage, t) => Math.max(1e-9, ...cases[moment].flatMap(({ strips }) => strips[stage][t].map(Math.abs)));

  function strip(values, most) {
    const node = svg("svg", { viewBox: `0 0 ${values.length} 1`, preserveAspectRatio: "none", "aria-hidden": "true" });
    values.forEach((value, i) => {
      const opacity = Math.min(1, Math.abs(value) / most).toFixed(2);
      const cell = svg("rect", { x: i, y: 0, width: 1.02, height: 1, "fill-opacity": opacity });
      cell.style.fill = value < 0 ? "var(--strip-cold, #1f63b8)" : "var(--strip-hot, #c95f0a)";
      node.append(cell);
    });
    return node;
  }

  function choices(name, texts, chosen, set) {
    const group = unique("flow-view-choice");
    return make("fieldset", {}, make("legend", {}, name), texts.map((text, i) => make("label", {},
      make("input", { type: "radio", name: group, value: i, checked: i === chosen, onchange: () => { set(i); draw(); } }), text)));
  }

  const title = make("p", { class: "piece-title", id: unique("flow-view") }, data.label);
  const controls = make("div", { class: "fv-controls" },
    choices("Line:", lines.map(({ name }) => name), line, (i) => { line = i; }),
    choices("Model:", moments, moment, (i) => { moment = i; }));
  const grid = make("div", { class: "fv-grid", style: `grid-template-columns: repeat(${T}, minmax(0, 1fr))` });
  const buttons = lines[0].tokens.map((_, t) => make("button", { type: "button", onclick: () => { at = t; draw(); } }));
  const best = make("div", { class: "fv-best" });
  const key = make("p", { class: "fv-name" }, "A strip is coloured by its own largest number in the two lines: orange above zero, blue below.");
  const status = make("p", { role: "status", class: "fv-status" });

  function draw() {
    const { tokens, targets } = lines[line];
    const { strips, attention, guesses } = of(moment, line);
    buttons.forEach((button, t) => {
      button.textContent = tokens[t];
      button.setAttribute("aria-pressed", String(t === at));
    });
    const cells = [];
    stages.forEach(({ name, formula, shape }, s) => {
      if (s === data.attended) {
        cells.push(make("div", { class: "fv-name" }, make("b", {}, "attention"), `: what “${tokens[at]}” takes from each position`));
        attention[at].forEach((weight, t) => cells.push(make("div", { class: "fv-well" }, t > at ? "hidden" : percent(weight),
          make("div", { class: "fv-bar", style: `height: ${(2.8 * weight).toFixed(2)}rem` }))));
      }
      cells.push(make("div", { class: "fv-name" }, make("b", {}, name), ` ${formula} `, `(${shape.join(", ")})`));
      strips[s].forEach((values, t) => {
        const other = differs(s, t);
        cells.push(make("div", { class: other ? "fv-strip fv-differs" : "fv-strip", role: "img",
          "aria-label": `${tokens[t]}, ${name}: ${other ? "differs from" : "equal to"} the other line` }, strip(values, largest(s, t))));
      });
    });
    cells.push(make("div", { class: "fv-name" }, make("b", {}, "first guess"), " for what comes next"));
    guesses.forEach(([[word, p]]) => cells.push(make("div", { class: "fv-guess" }, `${word} ${percent(p)}`)));
    // Only what changes is replaced, so that a button that was pressed keeps the focus.
    if (!grid.contains(buttons[0])) grid.append(...buttons);
    while (grid.lastChild !== buttons.at(-1)) grid.lastChild.remove();
    grid.append(...cells);

    best.replaceChildren(...guesses[at].flatMap(([word, p]) => [
      make("span", { class: word === targets[at] ? "fv-target" : "" }, word),
      make("div", { class: "fv-bar", style: `width: ${(100 * p).toFixed(1)}%` }), make("span", {}, percent(p))]));
    const changed = stages.filter((_, s) => differs(s, at)).map(({ name }) => name);
    status.textContent = `After “${tokens.slice(0, at + 1).join(" ")}” comes “${targets[at]}”; the ${moments[moment]} says ${guesses[at][0][0]}, ${percent(guesses[at][0][1])}. `
      + (changed.length ? `At “${tokens[at]}” the two lines differ in: ${changed.join(", ")}.` : `At “${tokens[at]}” all strips are the same in the two lines.`);
  }

  draw();
  return make("div", { class: "flow-view", role: "group", "aria-labelledby": title.id }, title, controls, key, grid, best, status);
}]);
