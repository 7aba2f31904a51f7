/* <table-map>: words of a table as points on a plane, each with its nearest neighbours in the table.
   Search a word or click a point. Data, packed since there are many words: {label, words: "a b ...",
   points: "x,y ..." (0 to 999), neighbours: "0a0b... ..." (n places of two base-36 digits a word,
   nearest first), cosines: "8179... ..." (n times two digits a word, in hundredths), chosen: word}. */
"use strict";
(window.coursePieces ??= []).push(["table-map", (data, { make, unique }) => {
  const words = data.words.split(" ");
  const points = data.points.split(" ").map((pair) => pair.split(",").map(Number));
  const pairs = (text, base) => (text.match(/../g) ?? []).map((two) => parseInt(two, base));
  const neighbours = data.neighbours.split(" ").map((text) => pairs(text, 36));
  const cosines = data.cosines.split(" ").map((text) => pairs(text, 10).map((value) => value / 100));
  const place = new Map(words.map((word, i) => [word, i]));
  for (const list of [points, neighbours, cosines]) if (list.length !== words.length) throw new Error(`${words.length} words and ${list.length} entries, expected as many`);
  const K = neighbours[0].length;
  words.forEach((word, i) => {
    const near = neighbours[i];
    if (near.length !== K || cosines[i].length !== K || near.includes(i) || near.some((j) => !(j < words.length)) || cosines[i].some((c, n) => n && c > cosines[i][n - 1])) throw new Error(`the neighbours of ${word} are not ${K} other words, nearest first`);
  });
  if (!place.has(data.chosen)) throw new Error(`the word ${data.chosen} is not on the map`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  if (!document.getElementById("table-map-style")) {
    document.head.append(make("style", { id: "table-map-style" }, `
      .course-piece .table-map { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
      .table-map form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; margin: 0 0 .6rem; }
      .table-map input { width: 11rem; max-width: 100%; padding: .2rem .4rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
      .course-piece .tm-status { min-height: 4.5em; }
      .table-map .tm-parts { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
      .table-map svg { display: block; flex: 1 1 18rem; min-width: 0; max-width: 34rem; height: auto; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; cursor: crosshair; }
      .table-map .tm-dot { fill: var(--cp-quiet); opacity: .45; }
      .table-map .tm-near { fill: var(--cp-strong); stroke: var(--cp-panel); stroke-width: 1; }
      .table-map .tm-here { fill: var(--cp-focus); stroke: var(--cp-text); stroke-width: 1.5; }
      .table-map .tm-line { stroke: var(--cp-strong); stroke-width: 1; opacity: .6; }
      .table-map svg text { fill: currentcolor; stroke: var(--cp-panel); stroke-width: 3px; paint-order: stroke; font-size: 15px; }
      .table-map svg text.tm-name { font-weight: 700; font-size: 18px; }
      .course-piece .table-map ol { flex: 0 1 15rem; margin: 0; padding: 0 0 0 1.6rem; }
      .course-piece .table-map li { margin: .1rem 0; white-space: nowrap; }
      .course-piece .table-map li button { min-width: 6.5rem; padding: .05rem .5rem; text-align: left; }
      .table-map .tm-cosine { margin-left: .4rem; font-variant-numeric: tabular-nums; color: var(--cp-quiet); }
      .table-map .tm-kept::after { content: " also here"; color: var(--cp-right); font-size: .85em; }`));
  }

  let here = place.get(data.chosen);
  const square = (i, j) => (points[i][0] - points[j][0]) ** 2 + (points[i][1] - points[j][1]) ** 2;
  /** The K nearest on the map, ties by the smaller place, as NumPy's stable sort gives them. */
  const onMap = (i) => words.map((_, j) => j).filter((j) => j !== i).sort((a, b) => square(i, a) - square(i, b) || a - b).slice(0, K);

  function svg(tag, attributes = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }
  const [SIZE, EDGE] = [600, 24];
  const at = (i) => [EDGE + (points[i][0] * (SIZE - 2 * EDGE)) / 999, SIZE - EDGE - (points[i][1] * (SIZE - 2 * EDGE)) / 999];
  const spot = (i, r, name) => { const [cx, cy] = at(i); return svg("circle", { cx, cy, r, class: name }); };

  const title = make("p", { class: "piece-title", id: unique("table-map") }, data.label);
  const status = make("p", { role: "status", class: "tm-status" });
  const listId = unique("table-map-words");
  const input = make("input", { id: unique("table-map-word"), list: listId, autocomplete: "off", autocapitalize: "none", spellcheck: "false", value: data.chosen });
  const all = make("datalist", { id: listId }, [...words].sort().map((word) => make("option", { value: word })));
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); find(); } },
    make("label", { for: input.id }, "a word of the map"), input, all, make("button", { type: "submit" }, "Find"));

  const marked = svg("g");
  const picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" }, svg("g", {}, ...words.map((_, i) => spot(i, 2.2, "tm-dot"))), marked);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) * SIZE) / box.width, ((event.clientY - box.top) * SIZE) / box.height];
    const far = (i) => { const [cx, cy] = at(i); return (cx - x) ** 2 + (cy - y) ** 2; };
    choose(words.reduce((best, _, i) => (far(i) < far(best) ? i : best), 0));
  });
  const list = make("ol", { "aria-label": "nearest neighbours in the table" });

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

  function draw() {
    const near = neighbours[here];
    const flat = onMap(here);
    const both = near.filter((j) => flat.includes(j));
    const [x1, y1] = at(here);
    const name = (i, extra) => {
      const [x, y] = at(i);
      const left = x > SIZE - 110;
      return svg("text", { x: left ? x - 7 : x + 7, y: y < 30 ? y + 16 : y - 6, "text-anchor": left ? "end" : "start", class: extra }, words[i]);
    };
    marked.replaceChildren(
      ...near.map((j) => { const [x2, y2] = at(j); return svg("line", { x1, y1, x2, y2, class: "tm-line" }); }),
      ...near.map((j) => spot(j, 5, "tm-near")), spot(here, 7, "tm-here"),
      ...near.map((j) => name(j, "")), name(here, "tm-name"));
    picture.setAttribute("aria-label", `A map of ${words.length} words. “${words[here]}” is marked and joined to its ${K} nearest neighbours in the table.`);
    // A neighbour that has just been pressed is no longer in the list: its first entry takes the focus.
    const inList = list.contains(document.activeElement);
    list.replaceChildren(...near.map((j, n) => make("li", { class: both.includes(j) && "tm-kept" },
      make("button", { type: "button", onclick: () => choose(j) }, words[j]), make("span", { class: "tm-cosine" }, cosines[here][n].toFixed(2)))));
    if (inList) list.querySelector("button").focus();
    status.textContent = `“${words[here]}”: nearest in the table is “${words[near[0]]}”, cosine ${cosines[here][0].toFixed(2)}. Nearest on the map is “${words[flat[0]]}”. Of the ${K} nearest in the table, ${both.length} ${both.length === 1 ? "is" : "are"} among the ${K} nearest on the map${both.length ? `: ${both.map((j) => words[j]).join(", ")}` : ""}.`;
  }

  const body = make("div", { class: "table-map", role: "group", "aria-labelledby": title.id }, title, form, status, make("div", { class: "tm-parts" }, picture, list));
  draw();
  return body;
}]);
