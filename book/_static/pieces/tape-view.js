/* <tape-view>: the tape of a small graph, left = take(E, ...), right = take(E, ...), product, loss, stepped forwards
   and back. Every number has its gradient below it. One row of E is read twice: the reader predicts its gradient
   before the tape shows it, and may choose the batch and the numbers of E.
   Data: {label, table: [a digit for each row of E], batches: [[two ids of left, two ids of right], ...],
   expected: [the gradient of E for each batch, from Python]}. */
"use strict";
(window.coursePieces ??= []).push(["tape-view", (data, { make, unique, svg, style, goals }) => {
  const E = [...data.table];
  const { batches, expected } = data;
  const digit = (x) => Number.isInteger(x) && x >= 0 && x <= 9;
  if (!E.every(digit)) throw new Error(`the table holds ${E.join(", ")}, expected digits`);
  /** The one id that occurs twice in a batch. */
  const twice = (ids) => ids.flat().filter((id, n, all) => all.indexOf(id) < n);
  batches.forEach((ids, b) => {
    if (ids.some((side) => side.length !== 2)) throw new Error(`batch ${b} has not two ids on each side`);
    const strange = ids.flat().find((id) => !(id in E));
    if (strange !== undefined) throw new Error(`batch ${b} has the id ${strange}, outside 0 … ${E.length - 1}`);
    if (twice(ids).length !== 1) throw new Error(`batch ${b} repeats ${twice(ids).length} ids, expected one`);
    const mine = run(ids).table.at(-1);
    if (String(mine) !== String(expected[b])) throw new Error(`batch ${b} has the gradient ${mine}, expected ${expected[b]}`);
  });

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("tape-view", `
    .course-piece .tape-view.piece-box { line-height: 1.4; }
    .tape-view .tp-row { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: center; margin: 0 0 .6rem; }
    .tape-view fieldset { display: flex; gap: .3rem; align-items: center; min-width: 0; margin: 0; padding: 0; border: 0; }
    .tape-view legend { float: left; width: auto; margin: 0; padding: 0; font-size: 1rem; }
    .tape-view input, .tape-view select { max-width: 100%; padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .tape-view input { width: 2.9rem; }
    .tape-view label { display: inline-flex; flex-wrap: wrap; gap: .2rem .4rem; align-items: center; }
    .tape-view .tp-stage { display: flex; flex-wrap: wrap; gap: .5rem 1.2rem; align-items: flex-start; }
    .tape-view svg { display: block; flex: 1 1 17rem; min-width: 0; max-width: 25rem; height: auto; background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; }
    .tape-view svg text { fill: var(--cp-text); font-size: 13px; text-anchor: middle; }
    .course-piece .tape-view svg .tp-quiet { fill: var(--cp-quiet); }
    .course-piece .tape-view svg .tp-grad { fill: var(--cp-focus); font-weight: 700; }
    .tape-view .tp-cell { fill: var(--cp-back); stroke: var(--cp-line); stroke-width: 1.5; }
    .tape-view .tp-edge { stroke: var(--cp-line); stroke-width: 1.5; }
    .tape-view .tp-on { stroke: var(--cp-strong); stroke-width: 3; }
    .tape-view .tp-on.is-back { stroke: var(--cp-focus); stroke-dasharray: 5 3; }
    .tape-view .tp-head { fill: var(--cp-strong); }
    .tape-view .tp-head.is-back { fill: var(--cp-focus); }
    .tape-view ol { flex: 1 1 17rem; min-width: 0; margin: 0; padding: 0; list-style: none; }
    .tape-view ol li { min-height: 4.4em; margin: 0; padding: .2rem .5rem; border-left: 4px solid transparent; }
    .tape-view ol li[aria-current] { background: var(--cp-chosen); border-left-color: var(--cp-strong); }
    .tape-view ol li.is-back { border-left-color: var(--cp-focus); border-left-style: dashed; }
    .tape-view ol span { display: block; color: var(--cp-quiet); font-size: .9rem; }
    .course-piece .tape-view button { padding-inline: .6rem; }
    .course-piece .tape-view button[aria-disabled="true"] { color: var(--cp-quiet); border-style: dashed; cursor: default; }
    .course-piece .tape-view .tp-status { min-height: 2.8em; }
    .course-piece .tape-view .tp-key { margin: .4rem 0 .6rem; color: var(--cp-quiet); font-size: .9rem; }
    @media (max-width: 600px) { .course-piece .tape-view .tp-status { min-height: 5.6em; } }`);

  /** All numbers of a batch: values, the gradients of each, and the table's before, between and after its lookups. */
  function run([one, two]) {
    const [left, right] = [one, two].map((ids) => ids.map((id) => E[id]));
    const product = left.map((x, n) => x * right[n]);
    const table = [E.map(() => 0)];
    for (const [ids, sent] of [[two, left], [one, right]]) { // the later lookup reports first
      table.push([...table.at(-1)]);
      ids.forEach((id, n) => { table.at(-1)[id] += sent[n]; });
    }
    return { left, right, product, loss: [product[0] + product[1]], table };
  }

  const END = 8; // take, take, mul, total, and the same back
  let [batch, step, guess, note] = [0, 0, null, ""];
  const shown = new Set(); // predictions that would come too late
  const met = new Set();
  const tuple = (numbers) => `(${numbers.join(", ")})`;
  const list = (numbers) => `[${numbers.join(", ")}]`;

  /** The row that is read twice, what arrives at it in order, and the step with which the last of it arrives. */
  function goal() {
    const [one, two] = batches[batch];
    const [row] = twice([one, two]);
    const from = (ids, other) => ids.flatMap((id, n) => (id === row ? [E[other[n]]] : []));
    const [first, last] = [from(two, one), from(one, two)];
    return { row, first, all: [...first, ...last], done: last.length ? 8 : 7, name: `${batch}: ${first}; ${last}` };
  }

  // ---------------------------------------------------------------- the drawing
  const [HIGH, WIDE] = [34, 44];
  const picture = svg("svg", { role: "img", viewBox: `0 0 300 ${E.length * 46 + 22}` });
  function paint(now) {
    const [one, two] = batches[batch];
    const back = step > 4;
    const op = back ? END + 1 - step : step; // 1 and 2 are the lookups, 3 is mul, 4 is total
    const middle = E.length * 23 + 20;
    const places = { E: E.map((_, i) => [18, 24 + 46 * i]), left: [0, 1].map((n) => [106, 24 + 38 * n]), right: [0, 1].map((n) => [106, middle + 10 + 38 * n]),
      product: [0, 1].map((n) => [185, middle - 36 + 38 * n]), loss: [[252, middle - 17]] };
    const edges = [0, 1].flatMap((n) => [[1, places.E[one[n]], places.left[n]], [2, places.E[two[n]], places.right[n]],
      [3, places.left[n], places.product[n]], [3, places.right[n], places.product[n]], [4, places.product[n], places.loss[0]]]);
    const parts = [];
    for (const [of, [ax, ay], [bx, by]] of edges.sort((a, b) => (a[0] === op) - (b[0] === op))) {
      const [x1, y1, x2, y2] = [ax + WIDE, ay + HIGH / 2, bx, by + HIGH / 2];
      const way = back ? " is-back" : "";
      parts.push(svg("line", { class: of === op ? `tp-on${way}` : "tp-edge", x1, y1, x2, y2 }));
      if (of !== op) continue;
      const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI + (back ? 180 : 0);
      parts.push(svg("path", { class: `tp-head${way}`, d: "M0 0L-11 -6V6Z", transform: `translate(${back ? [x1, y1] : [x2, y2]}) rotate(${turn})` }));
    }
    for (const [name, spots] of Object.entries(places)) {
      const [x, y] = spots[0];
      parts.push(svg("text", { x: x + WIDE / 2, y: y - 8, class: "tp-quiet" }, name));
      spots.forEach(([left, top], n) => {
        if (name === "E") parts.push(svg("text", { x: 9, y: top + 22, class: "tp-quiet" }, String(n)));
        parts.push(svg("rect", { class: "tp-cell", x: left, y: top, width: WIDE, height: HIGH, rx: 3 }));
        const [value, gradient] = now[name];
        if (value) parts.push(svg("text", { x: left + WIDE / 2, y: top + 14 }, String(value[n])));
        if (gradient) parts.push(svg("text", { x: left + WIDE / 2, y: top + 29, class: "tp-grad" }, String(gradient[n])));
      });
    }
    picture.replaceChildren(...parts);
    picture.setAttribute("aria-label", `The graph. ${Object.entries(now).map(([name, [value, gradient]]) => `${name} ${value ? tuple(value) : "not computed yet"}${gradient ? `, gradient ${tuple(gradient)}` : ""}`).join("; ")}.`);
  }

  // ---------------------------------------------------------------- controls
  const title = make("p", { class: "piece-title", id: unique("tape-view") }, data.label);
  const status = make("p", { role: "status", class: "tp-status" });
  const choice = make("select", { onchange: () => { batch = Number(choice.value); anew(); } },
    batches.map(([one, two], b) => make("option", { value: b }, `left ${list(one)}, right ${list(two)}`)));
  const cells = E.map((value, i) => make("input", { type: "number", min: 0, max: 9, step: 1, value, "aria-label": `row ${i} of E`,
    oninput: ({ target }) => { E[i] = Math.min(9, Math.max(0, Math.round(Number(target.value)) || 0)); anew(); } }));
  const ask = make("span", {});
  const field = make("input", { type: "number", step: 1 });
  const form = make("form", { class: "tp-row", novalidate: true, onsubmit: (event) => { event.preventDefault(); predict(); } },
    make("label", {}, ask, field), make("button", { type: "submit" }, "Predict"));
  // aria-disabled instead of disabled: a button that has just been pressed must not lose the focus.
  function button(text, target) {
    const node = make("button", { type: "button", onclick: () => { if (node.getAttribute("aria-disabled") !== "true") go(target()); } }, text);
    return node;
  }
  const [next, back, start] = [button("Next step", () => step + 1), button("Back", () => step - 1), button("Start over", () => 0)];
  const items = [0, 1, 2, 3].map(() => make("li", {}));
  const aims = goals(batches.map((ids, b) => [`row ${twice(ids)[0]} with left ${list(ids[0])}`, () => met.has(b)]), "Predicted before the tape showed it:");

  function anew() {
    [step, guess, note] = [0, null, ""];
    field.value = "";
    draw();
  }
  function predict() {
    const { row, name } = goal();
    if (shown.has(name)) note = `The tape has already shown what row ${row} gets. Choose another batch, or change the numbers that reach it.`;
    else if (field.value === "") note = "Enter a number first.";
    else {
      guess = Number(field.value);
      note = `You predict ${guess} for row ${row}. Step on to see.`;
    }
    draw();
  }
  function go(to) {
    [step, note] = [to, ""];
    const { all, done, name } = goal();
    if (step >= done) {
      shown.add(name);
      if (guess === sum(all)) met.add(batch);
    }
    draw();
  }
  const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);

  /** What the step did, in words. */
  function words({ left, right, product, loss }) {
    const [one, two] = batches[batch];
    const { row, first, all, done } = goal();
    const gives = (ids, sent) => ids.map((id, n) => `${sent[n]} to row ${id}`).join(" and ");
    const holds = (terms) => `Row ${row} holds ${terms.length > 1 ? `${terms.join(" + ")} = ` : ""}${sum(terms)}`;
    const takes = (ids, name, values) => `take copies rows ${ids.join(" and ")} of E: ${name} is ${tuple(values)}. It saves the ids for the way back.`;
    const verdict = step < done || guess === null ? "" : guess === sum(all) ? ` You predicted ${guess}: right.` : ` You predicted ${guess}: not so. Change a number of E and try again.`;
    return [
      `Nothing is computed yet. Row ${row} of E will be read twice.`,
      takes(one, "left", left), takes(two, "right", right),
      `mul: product is (${left.map((x, n) => `${x} · ${right[n]}`).join(", ")}) = ${tuple(product)}. It saves both factors.`,
      `total: the loss is ${product.join(" + ")} = ${loss[0]}. It saves the shape.`,
      "Backward: the loss has the gradient 1, and total sends it to each number of product.",
      `mul multiplies by what it saved: left gets the numbers of right, ${tuple(right)}, and right those of left, ${tuple(left)}.`,
      `The lookup right sends back to the rows that it read: ${gives(two, left)}. ${holds(first)}; left has not reported yet.`,
      `The lookup left does the same: ${gives(one, right)}. ${holds(all)}.`][step] + verdict;
  }

  function draw() {
    const all = run(batches[batch]);
    const { left, right, product, loss, table } = all;
    const [one, two] = batches[batch];
    const from = (of, value) => (step >= of ? value : undefined);
    paint({ E: [E, from(7, table[step - 6])], left: [from(1, left), from(6, right)], right: [from(2, right), from(6, left)],
      product: [from(3, product), from(5, [1, 1])], loss: [from(4, loss), from(5, [1])] });
    const difference = table[2].map((x, i) => x - table[1][i]);
    [[`left = take(E, ${list(one)})`, `ids ${list(one)}`, `E ${tuple(difference)}`], [`right = take(E, ${list(two)})`, `ids ${list(two)}`, `E ${tuple(table[1])}`],
      ["product = mul(left, right)", `left ${tuple(left)}, right ${tuple(right)}`, `left ${tuple(right)}, right ${tuple(left)}`],
      ["loss = total(product)", "the shape (2,)", "product (1, 1)"]].forEach(([code, saved, sent], n) => {
      items[n].replaceChildren(make("code", {}, code), ...(step > n ? [make("span", {}, `saved: ${saved}`)] : []), ...(step >= END - n ? [make("span", {}, `sent back: ${sent}`)] : []));
      items[n].className = step === END - n ? "is-back" : "";
      if (step && [n + 1, END - n].includes(step)) items[n].setAttribute("aria-current", "step");
      else items[n].removeAttribute("aria-current");
    });
    for (const [node, off] of [[next, step === END], [back, step === 0], [start, step === 0]]) node.setAttribute("aria-disabled", String(off));
    ask.textContent = `Gradient of row ${goal().row}`;
    aims.check();
    status.textContent = note || words(all);
  }

  draw();
  return make("div", { class: "piece-box tape-view", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "tp-row" }, make("label", {}, "Batch", choice),
      make("fieldset", {}, make("legend", {}, "Table E"), cells)),
    form, make("div", { class: "tp-row" }, next, back, start), status,
    make("div", { class: "tp-stage" }, picture, make("ol", { "aria-label": "The tape" }, items)),
    make("p", { class: "tp-key" }, "In each box the value, and below it the gradient. Solid arrow: forward; dashed: back."), ...aims.nodes);
}]);
