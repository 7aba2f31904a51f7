/* <batch-view>: batches drawn from a text, and the rows of the table that they reach. Each square is a row, by
   rank; it fills with the share of the steps in which the row had a gradient. Goals for the reader.
   Data: {label, runs: [[count, rows with it] falling], shown: [[rank from 1, word]], sizes: [words in a batch],
   expected: [distinct rows expected, for each size], chosen: a size, watched: rank from 1}, from Python. */
"use strict";
(window.coursePieces ??= []).push(["batch-view", (data, { make, unique, scrollable, svg, style }) => {
  const { shown, sizes, expected, watched } = data;
  const counts = data.runs.flatMap(([count, rows]) => Array(rows).fill(count));
  const V = counts.length;
  if (counts.some((count, i) => !(count > 0) || (i && count > counts[i - 1]))) throw new Error("the counts are not positive and falling");
  if (sizes.length !== expected.length) throw new Error(`${sizes.length} sizes and ${expected.length} expectations, expected as many`);
  if (!sizes.includes(data.chosen)) throw new Error(`a batch of ${data.chosen} is not among the sizes`);
  const strange = [watched, ...shown.map(([rank]) => rank)].find((rank) => !(rank >= 1 && rank <= V));
  if (strange !== undefined) throw new Error(`the rank ${strange} is outside 1 … ${V}`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("batch-view", `
    .course-piece .batch-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.45; }
    .batch-view .bv-controls { display: flex; flex-wrap: wrap; gap: .5rem .6rem; align-items: center; margin-bottom: .6rem; }
    .batch-view label { font-weight: 600; }
    .batch-view input[type="range"] { width: 8rem; accent-color: var(--cp-strong); vertical-align: middle; }
    .batch-view .bv-buttons { display: inline-flex; flex-wrap: wrap; gap: .5rem; }
    .batch-view .bv-slider { display: inline-flex; gap: .5rem; align-items: center; }
    .batch-view .bv-size { display: inline-block; min-width: 3.2rem; font-variant-numeric: tabular-nums; }
    .batch-view svg { display: block; width: 100%; max-width: 40rem; height: auto; }
    .batch-view .bv-0 { fill: var(--cp-panel); stroke: var(--cp-line); stroke-width: .7; }
    .batch-view .bv-1 { fill: color-mix(in srgb, var(--cp-strong) 30%, var(--cp-panel)); background: color-mix(in srgb, var(--cp-strong) 30%, var(--cp-panel)); }
    .batch-view .bv-2 { fill: color-mix(in srgb, var(--cp-strong) 62%, var(--cp-panel)); background: color-mix(in srgb, var(--cp-strong) 62%, var(--cp-panel)); }
    .batch-view .bv-3 { fill: var(--cp-strong); background: var(--cp-strong); }
    .batch-view .bv-4 { fill: var(--cp-focus); background: var(--cp-focus); }
    .course-piece .batch-view ul { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .4rem 0; padding: 0; list-style: none; font-size: .92rem; }
    .batch-view .bv-key span { display: inline-block; width: .8em; height: .8em; margin-right: .35em; border: 1px solid var(--cp-line); }
    .batch-view .bv-goals li::before { content: "– "; }
    .batch-view .bv-goals li.is-met::before { content: "✓ "; }
    .batch-view .bv-goals li.is-met { color: var(--cp-right); font-weight: 600; }
    .batch-view .bv-box { max-width: 100%; overflow-x: auto; }
    .course-piece .batch-view table { width: auto; margin: .3rem 0 0; border-collapse: collapse; color: inherit; background: transparent; font-size: .95rem; font-variant-numeric: tabular-nums; }
    .course-piece .batch-view tr, .course-piece .batch-view tr:hover { background: transparent; }
    .course-piece .batch-view th, .course-piece .batch-view td { padding: .15rem .6rem; border: 1px solid var(--cp-line); background: transparent; color: inherit; font-weight: 400; text-align: right; }
    .course-piece .batch-view th:first-child { text-align: left; }
    .course-piece .batch-view thead th { background: var(--cp-panel); }
    @media (max-width: 600px) {
      .course-piece .batch-view table { font-size: .82rem; }
      .course-piece .batch-view th, .course-piece .batch-view td { padding: .15rem .2rem; }
    }
    .course-piece .bv-status { min-height: 3em; margin: .5rem 0 .3rem; }`);

  const said = (n) => n.toLocaleString("en-US");
  const total = counts.reduce((sum, count) => sum + count, 0);
  const until = []; // counts of all rows up to this one
  counts.reduce((sum, count, i) => (until[i] = sum + count), 0);
  let at = sizes.indexOf(data.chosen);
  let seed, steps, latest, occurrences, updates;

  function random() { // mulberry32: the same batches for every reader
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  function id() { // a word of the text at random, as its rank from zero
    const place = random() * total;
    let [low, high] = [0, V - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (until[middle] > place) high = middle; else low = middle + 1;
    }
    return low;
  }
  function restart() {
    [seed, steps, latest] = [7 + at, 0, 0];
    [occurrences, updates] = [new Int32Array(V), new Int32Array(V)];
  }
  function batches(many) {
    for (let k = 0; k < many; k += 1, steps += 1) {
      const reached = new Set();
      for (let n = 0; n < sizes[at]; n += 1) {
        const row = id();
        occurrences[row] += 1;
        reached.add(row);
      }
      reached.forEach((row) => { updates[row] += 1; });
      latest = reached.size;
    }
    draw();
  }

  const COLUMNS = 100;
  const shades = [0, 1, 2, 3, 4].map((shade) => svg("path", { class: `bv-${shade}` }));
  const picture = svg("svg", { viewBox: `-1 -1 ${COLUMNS * 10 + 1} ${Math.ceil(V / COLUMNS) * 10 + 1}`, role: "img" });
  picture.append(...shades);

  const size = unique("batch-view-size");
  const value = make("span", { class: "bv-size", "aria-hidden": "true" });
  const slider = make("input", { id: size, type: "range", min: 0, max: sizes.length - 1, step: 1, value: at,
    oninput: () => { at = Number(slider.value); restart(); batches(1); } });
  const button = (text, act) => make("button", { type: "button", onclick: act }, text);
  const controls = make("div", { class: "bv-controls" },
    make("span", { class: "bv-slider" }, make("label", { for: size }, "Words in a batch"), slider, value),
    make("span", { class: "bv-buttons" }, button("Next batch", () => batches(1)), button("Ten batches", () => batches(10)),
      button("Start over", () => { restart(); batches(1); })));
  const key = make("ul", { class: "bv-key" }, ["no gradient yet", "in up to a quarter of the steps", "up to three quarters", "more", "in every step"]
    .map((text, shade) => make("li", {}, make("span", { class: `bv-${shade}` }), text)));

  const name = (rank) => (shown.find(([r]) => r === rank) ?? [0, `rank ${rank}`])[1];
  const goals = [
    ["a batch that reaches half of the rows", () => latest >= V / 2],
    [`“${name(watched)}” in each of ten batches`, () => steps >= 10 && updates[watched - 1] === steps],
    ["the last row gets a gradient", () => updates[V - 1] > 0],
  ].map(([text, met]) => ({ met, item: make("li", {}, text) }));

  const rows = shown.map(([rank, word]) => {
    const cells = [make("td", {}), make("td", {})];
    return { rank, cells, row: make("tr", {}, make("th", { scope: "row" }, word), make("td", {}, said(rank)), cells) };
  });
  const box = make("div", { class: "bv-box", role: "group", "aria-label": "Five words" }, make("table", {},
    make("thead", {}, make("tr", {}, ["word", "rank", "occurrences", "steps with a gradient"].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, rows.map(({ row }) => row))));
  scrollable(box);
  const status = make("p", { role: "status", class: "bv-status" });

  function draw() {
    const squares = ["", "", "", "", ""];
    let touched = 0;
    updates.forEach((times, row) => {
      const part = times / steps;
      const shade = times === 0 ? 0 : part === 1 ? 4 : part > 0.75 ? 3 : part > 0.25 ? 2 : 1;
      touched += times > 0;
      squares[shade] += `M${(row % COLUMNS) * 10} ${Math.floor(row / COLUMNS) * 10}h8v8h-8z`;
    });
    shades.forEach((path, shade) => path.setAttribute("d", squares[shade]));
    value.textContent = said(sizes[at]);
    slider.setAttribute("aria-valuetext", `${said(sizes[at])} words`);
    rows.forEach(({ rank, cells: [first, second] }) => {
      first.textContent = said(occurrences[rank - 1]);
      second.textContent = `${updates[rank - 1]} of ${steps}`;
    });
    for (const goal of goals) if (goal.met()) goal.item.className = "is-met";
    status.textContent = `${steps} ${steps === 1 ? "batch" : "batches"} of ${said(sizes[at])} words. The latest reached ${said(latest)} of ${said(V)} rows; `
      + `the formula expects ${expected[at].toLocaleString("en-US")}. ${said(touched)} rows have had a gradient, ${said(V - touched)} none.`;
    picture.setAttribute("aria-label", `${said(V)} rows by rank, ${said(touched)} of them with a gradient so far.`);
  }

  const title = make("p", { class: "piece-title", id: unique("batch-view") }, data.label);
  const body = make("div", { class: "batch-view", role: "group", "aria-labelledby": title.id }, title, controls, picture, key, status,
    make("ul", { class: "bv-goals", "aria-label": "Goals" }, goals.map(({ item }) => item)), box);
  restart();
  batches(1);
  return body;
}]);
