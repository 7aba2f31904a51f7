/* <search-view>: rows of two numbers on a map, sorted into cells by their nearest centre. Drag the query or move it by
   arrow keys, and open the cells nearest to it: what is compared, and which of the true nearest are found.
   Data: {label, words: [N names], rows: [N times 2 whole numbers, 0 to 1000], centres: [K times 2], query: [2], near: how
   many neighbours are asked for}. The distance is the one on the map. */
"use strict";
(window.coursePieces ??= []).push(["search-view", (data, { make, unique, svg, style, goals }) => {
  const { words, rows, centres, near } = data;
  const [N, K, END] = [rows.length, centres.length, 1000];
  if (words.length !== N) throw new Error(`${words.length} words and ${N} rows, expected as many`);
  if (!(near > 0 && near <= N)) throw new Error(`${near} neighbours of ${N} rows`);
  const far = [...rows, ...centres, data.query].find((at) => at.length !== 2 || at.some((x) => !(x >= 0 && x <= END)));
  if (far) throw new Error(`(${far.join(", ")}) is not on the map, which goes from 0 to ${END}`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("search-view", `
    .search-view .se-stage { display: flex; flex-wrap: wrap; gap: .6rem 1.4rem; align-items: flex-start; }
    .search-view .se-map { position: relative; flex: 1 1 18rem; max-width: 27rem; }
    .search-view .se-map svg { display: block; width: 100%; height: auto; border-radius: .3rem; cursor: crosshair; }
    .search-view .se-cell { fill: var(--cp-panel); stroke: var(--cp-line); stroke-width: 1.5; }
    .search-view .se-cell.is-open { fill: var(--cp-chosen); }
    .search-view .se-centre { stroke: var(--cp-quiet); stroke-width: 2; }
    .search-view .se-row { fill: var(--cp-line); }
    .search-view .se-row.is-read { fill: var(--cp-strong); }
    .search-view .se-ring { fill: none; stroke-width: 2.5; stroke: var(--cp-right); }
    .search-view .se-ring.is-missed { stroke: var(--cp-wrong); stroke-dasharray: 4 3; }
    .search-view .se-query { stroke: var(--cp-text); stroke-width: 3; }
    .course-piece .search-view .se-handle { position: absolute; width: 1.8rem; height: 1.8rem; padding: 0; transform: translate(-50%, -50%); border: 2px solid var(--cp-text); border-radius: 50%; background: transparent; cursor: move; touch-action: none; }
    .search-view .se-side { flex: 1 1 14rem; min-width: 0; }
    .search-view label { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: center; margin: 0 0 .4rem; }
    .search-view input { flex: 1 1 100%; }
    .course-piece .search-view .se-status { min-height: 6em; margin: .6rem 0; font-variant-numeric: tabular-nums; }
    .course-piece .search-view .se-key { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .5rem 0 0; padding: 0; color: var(--cp-quiet); font-size: .9rem; list-style: none; }
    .search-view .se-key li { display: flex; gap: .35rem; align-items: center; margin: 0; }
    .search-view .se-key svg { width: 1.1rem; height: 1.1rem; }`);

  const apart = ([a, b], [x, y]) => (a - x) ** 2 + (b - y) ** 2;
  /** The ids of some points, the nearest to `at` first. */
  const order = (points, at) => points.map((_, i) => i).sort((i, j) => apart(points[i], at) - apart(points[j], at));
  const cell = rows.map((row) => order(centres, row)[0]);
  let [query, opened] = [[...data.query], 1];

  /** What a search in the `count` nearest cells compares and finds: ids of rows. */
  function search(count) {
    const open = new Set(order(centres, query).slice(0, count));
    const truth = order(rows, query).slice(0, near);
    return { open, read: rows.map((_, i) => i).filter((i) => open.has(cell[i])), found: truth.filter((i) => open.has(cell[i])), missed: truth.filter((i) => !open.has(cell[i])) };
  }

  // ---------------------------------------------------------------- the map
  /** The corners of a cell: of the map, what lies nearer to its centre than to each other one. */
  function corners(k) {
    let shape = [[0, 0], [END, 0], [END, END], [0, END]];
    centres.forEach((other, j) => {
      if (j === k) return;
      const nearer = shape.map((corner) => apart(corner, other) - apart(corner, centres[k])); // linear along an edge
      shape = shape.flatMap((a, n) => {
        const m = (n + 1) % shape.length;
        const part = nearer[n] / (nearer[n] - nearer[m]);
        return [...(nearer[n] >= 0 ? [a] : []), ...(nearer[n] >= 0 !== nearer[m] >= 0 ? [a.map((x, i) => x + part * (shape[m][i] - x))] : [])];
      });
    });
    return shape;
  }
  const SIZE = 400;
  const spot = ([x, y]) => [(x / END) * SIZE, (1 - y / END) * SIZE];
  const cross = (name, [x, y], r) => svg("path", { class: name, d: `M${x - r} ${y}h${2 * r}M${x} ${y - r}v${2 * r}` });
  const disc = (name, [cx, cy], r) => svg("circle", { class: name, cx, cy, r });
  const shapes = centres.map((_, k) => svg("polygon", { points: corners(k).map((at) => spot(at).map((x) => x.toFixed(1))).join(" ") }));
  const points = rows.map((row) => disc("se-row", spot(row), 3));
  const marks = svg("g", {});
  const picture = svg("svg", { role: "img", viewBox: `0 0 ${SIZE} ${SIZE}` }, ...shapes, ...centres.map((at) => cross("se-centre", spot(at), 4)), ...points, marks);

  // ---------------------------------------------------------------- controls
  function move(to) {
    query = to.map((x) => Math.min(END, Math.max(0, Math.round(x))));
    draw(true);
  }
  function point(event) {
    const box = picture.getBoundingClientRect();
    move([END * (event.clientX - box.left) / box.width, END * (1 - (event.clientY - box.top) / box.height)]);
  }
  picture.addEventListener("click", point);
  const handle = make("button", { type: "button", class: "se-handle",
    onpointerdown: (event) => handle.setPointerCapture(event.pointerId),
    onpointermove: (event) => { if (handle.hasPointerCapture(event.pointerId)) point(event); },
    onkeydown: (event) => {
      const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      move(query.map((x, i) => x + (event.shiftKey ? 100 : 10) * way[i]));
    } });
  const slider = make("input", { type: "range", min: 1, max: K, step: 1, id: unique("search-view"), oninput: () => { opened = Number(slider.value); draw(true); } });
  const told = make("strong", { "aria-hidden": "true" }); // the slider itself says it
  const start = make("button", { type: "button", onclick: () => { [query, opened] = [[...data.query], 1]; draw(true); } }, "Start over");
  const title = make("p", { class: "piece-title", id: unique("search-view") }, data.label);
  const status = make("p", { role: "status", class: "se-status" });
  const few = () => search(1).found.length <= 0.3 * near;
  const aims = goals([
    [`a query whose own cell holds all of its ${near} nearest`, ({ missed }) => opened === 1 && !missed.length],
    [`a query whose own cell holds at most ${Math.floor(0.3 * near)} of them`, () => opened === 1 && few()],
    [`for such a query all ${near}, in less than a third of the rows`, ({ missed, read }) => !missed.length && read.length < N / 3 && few()],
  ]);
  const sample = (name, node) => make("li", {}, svg("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, node), name);
  const key = make("ul", { class: "se-key" }, sample("compared", disc("se-row is-read", [0, 0], 4)), sample("not compared", disc("se-row", [0, 0], 4)), sample("centre of a cell", cross("se-centre", [0, 0], 5)),
    sample(`one of the true ${near}, found`, disc("se-ring", [0, 0], 6)), sample("missed", disc("se-ring is-missed", [0, 0], 6)));

  function draw(touched) {
    const now = search(opened);
    const { open, read, found, missed } = now;
    shapes.forEach((shape, k) => shape.setAttribute("class", open.has(k) ? "se-cell is-open" : "se-cell"));
    points.forEach((dot, i) => dot.setAttribute("class", open.has(cell[i]) ? "se-row is-read" : "se-row"));
    marks.replaceChildren(...found.map((i) => disc("se-ring", spot(rows[i]), 6)), ...missed.map((i) => disc("se-ring is-missed", spot(rows[i]), 6)), cross("se-query", spot(query), 7));
    [handle.style.left, handle.style.top] = spot(query).map((x) => `${(100 * x) / SIZE}%`);
    handle.setAttribute("aria-label", `The query at (${query.join(", ")}): drag it, or press the arrow keys`);
    slider.value = opened;
    told.textContent = `${opened} of ${K}`;
    slider.setAttribute("aria-valuetext", told.textContent);
    const lost = missed.map((i) => `“${words[i]}”`).join(", ");
    const said = `${opened} of ${K} cells opened: ${read.length} of ${N} rows are compared, ${Math.round((100 * read.length) / N)}%. Of the true ${near} nearest, ${found.length} are found: recall ${(found.length / near).toFixed(2)}.${lost && ` Missed, the nearest first: ${lost}.`}`;
    status.textContent = [said, ...(touched ? aims.check(now) : [])].join(" ");
    picture.setAttribute("aria-label", `A map of ${N} rows in ${K} cells. ${said}`);
  }

  draw(false);
  return make("div", { class: "piece-box search-view", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "se-stage" }, make("div", { class: "se-map" }, picture, handle),
      make("div", { class: "se-side" }, make("label", { for: slider.id }, "Cells opened", told, slider), start, status, ...aims.nodes)), key);
}]);
