/* <counts-view>: one table of words and contexts three times, as counts, as positive PMI, and as what rows of d numbers
   give back of the PMI. Choose a pair to read its three numbers, and d to see from how many numbers on the neighbours of
   a word are right: those that the PMI gives.
   Data: {label, words: [n centers], contexts: [m], counts: [n][m], pmi: [n][m], left: [n][r], right: [r][m], at: [row, column],
   pairs: [[word, its neighbour], ...]}. The product of left and right is the PMI; their first d columns and rows give the table
   of rank d. Each pair is a goal: the fewest numbers that bring its neighbour nearest. */
"use strict";
(window.coursePieces ??= []).push(["counts-view", (data, { make, unique, svg, style, tidy, goals }) => {
  const { words, contexts, counts, pmi, left, right } = data;
  const rebuilt = (d) => left.map((row) => contexts.map((_, c) => row.slice(0, d).reduce((sum, x, r) => sum + x * right[r][c], 0)));
  const tables = right.map((_, r) => rebuilt(r + 1)); // of rank 1, 2, ...
  const most = tables.length;
  for (const [name, table] of [["counts", counts], ["pmi", pmi]]) {
    if (table.length !== words.length || table.some((row) => row.length !== contexts.length)) throw new Error(`${name} is no table of ${words.length} words and ${contexts.length} contexts`);
  }
  const off = Math.max(...tables[most - 1].flatMap((row, w) => row.map((value, c) => Math.abs(value - pmi[w][c]))));
  if (!(off < 0.005)) throw new Error(`the product of left and right is ${tidy(off)} away from the PMI`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("counts-view", `
    .counts-view .co-controls { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: 0 0 .7rem; }
    .counts-view label { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 .5rem; margin: 0; }
    .counts-view .co-rank { flex: 1 1 14rem; max-width: 22rem; }
    .counts-view .co-value { font-weight: 700; font-variant-numeric: tabular-nums; }
    .counts-view select { padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .counts-view input[type="range"] { flex: 1 1 8rem; }
    .counts-view .co-maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13.6rem), 1fr)); gap: .8rem .6rem; }
    .counts-view .co-map { max-width: 18rem; }
    .counts-view fieldset { display: none; flex-wrap: wrap; gap: .1rem .9rem; min-width: 0; margin: 0 0 .5rem; padding: 0; border: 0; }
    .counts-view legend { float: left; width: auto; margin: 0; padding: 0; font-size: 1rem; font-weight: 600; }
    .counts-view fieldset label { gap: .35rem; }
    @media (max-width: 600px) { /* a phone shows one map at a time */
      .counts-view fieldset { display: flex; }
      .counts-view .co-map:not(.is-shown) { display: none; }
    }
    .course-piece .counts-view .co-map p { margin: 0; }
    .course-piece .counts-view .co-name { font-weight: 600; }
    .counts-view svg { display: block; width: 100%; height: auto; cursor: crosshair; touch-action: manipulation; }
    .counts-view svg text { fill: var(--cp-text); font-size: 12.4px; font-family: inherit; }
    .counts-view svg .is-chosen { fill: var(--cp-strong); text-decoration: underline; } /* a bold name would be too wide */
    .counts-view .co-back { fill: var(--cp-panel); stroke: var(--cp-line); }
    .counts-view .co-more { fill: var(--cp-strong); }
    .counts-view .co-less { fill: var(--cp-focus); }
    .counts-view .co-minus { stroke: var(--cp-text); stroke-width: 1.5; }
    .counts-view .co-row { fill: none; stroke: var(--cp-quiet); }
    .counts-view .co-pair { fill: none; stroke: var(--cp-focus); stroke-width: 2.5; }
    .counts-view .co-near { font-size: .9rem; font-variant-numeric: tabular-nums; }
    .course-piece .counts-view .co-status { min-height: 3em; margin: .7rem 0 .4rem; }`);

  const show = (value) => value.toFixed(2).replace(/^-(?=0\.00$)/, "").replace("-", "−");
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  /** The other words with the cosine of their rows, the nearest first. Cosines that look equal are equal here. */
  function near(table, row) {
    const cosine = (other) => dot(table[row], table[other]) / (Math.sqrt(dot(table[row], table[row]) * dot(table[other], table[other])) || 1);
    return words.map((word, other) => ({ word, cos: Number(cosine(other).toFixed(2)) })).filter((_, other) => other !== row).sort((a, b) => b.cos - a.cos);
  }
  const nearest = (table, row) => {
    const found = near(table, row);
    return found.filter(({ cos }) => cos === found[0].cos).map(({ word }) => word);
  };
  const named = (found) => (found.length > 3 ? `no single word: ${found.length} are equally near` : `${found.join(" and ")}${found.length > 1 ? " alike" : ""}`);

  let [w, c] = data.at;
  let d = most;

  // ---------------------------------------------------------------- the three maps
  const [LEFT, TOP, CELL] = [52, 68, 14.2];
  const [W, H] = [LEFT + CELL * contexts.length + 1, TOP + CELL * words.length + 1];
  function map(scale) {
    const name = make("p", { class: "co-name" });
    const told = make("p", { class: "co-value" });
    const others = make("p", { class: "co-near" });
    const picture = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img" });
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const [column, row] = [((event.clientX - box.left) / box.width * W - LEFT) / CELL, ((event.clientY - box.top) / box.height * H - TOP) / CELL].map(Math.floor);
      if (row >= 0 && row < words.length && column >= 0 && column < contexts.length) change(() => { [w, c] = [row, column]; });
    });
    function draw(title, table, text) {
      const parts = [svg("rect", { class: "co-back", x: LEFT, y: TOP, width: CELL * contexts.length, height: CELL * words.length })];
      words.forEach((word, row) => parts.push(svg("text", { class: row === w ? "is-chosen" : "", x: LEFT - 4, y: TOP + CELL * row + 11.5, "text-anchor": "end" }, word)));
      contexts.forEach((word, column) => parts.push(svg("text", { class: column === c ? "is-chosen" : "", transform: `translate(${LEFT + CELL * column + 11.5} ${TOP - 4}) rotate(-90)` }, word)));
      table.forEach((values, row) => values.forEach((value, column) => {
        const share = Math.min(1, Math.abs(value) / scale);
        const [x, y] = [LEFT + CELL * column, TOP + CELL * row];
        if (share >= 0.01) parts.push(svg("rect", { class: value > 0 ? "co-more" : "co-less", "fill-opacity": share.toFixed(3), x: x + 0.5, y: y + 0.5, width: CELL - 1, height: CELL - 1 }));
        if (value < 0 && share >= 0.05) parts.push(svg("path", { class: "co-minus", d: `M${x + 4} ${y + CELL / 2}h${CELL - 8}` }));
      }));
      parts.push(svg("rect", { class: "co-row", x: LEFT, y: TOP + CELL * w, width: CELL * contexts.length, height: CELL }),
        svg("rect", { class: "co-pair", x: LEFT + CELL * c, y: TOP + CELL * w, width: CELL, height: CELL }));
      picture.replaceChildren(...parts);
      name.textContent = title;
      told.textContent = text;
      others.textContent = `nearest: ${near(table, w).slice(0, 3).map(({ word, cos }) => `${word}\u00a0${show(cos)}`).join(", ")}`;
      picture.setAttribute("aria-label", `${title}: a cell for each of ${words.length} words and ${contexts.length} contexts, the stronger the larger its number`);
    }
    return { draw, node: make("div", { class: "co-map" }, name, picture, told, others) };
  }

  // ---------------------------------------------------------------- controls
  function choice(text, names, set) {
    const id = unique("counts-view");
    const field = make("select", { id, onchange: () => change(() => set(field.selectedIndex)) }, names.map((name) => make("option", {}, name)));
    return { field, node: make("label", { for: id }, text, field) };
  }
  const center = choice("Center", words, (to) => { w = to; });
  const context = choice("Context", contexts, (to) => { c = to; });
  const rank = make("input", { type: "range", id: unique("counts-view"), min: 1, max: most, step: 1, oninput: () => {
    change(() => { d = Number(rank.value); });
    shown(2); // what has changed
  } });
  const value = make("span", { class: "co-value", "aria-hidden": "true" });
  const [few, much] = [counts, pmi].map((table) => Math.max(...table.flat()));
  const maps = [map(few), map(much), map(much)];
  const [counted, wanted, given] = maps;
  const group = unique("counts-view");
  const which = ["counts", "PMI", "rows of d"].map((text, n) => make("input", { type: "radio", name: group, value: text, onchange: () => shown(n) }));
  /** The map that a narrow screen shows. */
  function shown(n) {
    which[n].checked = true;
    maps.forEach(({ node }, k) => node.classList.toggle("is-shown", k === n));
  }

  const seen = new Set(); // for which words at which d the reader has looked
  const isRight = (row, d) => nearest(tables[d - 1], row).join() === nearest(pmi, row).join();
  const aims = goals([...data.pairs.map(([word, other]) => {
    const row = words.indexOf(word);
    if (nearest(pmi, row).join() !== other) throw new Error(`the PMI puts ${nearest(pmi, row).join(" and ")} nearest to ${word}, expected ${other}`);
    const fewest = tables.findIndex((_, r) => isRight(row, r + 1)) + 1;
    // To know that it is the smallest one must have seen the next smaller fail.
    return [`the smallest d that puts ${other} nearest to ${word}`, () => w === row && d === fewest && (d === 1 || seen.has(`${row} ${d - 1}`))];
  }), ["a pair that was never read and that short rows put above 1", () => counts[w][c] === 0 && tables[d - 1][w][c] > 1]]);

  const title = make("p", { class: "piece-title", id: unique("counts-view") }, data.label);
  const status = make("p", { role: "status", class: "co-status" });
  function change(act) {
    act();
    seen.add(`${w} ${d}`);
    draw();
    status.append(...aims.check().map((found) => ` ${found}`));
  }
  function draw() {
    const table = tables[d - 1];
    const [word, beside] = [words[w], contexts[c]];
    [center.field.selectedIndex, context.field.selectedIndex, rank.value, value.textContent] = [w, c, d, d];
    counted.draw("Counts", counts, `${word}, ${beside}: ${counts[w][c]}`);
    wanted.draw("Positive PMI", pmi, `${word}, ${beside}: ${show(pmi[w][c])}`);
    given.draw(`Rows of ${d} number${d > 1 ? "s" : ""}`, table, `${word}, ${beside}: ${show(table[w][c])}`);
    const times = counts[w][c];
    const verdict = isRight(w, d) ? ", and by these rows too" : `; by these rows it is ${named(nearest(table, w))}`;
    status.textContent = `“${beside}” was read ${times} time${times === 1 ? "" : "s"} beside “${word}”: positive PMI ${show(pmi[w][c])}, from rows of ${d} number${d > 1 ? "s" : ""} ${show(table[w][c])}. By PMI the nearest to “${word}” is ${named(nearest(pmi, w))}${verdict}.`;
  }

  draw();
  shown(0);
  return make("div", { class: "piece-box counts-view", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "co-controls" }, center.node, context.node, make("label", { class: "co-rank", for: rank.id }, "Numbers a word, d", value, rank)),
    make("fieldset", {}, make("legend", {}, "Map:"), which.map((input) => make("label", {}, input, input.value))),
    make("div", { class: "co-maps" }, maps.map(({ node }) => node)), status, ...aims.nodes);
}]);
