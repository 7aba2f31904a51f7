/* <table-map>: words of a table as points on a plane, each with its nearest neighbours, among these words and in the
   whole table. Search a word, click a point, or walk with the arrow keys.
   Data: {label, words: "a b ...", rows: of the table, others: neighbours without a point, each as the number of letters
   in common with the one before, and the rest, near: n, chosen: word, goal: how many neighbours to keep}, and for each
   word, a number as one of 88 signs or two: points: x and y, 0 to 999, neighbours: n places, nearest first, cosines:
   hundredths above 0.13, nearest: three of the whole table, as places in words and others, nearestCosines}. */
"use strict";
(window.coursePieces ??= []).push(["table-map", (data, { make, unique, svg, style }) => {
  const words = data.words.split(" ");
  const signs = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).filter((sign) => !"\"'&<>\\".includes(sign));
  const value = new Map(signs.map((sign, n) => [sign, n]));
  /** `many` numbers for each word, of `length` signs. */
  function unpack(text, many, length) {
    const numbers = [];
    for (let i = 0; i < text.length; i += length) numbers.push([...text.slice(i, i + length)].reduce((sum, sign) => 88 * sum + value.get(sign), 0));
    if (numbers.length !== many * words.length) throw new Error(`${words.length} words and ${numbers.length} numbers, expected ${many} for each`);
    return words.map((_, i) => numbers.slice(many * i, many * (i + 1)));
  }
  const hundredths = (text, many) => unpack(text, many, 1).map((row) => row.map((n) => ((n + 13) / 100).toFixed(2)));
  const K = data.near;
  const points = unpack(data.points, 2, 2);
  const neighbours = unpack(data.neighbours, K, 2);
  const cosines = hundredths(data.cosines, K);
  let last = "";
  const every = [...words, ...(data.others ? data.others.split(" ").map((text) => (last = last.slice(0, text[0]) + text.slice(1))) : [])];
  const nearest = unpack(data.nearest, 3, 2);
  const nearestCosines = hundredths(data.nearestCosines, 3);
  const place = new Map(words.map((word, i) => [word, i]));
  words.forEach((word, i) => {
    const near = neighbours[i];
    if (near.includes(i) || near.some((j) => !(j < words.length)) || cosines[i].some((c, n) => n && c > cosines[i][n - 1])) throw new Error(`the neighbours of ${word} are not ${K} other words, nearest first`);
    if (nearest[i].some((j) => j === i || !(j < every.length)) || nearestCosines[i].some((c, n) => c < cosines[i][n] - 0.011)) throw new Error(`the neighbours of ${word} in the table are not the nearest`);
  });
  if (!place.has(data.chosen)) throw new Error(`the word ${data.chosen} is not on the map`);

  // Letters and dots keep their size on the screen: --tm-unit is the length of a pixel on the map.
  style("table-map", `
    .course-piece .table-map { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
    .table-map form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; margin: 0 0 .6rem; }
    .table-map input { width: 9rem; max-width: 100%; padding: .2rem .4rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .course-piece .tm-status { min-height: 4.5em; margin: .6rem 0 0; }
    .course-piece .tm-table { min-height: 3em; margin: .4rem 0 0; }
    .table-map .tm-side { flex: 1 1 11rem; }
    .course-piece .tm-goal { margin: 0 0 .6rem; }
    .course-piece .tm-goal.is-done { color: var(--cp-right); font-weight: 600; }
    .table-map .tm-parts { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
    .table-map svg { display: block; flex: 1 1 17rem; min-width: 0; max-width: 30rem; height: auto; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; cursor: crosshair; }
    .table-map .tm-dot { fill: var(--cp-quiet); opacity: .5; r: calc(1.7px * var(--tm-unit, 1)); }
    .table-map .tm-near { fill: var(--cp-strong); stroke: var(--cp-panel); stroke-width: calc(1px * var(--tm-unit, 1)); r: calc(4px * var(--tm-unit, 1)); }
    .table-map .tm-here { fill: var(--cp-focus); stroke: var(--cp-text); stroke-width: calc(1.5px * var(--tm-unit, 1)); r: calc(5.5px * var(--tm-unit, 1)); }
    .table-map .tm-line { stroke: var(--cp-strong); stroke-width: calc(1px * var(--tm-unit, 1)); opacity: .55; }
    .table-map .tm-leader { stroke: var(--cp-quiet); stroke-width: calc(1px * var(--tm-unit, 1)); }
    .table-map .tm-lit { fill: none; stroke: var(--cp-focus); stroke-width: calc(2px * var(--tm-unit, 1)); r: calc(8px * var(--tm-unit, 1)); }
    .table-map svg text { fill: currentcolor; stroke: var(--cp-panel); stroke-width: calc(3px * var(--tm-unit, 1)); paint-order: stroke; font: calc(12.5px * var(--tm-unit, 1)) sans-serif; }
    .table-map svg text.tm-name { font-weight: 700; }
    .table-map svg text.tm-far { fill: var(--cp-quiet); font-size: calc(11px * var(--tm-unit, 1)); }
    .table-map svg text.tm-over { font-weight: 700; fill: var(--cp-focus); stroke-width: calc(6px * var(--tm-unit, 1)); }
    .course-piece .table-map ol { margin: 0; padding: 0 0 0 1.7rem; }
    .course-piece .table-map li { margin: .1rem 0; white-space: nowrap; }
    .course-piece .table-map li button { min-width: 6.3rem; padding: .05rem .5rem; text-align: left; }
    .table-map .tm-cosine { margin-left: .4rem; font-variant-numeric: tabular-nums; color: var(--cp-quiet); }
    .table-map .tm-kept::after { content: " kept"; color: var(--cp-right); font-size: .85em; }`);

  let here = place.get(data.chosen);
  let over = null; // the word under the pointer or the arrow keys
  let best = null;
  const [SIZE, EDGE] = [600, 24];
  const at = points.map(([x, y]) => [EDGE + (x * (SIZE - 2 * EDGE)) / 999, SIZE - EDGE - (y * (SIZE - 2 * EDGE)) / 999]);
  const square = (i, j) => (points[i][0] - points[j][0]) ** 2 + (points[i][1] - points[j][1]) ** 2;
  /** The K nearest on the map, ties by the smaller place. */
  const onMap = (i) => words.map((_, j) => j).filter((j) => j !== i).sort((a, b) => square(i, a) - square(i, b) || a - b).slice(0, K);
  const kept = (i) => { const flat = onMap(i); return neighbours[i].filter((j) => flat.includes(j)); };

  const spot = (i, name) => svg("circle", { cx: at[i][0], cy: at[i][1], r: 3, class: name });

  const title = make("p", { class: "piece-title", id: unique("table-map") }, data.label);
  const status = make("p", { role: "status", class: "tm-status" });
  const goal = make("p", { class: "tm-goal" });
  const listId = unique("table-map-words");
  const input = make("input", { id: unique("table-map-word"), list: listId, autocomplete: "off", autocapitalize: "none", spellcheck: "false", value: data.chosen });
  const all = make("datalist", { id: listId }, [...words].sort().map((word) => make("option", { value: word })));
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); find(); } },
    make("label", { for: input.id }, "a word of the map"), input, all, make("button", { type: "submit" }, "Find"));

  const marked = svg("g");
  const hovered = svg("g");
  const picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "application", tabindex: 0 }, svg("g", {}, ...words.map((_, i) => spot(i, "tm-dot"))), marked, hovered);
  const heading = `Nearest of these ${words.length.toLocaleString("en-US")} words`;
  const list = make("ol", { "aria-label": heading });
  const whole = make("p", { class: "tm-table" });
  const pixel = () => SIZE / (picture.getBoundingClientRect().width || 440);

  const pen = document.createElement("canvas").getContext("2d");
  /** Each name goes to the first free spot around its point, with a line to it if that is far. */
  function writer(unit) {
    const taken = [];
    const clash = (box) => box[0] < 3 || box[1] < 3 || box[2] > SIZE - 3 || box[3] > SIZE - 3 || taken.some(([l, t, r, b]) => box[0] < r && l < box[2] && box[1] < b && t < box[3]);
    const block = (i, r) => taken.push([at[i][0] - r * unit, at[i][1] - r * unit, at[i][0] + r * unit, at[i][1] + r * unit]);
    function write(i, kind, size, rings) {
      pen.font = `${kind === "tm-name" ? "700 " : ""}${size}px sans-serif`;
      const [wide, high] = [(pen.measureText(words[i]).width + 3) * unit, (size + 2) * unit];
      for (let ring = 0; ring < rings; ring++) {
        const steps = ring ? 16 : 8;
        for (let k = 0; k < steps; k++) {
          const turn = -Math.PI / 4 + (2 * Math.PI * k) / steps; // first above and to the right
          const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
          const reach = (7 + 15 * ring) * unit;
          const [x, y] = [at[i][0] + dx * (reach + wide / 2), at[i][1] + dy * (reach + high / 2)];
          const box = [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
          if (clash(box)) continue;
          taken.push(box);
          const far = ring ? [svg("line", { x1: at[i][0], y1: at[i][1], x2: x - (dx * wide) / 2, y2: y - (dy * high) / 2, class: "tm-leader" })] : [];
          return [...far, svg("text", { x, y: y + high * 0.32, "text-anchor": "middle", class: kind }, words[i])];
        }
      }
      return [];
    }
    return { write, block };
  }

  function name(i) {
    over = i;
    if (i === null) return hovered.replaceChildren();
    const unit = pixel(), [x, y] = at[i], left = x > SIZE / 2;
    hovered.replaceChildren(spot(i, "tm-lit"), svg("text", { x: x + (left ? -11 : 11) * unit, y: y < 30 * unit ? y + 16 * unit : y - 7 * unit, "text-anchor": left ? "end" : "start", class: "tm-over" }, words[i]));
  }
  const nearestTo = (event) => {
    const box = picture.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) * SIZE) / box.width, ((event.clientY - box.top) * SIZE) / box.height];
    const far = (i) => (at[i][0] - x) ** 2 + (at[i][1] - y) ** 2;
    return words.reduce((found, _, i) => (far(i) < far(found) ? i : found), 0);
  };
  picture.addEventListener("pointermove", (event) => name(nearestTo(event)));
  picture.addEventListener("pointerleave", () => name(null));
  picture.addEventListener("click", (event) => choose(nearestTo(event)));
  picture.addEventListener("focus", () => { if (over === null && picture.matches(":focus-visible")) walk(here); });
  picture.addEventListener("blur", () => name(null));
  picture.addEventListener("keydown", (event) => {
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || (!way && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    const from = over ?? here;
    if (!way) return choose(from);
    // The nearest point that lies more in that direction than to its sides.
    let found = null, least = Infinity;
    for (let i = 0; i < words.length; i++) {
      const [dx, dy] = [at[i][0] - at[from][0], at[i][1] - at[from][1]];
      const [ahead, aside] = [dx * way[0] + dy * way[1], Math.abs(dx * way[1]) + Math.abs(dy * way[0])];
      if (i !== from && ahead > 0 && aside <= ahead && ahead + aside < least) [found, least] = [i, ahead + aside];
    }
    if (found !== null) walk(found);
  });
  function walk(i) {
    name(i);
    status.textContent = `At “${words[i]}”. Enter chooses it, arrow keys go on.`;
  }

  function choose(i) {
    here = i;
    input.value = words[i];
    draw();
  }
  function find() {
    const asked = input.value.trim().toLowerCase();
    if (place.has(asked)) { choose(place.get(asked)); return; }
    const like = asked ? words.filter((word) => word.startsWith(asked)).slice(0, 8) : [];
    status.textContent = like.length ? `“${asked}” is not on the map. Words that begin like it: ${like.join(", ")}.` : `“${asked}” is not on the map, which holds ${words.length} words.`;
  }

  function drawMap() {
    const near = neighbours[here], unit = pixel(), [x1, y1] = at[here];
    picture.style.setProperty("--tm-unit", unit.toFixed(3));
    const { write, block } = writer(unit);
    block(here, 6);
    near.forEach((j) => block(j, 5));
    const names = [...write(here, "tm-name", 12.5, 3), ...near.flatMap((j) => write(j, "", 12.5, 9))];
    // Some words in between, where there is room.
    const shown = new Set([here, ...near]);
    let room = 14;
    const others = words.flatMap((_, i) => {
      if (room < 1 || shown.has(i) || (i * 7) % 3) return [];
      const made = at[i].every((c, k) => Math.abs(c - at[here][k]) > 30 * unit) ? write(i, "tm-far", 11, 1) : [];
      if (made.length) { room -= 1; block(i, 34); }
      return made;
    });
    marked.replaceChildren(
      ...near.map((j) => svg("line", { x1, y1, x2: at[j][0], y2: at[j][1], class: "tm-line" })),
      ...others, ...near.map((j) => spot(j, "tm-near")), spot(here, "tm-here"), ...names);
  }

  function draw() {
    const near = neighbours[here], flat = onMap(here), both = kept(here);
    name(null);
    drawMap();
    picture.setAttribute("aria-label", `A map of ${words.length} words. “${words[here]}” is marked and joined to the ${K} nearest of these words. Arrow keys go from word to word, Enter chooses.`);
    // A neighbour that was pressed has left the list: its first entry takes the focus.
    const inList = list.contains(document.activeElement);
    list.replaceChildren(...near.map((j, n) => make("li", { class: both.includes(j) && "tm-kept" },
      make("button", { type: "button", onclick: () => choose(j), onpointerenter: () => name(j), onpointerleave: () => name(null), onfocus: () => name(j), onblur: () => name(null) }, words[j]), make("span", { class: "tm-cosine" }, cosines[here][n]))));
    if (inList) list.querySelector("button").focus();
    if (best === null || both.length > best.count) best = { word: words[here], count: both.length };
    const done = best.count >= data.goal;
    goal.classList.toggle("is-done", done);
    goal.textContent = `Find a word that keeps ${data.goal} of its ${K} neighbours on the map. Best so far: “${best.word}”, ${best.count}.${done ? " ✓ Found." : ""}`;
    whole.textContent = `In the whole table, of ${data.rows.toLocaleString("en-US")} rows, the nearest to “${words[here]}” are ${nearest[here].map((j, n) => `“${every[j]}” ${nearestCosines[here][n]}${j < words.length ? "" : " (no point on the map)"}`).join(", ")}.`;
    status.textContent = `“${words[here]}”: of these words “${words[near[0]]}” has the nearest row, cosine ${cosines[here][0]}, and “${words[flat[0]]}” the nearest point. Of the ${K} nearest by cosine, ${both.length} ${both.length === 1 ? "is" : "are"} among the ${K} nearest points${both.length ? `: ${both.map((j) => words[j]).join(", ")}` : ""}.`;
  }

  const body = make("div", { class: "table-map", role: "group", "aria-labelledby": title.id }, title, goal, form, make("div", { class: "tm-parts" }, picture, make("div", { class: "tm-side" }, make("b", {}, heading), list)), whole, status);
  draw();
  let width = 0; // letters keep their size when the map changes its own
  new ResizeObserver(() => {
    const now = picture.getBoundingClientRect().width;
    if (now && now !== width) { width = now; drawMap(); }
  }).observe(picture);
  return body;
}]);
