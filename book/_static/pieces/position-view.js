/* <position-view>: a query and a key at places that can be moved; the sinusoid of the query's place,
   the pairs of the query turned by RoPE, and the score of the two. Everything shown comes from Python.
   Data: {label, query, key: [d], start: [place of the query, of the key], omega: [d/2],
   sinusoids: [places][d], turned: {layout: {query, key: [places][d]}}, scores: {layout: [places][places]}},
   layout being "adjacent" (0 with 1, 2 with 3, ...) or "halves" (0 with d/2, ...). */
"use strict";
(window.coursePieces ??= []).push(["position-view", (data, { make, unique, scrollable }) => {
  const { query, omega, sinusoids, turned, scores } = data;
  const d = query.length;
  const places = sinusoids.length;
  const half = d / 2;
  if (d % 2 || omega.length !== half) throw new Error(`${d} numbers and ${omega.length} frequencies, expected an even width and half as many`);
  const pairs = {
    adjacent: omega.map((_, i) => [2 * i, 2 * i + 1]),
    halves: omega.map((_, i) => [i, i + half]),
  };
  for (const layout of Object.keys(pairs)) {
    if (turned[layout].query.length !== places || scores[layout].length !== places) throw new Error(`the layout ${layout} has not ${places} places`);
  }

  // Colours and boxes are those of course.css; this is only what no other piece has.
  if (!document.getElementById("position-view-style")) {
    document.head.append(make("style", { id: "position-view-style" }, `
      .course-piece .position-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
      .position-view .pv-controls { display: grid; gap: .4rem 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); margin-bottom: .6rem; }
      .position-view .pv-controls label { display: flex; flex-wrap: wrap; gap: .2rem .5rem; align-items: center; }
      .position-view input[type="range"] { flex: 1 1 100%; min-width: 0; accent-color: var(--cp-strong); }
      .position-view input[type="checkbox"] { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--cp-strong); }
      .position-view .pv-place { min-width: 1.6em; font-weight: 700; font-variant-numeric: tabular-nums; }
      .position-view select { padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
      .position-view .pv-box { max-width: 100%; overflow-x: auto; }
      .course-piece .position-view table { margin: .2rem 0 .6rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .9rem; font-variant-numeric: tabular-nums; }
      .course-piece .position-view caption { caption-side: top; padding: 0 0 .2rem; color: inherit; font-weight: 600; text-align: left; white-space: nowrap; }
      .course-piece .position-view tr, .course-piece .position-view tr:hover { background: transparent; }
      .course-piece .position-view th, .course-piece .position-view td { padding: .15rem .45rem; border: 1px solid var(--cp-line); color: inherit; text-align: right; font-weight: 400; white-space: nowrap; }
      .course-piece .position-view th { background: var(--cp-panel); }
      .position-view .pv-dials { display: flex; flex-wrap: wrap; gap: .6rem 1rem; margin: .2rem 0 .6rem; padding: 0; list-style: none; }
      .course-piece .position-view .pv-dials li { margin: 0; width: 7.6rem; font-size: .85rem; text-align: center; }
      .position-view svg { display: block; width: 6.4rem; height: 6.4rem; margin: 0 auto .2rem; }
      .position-view .pv-rim { fill: none; stroke: var(--cp-line); }
      .position-view .pv-from { stroke: var(--cp-quiet); stroke-width: 1.5; stroke-dasharray: 4 3; }
      .position-view .pv-to { stroke: var(--cp-strong); stroke-width: 3.5; stroke-linecap: round; }
      .position-view .pv-tip { fill: var(--cp-strong); }
      .position-view .pv-score { font-weight: 700; }
      .course-piece .pv-status { min-height: 4.5em; }`));
  }

  const fixed = (value, digits = 3) => value.toFixed(digits).replace(/^-(?=0\.?0*$)/, "").replace("-", "−");
  let [m, n] = data.start;
  let layout = "adjacent";

  const title = make("p", { class: "piece-title", id: unique("position-view") }, data.label);
  const status = make("p", { role: "status", class: "pv-status" });

  /** A slider with its number; the browser gives it the arrow keys, Home, End and Page Up and Down. */
  function slider(text, value, moved) {
    const id = unique("position-view");
    const shown = make("span", { class: "pv-place", "aria-hidden": "true" });
    const range = make("input", { type: "range", id, min: 0, max: places - 1, step: 1, value, oninput: () => moved(Number(range.value)) });
    return { range, shown, label: make("label", { for: id }, text, shown, range) };
  }
  const keep = make("input", { type: "checkbox" });
  const forQuery = slider("Place of the query", m, (to) => {
    // With the distance kept the key comes along, and neither may leave the table.
    const shift = keep.checked ? Math.min(Math.max(to - m, -n), places - 1 - n) : 0;
    m = keep.checked ? m + shift : to;
    n += shift;
    draw();
  });
  const forKey = slider("Place of the key", n, (to) => {
    const shift = keep.checked ? Math.min(Math.max(to - n, -m), places - 1 - m) : 0;
    n = keep.checked ? n + shift : to;
    m += shift;
    draw();
  });
  const choice = make("select", { onchange: () => { layout = choice.value; draw(); } },
    make("option", { value: "adjacent" }, "adjacent: 0 with 1"), make("option", { value: "halves" }, `halves: 0 with ${half}`));

  function table(caption, name) {
    const cells = Array.from({ length: d }, () => make("td", {}));
    const words = make("caption", {}, caption);
    const heads = cells.map((_, c) => make("th", { scope: "col" }, String(c)));
    const box = make("div", { class: "pv-box", role: "group", "aria-label": name },
      make("table", {}, words, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, make("tr", {}, cells))));
    scrollable(box);
    return { box, cells, words };
  }
  const added = table("", "Sinusoid of the query's place");
  const rotated = table("", "The query, rotated");

  const SVG = "http://www.w3.org/2000/svg";
  function shape(kind, attributes) {
    const node = document.createElementNS(SVG, kind);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }
  // One scale for all dials: the longest pair of the query, in either layout, reaches the rim.
  const reach = Math.max(...Object.values(pairs).flat().map(([a, b]) => Math.hypot(query[a], query[b]))) || 1;
  const dials = omega.map((_, i) => {
    const svg = shape("svg", { viewBox: "-55 -55 110 110", role: "img" });
    const [from, to, tip] = [shape("line", { class: "pv-from", x1: 0, y1: 0 }), shape("line", { class: "pv-to", x1: 0, y1: 0 }), shape("circle", { class: "pv-tip", r: 4 })];
    svg.append(shape("circle", { class: "pv-rim", r: 50 }), from, to, tip);
    const words = make("span", {});
    return { svg, from, to, tip, words, item: make("li", {}, svg, words) };
  });

  function draw() {
    forQuery.range.value = m;
    forKey.range.value = n;
    forQuery.shown.textContent = String(m);
    forKey.shown.textContent = String(n);
    const now = turned[layout].query[m];
    added.words.textContent = `Sinusoid of place ${m}`;
    rotated.words.textContent = `Query rotated to place ${m} (${layout})`;
    added.cells.forEach((cell, c) => { cell.textContent = fixed(sinusoids[m][c]); });
    rotated.cells.forEach((cell, c) => { cell.textContent = fixed(now[c]); });
    dials.forEach(({ svg, from, to, tip, words }, i) => {
      const [a, b] = pairs[layout][i];
      const point = (vector) => [(50 * vector[a]) / reach, (-50 * vector[b]) / reach];
      const [[x0, y0], [x1, y1]] = [point(query), point(now)];
      for (const [name, value] of [["x2", x0], ["y2", y0]]) from.setAttribute(name, value);
      for (const [name, value] of [["x2", x1], ["y2", y1]]) to.setAttribute(name, value);
      tip.setAttribute("cx", x1);
      tip.setAttribute("cy", y1);
      const text = `numbers ${a} and ${b}, turned by ${fixed(omega[i] * m)} rad`;
      svg.setAttribute("aria-label", `Pair ${i}: ${text}; now at ${fixed(now[a])}, ${fixed(now[b])}`);
      words.textContent = text;
    });
    const distance = m - n;
    const score = fixed(scores[layout][m][n]);
    const where = distance === 0 ? "at the same place" : `${Math.abs(distance)} ${distance > 0 ? "before" : "after"} it`;
    status.replaceChildren(`Query at place ${m}, key at place ${n}, ${where}. Score of the two: `, make("span", { class: "pv-score" }, score),
      `. The fastest pair has turned by ${fixed(omega[0] * m, 1)} rad, the slowest by ${fixed(omega[half - 1] * m)} rad.`);
  }

  const body = make("div", { class: "position-view", role: "group", "aria-labelledby": title.id },
    title,
    make("div", { class: "pv-controls" }, forQuery.label, forKey.label,
      make("label", {}, keep, "Keep the distance"), make("label", {}, "Pairs", choice)),
    status,
    added.box,
    make("ul", { class: "pv-dials", role: "list" }, dials.map(({ item }) => item)),
    rotated.box);
  draw();
  return body;
}]);
