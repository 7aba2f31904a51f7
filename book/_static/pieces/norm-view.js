/* <norm-view>: the length of every row against its frequency rank, in trainings that differ in tying,
   optimizer and initialization. The axis of lengths is the same for all trainings of one σ. Data: {label, ranks: [0-based ranks that are drawn], never: how many rows never
   occur, clear: from which size of a rank correlation on there is a tendency, chosen: [tied, rule, sigma], bands: [names],
   settings: [{tied, rule, sigma, norms: one for each of ranks, then the rows never seen, means: one for
   each band, start: mean length before training, rho: [rank correlation for each seed]}]}, from Python. */
"use strict";
(window.coursePieces ??= []).push(["norm-view", (data, { make, unique, scrollable, svg, style }) => {
  const { ranks, never, bands, settings } = data;
  const kinds = (name) => [...new Set(settings.map((setting) => setting[name]))];
  const find = (tied, rule, sigma) => settings.find((s) => s.tied === tied && s.rule === rule && s.sigma === sigma);
  const [ties, rules, sigmas] = [kinds("tied"), kinds("rule"), kinds("sigma")];
  if (ranks.some((rank, i) => i && rank <= ranks[i - 1])) throw new Error("the ranks are not in rising order");
  for (const tied of ties) for (const rule of rules) for (const sigma of sigmas) {
    const setting = find(tied, rule, sigma);
    const name = `${tied ? "tied" : "untied"}, ${rule}, ${sigma}`;
    if (!setting) throw new Error(`the setting ${name} is missing`);
    if (setting.norms.length !== ranks.length + never) throw new Error(`${name} has ${setting.norms.length} lengths, expected ${ranks.length + never}`);
    if (setting.means.length !== bands.length) throw new Error(`${name} has ${setting.means.length} means, expected ${bands.length}`);
    if (setting.norms.some((length) => length < 0)) throw new Error(`${name} has a negative length`);
    if (setting.rho.some((value) => Math.abs(value) > 1)) throw new Error(`${name} has a correlation outside -1 to 1`);
  }
  if (!find(...data.chosen)) throw new Error(`the setting ${data.chosen.join(", ")} is not among the data`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("norm-view", `
    .course-piece .norm-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
    .norm-view .nv-controls { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-bottom: .7rem; }
    .norm-view label { font-weight: 600; }
    .norm-view select { margin-left: .4rem; padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; font-weight: 400; }
    .norm-view svg { display: block; width: 100%; max-width: 40rem; height: auto; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; }
    .norm-view svg text { fill: currentcolor; font-size: 15px; }
    @media (max-width: 600px) { .norm-view svg text { font-size: 24px; } }
    .norm-view .nv-seen { fill: var(--cp-strong); opacity: .75; transition: cy .2s; }
    .norm-view .nv-never { fill: none; stroke: var(--cp-focus); stroke-width: 1.8; transition: cy .2s; }
    .norm-view .nv-axis { stroke: var(--cp-quiet); stroke-width: 1; }
    .norm-view .nv-start { stroke: var(--cp-wrong); stroke-width: 1.8; stroke-dasharray: 7 5; }
    .course-piece .norm-view .nv-key { margin: .3rem 0 .5rem; color: var(--cp-quiet); font-size: .9rem; }
    .norm-view .nv-box { max-width: 100%; overflow-x: auto; }
    .course-piece .norm-view table { margin: .3rem 0 .6rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .95rem; }
    .course-piece .norm-view caption { caption-side: top; padding: 0 0 .3rem; color: inherit; font-weight: 600; text-align: left; }
    .course-piece .norm-view tr, .course-piece .norm-view tr:hover { background: transparent; }
    .course-piece .norm-view th, .course-piece .norm-view td { padding: .2rem .5rem; border: 1px solid var(--cp-line); color: inherit; text-align: left; font-weight: 400; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .course-piece .norm-view th { background: var(--cp-panel); }
    .course-piece .nv-status { min-height: 4.5em; margin-top: .5rem; }
    @media (max-width: 600px) { .course-piece .norm-view th, .course-piece .norm-view td { padding: .2rem .25rem; white-space: normal; } }
    @media (prefers-reduced-motion: reduce) { .norm-view circle { transition: none !important; } }`);

  let [tied, rule, sigma] = data.chosen;
  const tidy = (value) => value.toFixed(2).replace("-", "−");
  const signed = (value) => (value >= 0 ? "+" : "") + tidy(value);

  function choice(text, values, names, value, set) {
    const id = unique("norm-view");
    const select = make("select", { id, onchange: () => { set(values[Number(select.value)]); draw(); } },
      values.map((item, i) => make("option", { value: i, selected: item === value }, names(item))));
    return make("div", {}, make("label", { for: id }, text), select);
  }
  const controls = make("div", { class: "nv-controls" },
    choice("Table", ties, (item) => (item ? "tied" : "untied"), tied, (item) => { tied = item; }),
    choice("Optimizer", rules, String, rule, (item) => { rule = item; }),
    choice("Initial σ", sigmas, String, sigma, (item) => { sigma = item; }));

  const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, LAST] = [640, 370, 64, 56, 18, 540];
  const most = ranks[ranks.length - 1] + 1;
  const across = (rank) => LEFT + 10 + ((LAST - LEFT - 10) * Math.log(rank + 1)) / Math.log(most);
  const down = (length, top) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * length) / top;

  const dots = [...ranks.map((rank) => svg("circle", { cx: across(rank), r: 3.2, class: "nv-seen" })),
    ...Array.from({ length: never }, (_, i) => svg("circle", { cx: 570 + (i % 6) * 10, r: 3.2, class: "nv-never" }))];
  const startLine = svg("line", { x1: LEFT, x2: WIDTH - 8, class: "nv-start" });
  const scale = svg("g");
  const ticks = [1, 10, 100, 1000].filter((rank) => rank <= most).map((rank) => svg("text", { x: across(rank - 1), y: HEIGHT - 32, "text-anchor": "middle" }, String(rank)));
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" }, scale,
    svg("line", { x1: LEFT, x2: WIDTH - 8, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM, class: "nv-axis" }),
    svg("line", { x1: LEFT, x2: LEFT, y1: TOP, y2: HEIGHT - BOTTOM, class: "nv-axis" }),
    ...ticks, svg("text", { x: (LEFT + LAST) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, "rank"),
    svg("text", { x: 595, y: HEIGHT - 32, "text-anchor": "middle" }, "never"), startLine, ...dots);

  const cells = bands.map(() => make("td", {}));
  const box = make("div", { class: "nv-box", role: "group", "aria-label": "Mean lengths" }, make("table", {},
    make("caption", {}, "Mean length of the rows, over all seeds"),
    make("thead", {}, make("tr", {}, ["ranks", ...bands].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, make("tr", {}, make("th", { scope: "row" }, "length"), cells))));
  scrollable(box);
  const status = make("p", { role: "status", class: "nv-status" });

  /** A round number above all lengths: 1, 2 or 5 times a power of ten, in quarters. */
  function ceiling(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 5, 6, 8, 10].map((step) => step * power).find((top) => top >= value);
  }

  function draw() {
    const now = find(tied, rule, sigma);
    const top = ceiling(Math.max(...settings.filter((other) => other.sigma === sigma).flatMap((other) => [...other.norms, other.start])) * 1.02);
    dots.forEach((dot, i) => dot.setAttribute("cy", down(now.norms[i], top)));
    for (const end of ["y1", "y2"]) startLine.setAttribute(end, down(now.start, top));
    scale.replaceChildren(...[0, 1, 2, 3, 4].map((quarter) => svg("text", { x: LEFT - 6, y: down((top * quarter) / 4, top) + 5, "text-anchor": "end" }, String(Number(((top * quarter) / 4).toPrecision(3))))));
    cells.forEach((cell, i) => { cell.textContent = tidy(now.means[i]); });
    const way = now.rho.every((value) => value > data.clear) ? 1 : now.rho.every((value) => value < -data.clear) ? -1 : 0;
    const tendency = ["In every seed rarer rows tend to be longer", "No clear tendency", "In every seed more frequent rows tend to be longer"][way + 1];
    // Does the mean fall, or rise, from each band to the next, as the tendency would have it?
    const turns = now.means.some((mean, i) => i && (way < 0 ? mean <= now.means[i - 1] : mean >= now.means[i - 1]));
    const [low, high] = [Math.min, Math.max].map((best) => now.means.indexOf(best(...now.means)));
    const band = (i) => `${i === bands.length - 1 ? bands[i] : `ranks ${bands[i]}`}, ${tidy(now.means[i])}`;
    status.textContent = `${tied ? "Tied" : "Untied"}, ${rule}, σ = ${sigma}: rank correlation of frequency and length, over all rows and for each seed: ${now.rho.map(signed).join(", ")}. `
      + `${tendency}${way && turns ? ", but not from each band to the next" : ""}. Shortest on average: ${band(low)}; longest: ${band(high)}. At initialization ${tidy(now.start)}.`;
    picture.setAttribute("aria-label", `Length against rank. ${bands.map((band, i) => `${band}: ${tidy(now.means[i])}`).join("; ")}. At initialization ${tidy(now.start)}.`);
  }

  const title = make("p", { class: "piece-title", id: unique("norm-view") }, data.label);
  const body = make("div", { class: "norm-view", role: "group", "aria-labelledby": title.id }, title, controls, picture,
    make("p", { class: "nv-key" }, "Length (upwards) against rank (logarithmic). Filled: rows that occur. Open: rows that never occur. Dashed: mean length at initialization. Dots are of the first seed; all settings with one σ have one scale."), status, box);
  draw();
  return body;
}]);
