/* <hash-view>: the pairs or triples of a sentence, hashed to rows of one to four heads. The reader types the sentence and
   sets the heads and their size; rows that several n-grams share are lit, and those who share the rows of all heads more
   strongly. Goals for the reader.
   Data: {label, sentence, words: tokens joined by spaces, ids: of these, V: the first free id, multipliers: [for the
   current token, for the one before, …], sizes: [least, most], size: the first head's, a prime, few: rows}, from Python. */
"use strict";
(window.coursePieces ??= []).push(["hash-view", (data, { make, unique, style, svg, goals }) => {
  const [TOKENS, HEADS, ENOUGH] = [24, 4, 12]; // read at most, heads at most, n-grams that a goal asks for
  const { V, multipliers } = data;
  const [least, most] = data.sizes;
  const words = data.words.split(" ");
  const known = new Map(words.map((word, i) => [word, data.ids[i]]));
  if (words.length !== data.ids.length) throw new Error(`${words.length} words and ${data.ids.length} ids, expected as many`);
  const strange = data.ids.find((id) => !(Number.isInteger(id) && id >= 0 && id < V));
  if (strange !== undefined) throw new Error(`the id ${strange} is outside 0 … ${V - 1}`);
  const wild = multipliers.find((m) => !Number.isSafeInteger(m) || m < 1 || BigInt(m) * BigInt(V + TOKENS) >= 2n ** 63n);
  if (wild !== undefined) throw new Error(`a product with the multiplier ${wild} does not fit into int64`);
  const primes = []; // from the least size on, with those that further heads take behind the largest
  for (let p = least, more = HEADS; more; p++) {
    if (p < 2 || Array.from({ length: Math.floor(Math.sqrt(p)) - 1 }, (_, k) => p % (k + 2)).includes(0)) continue;
    primes.push(p);
    more -= p > most;
  }
  const last = primes.length - HEADS - 1;
  const first = primes.indexOf(data.size);
  if (first < 0 || first > last) throw new Error(`the size ${data.size} is not a prime from ${least} to ${most}`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("hash-view", `
    .hash-view label, .hash-view legend { font-size: 1rem; font-weight: 600; }
    .hash-view textarea { display: block; box-sizing: border-box; width: 100%; padding: .3rem .5rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; field-sizing: content; resize: vertical; }
    .course-piece .hash-view :is(.ha-note, .ha-heads p, .ha-key, .ha-grams button) { margin: .2rem 0; font-size: .92rem; }
    .hash-view :is(.ha-note, .ha-key) { color: var(--cp-quiet); }
    .hash-view :is(.ha-controls, fieldset, .ha-size, .ha-stage, .ha-heads, .ha-key, .ha-grams) { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; }
    .hash-view .ha-controls { gap: .3rem 1.6rem; margin: .5rem 0; }
    .hash-view fieldset { margin: 0; padding: 0; border: 0; }
    .hash-view legend { float: left; width: auto; margin: 0; padding: 0; }
    .hash-view fieldset label { display: inline-flex; gap: .35rem; align-items: center; font-weight: 400; }
    .hash-view .ha-size { flex: 1 1 17rem; }
    .hash-view .ha-size input { flex: 1 1 8rem; }
    .hash-view .ha-heads div { width: 9.1rem; }
    .hash-view .ha-heads svg { display: block; width: 100%; height: auto; }
    .hash-view .ha-heads g { cursor: pointer; }
    .hash-view .ha-cells { fill: var(--cp-panel); stroke: var(--cp-line); }
    .hash-view .ha-alone { fill: var(--cp-strong); }
    .hash-view .ha-some { fill: var(--cp-focus); }
    .hash-view .ha-all { fill: var(--cp-wrong); stroke: var(--cp-text); stroke-width: 2; }
    .hash-view .ha-heads text { fill: var(--cp-back); font-size: 15px; font-weight: 700; text-anchor: middle; }
    .hash-view .ha-ring { fill: none; stroke: var(--cp-text); stroke-width: 4; }
    .course-piece .hash-view .ha-key { padding: 0; list-style: none; }
    .hash-view .ha-key li { display: flex; gap: .35rem; align-items: center; margin: 0; }
    .hash-view .ha-key svg { flex: none; width: 1.1rem; height: 1.1rem; }
    .hash-view .ha-grams { flex: 1 1 18rem; gap: .3rem; }
    .course-piece .hash-view .ha-grams button { margin: 0; padding: .05rem .4rem; }
    .course-piece .hash-view .ha-grams .is-some { border-color: var(--cp-focus); }
    .course-piece .hash-view .ha-grams .is-all { color: var(--cp-back); background: var(--cp-wrong); border-color: var(--cp-wrong); }
    .course-piece .hash-view .ha-grams [aria-pressed="true"] { box-shadow: 0 0 0 2px var(--cp-back), 0 0 0 4px var(--cp-text); }
    .course-piece .hash-view .ha-live { margin: .3rem 0 .6rem; }`);

  const said = (n) => n.toLocaleString("en-US");
  const list = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);
  let [n, K, at, chosen, grams, fresh, left] = [2, 1, first, -1, [], [], 0];

  /** The different n-grams of the sentence, with their mixes. Tokens are those of the page: words and marks in lower case. */
  function read() {
    const every = field.value.toLowerCase().match(/[\p{L}\p{Nl}\p{No}]+|\p{Nd}+|[^\s\p{L}\p{N}_]|_/gu) ?? [];
    const tokens = every.slice(0, TOKENS);
    left = every.length - tokens.length;
    fresh = [...new Set(tokens.filter((token) => !known.has(token)))];
    const id = (token) => known.get(token) ?? V + fresh.indexOf(token);
    const found = new Map();
    for (let end = n; end <= tokens.length; end++) {
      const gram = tokens.slice(end - n, end);
      const mix = gram.reduce((sum, token, i) => sum ^ (BigInt(id(token)) * BigInt(multipliers[n - 1 - i])), 0n);
      found.set(gram.join(" "), { text: gram.join(" "), ids: gram.map(id), mix });
    }
    [grams, chosen] = [[...found.values()], -1];
  }
  /** The rows of each n-gram, and who shares them: mates in each head, and twins in all. */
  function hash() {
    for (const gram of grams) gram.rows = sizes().map((p) => Number(gram.mix % BigInt(p)));
    for (const gram of grams) {
      const others = grams.filter((other) => other !== gram);
      gram.mates = gram.rows.map((row, k) => others.filter((other) => other.rows[k] === row));
      gram.twins = gram.mates[0].filter((other) => gram.mates.every((mates) => mates.includes(other)));
    }
  }

  // ---------------------------------------------------------------- the heads
  const SIZE = 160;
  const mark = (kind, x, y, side) => {
    if (kind === "alone") return svg("circle", { class: "ha-alone", cx: x + side / 2, cy: y + side / 2, r: side * 0.32 });
    const air = kind === "some" ? side * 0.12 : 1;
    return svg("rect", { class: `ha-${kind}`, x: x + air, y: y + air, width: side - 2 * air, height: side - 2 * air });
  };
  const kind = (among, k) => (among.some(({ twins }) => twins.length) ? "all" : among[0].mates[k].length ? "some" : "alone");
  function head(k) {
    const p = primes[at + k];
    const columns = Math.ceil(Math.sqrt(p));
    const side = SIZE / columns;
    const spot = (row) => [(row % columns) * side, Math.floor(row / columns) * side];
    const held = new Map();
    for (const gram of grams) held.set(gram.rows[k], [...(held.get(gram.rows[k]) ?? []), gram]);
    const cells = Array.from({ length: p }, (_, row) => `M${spot(row).map((x) => x.toFixed(1)).join(" ")}h${side}v${side}h${-side}z`).join("");
    const marks = [...held].map(([row, among]) => {
      const [x, y] = spot(row);
      const count = among.length > 1 && side >= 16 ? [svg("text", { x: x + side / 2, y: y + side / 2 + 5.3 }, among.length)] : [];
      const all = svg("g", {}, mark(kind(among, k), x, y, side), ...count);
      all.addEventListener("click", () => choose(grams.indexOf(among[(among.indexOf(grams[chosen]) + 1) % among.length]))); // the next one in it
      return all;
    });
    const [x, y] = chosen < 0 ? [] : spot(grams[chosen].rows[k]);
    const ring = chosen < 0 ? [] : [svg("rect", { class: "ha-ring", x, y, width: side, height: side })];
    const shared = [...held.values()].filter((among) => among.length > 1).length;
    const picture = svg("svg", { role: "img", viewBox: `-2 -2 ${SIZE + 4} ${SIZE + 4}`, "aria-label": `Head ${k + 1}: of ${p} rows ${held.size} are used, ${shared} of them by several` },
      svg("path", { class: "ha-cells", d: cells }), ...marks, ...ring);
    return make("div", {}, make("p", {}, `head ${k + 1}: ${p} rows`), picture);
  }

  // ---------------------------------------------------------------- what is so, in words
  const what = () => ["pair", "triple"][n - 2];
  const sharing = (k) => grams.filter(({ mates }) => mates[k].length).length;
  const full = () => grams.filter(({ twins }) => twins.length).length;
  const sizes = () => primes.slice(at, at + K);
  const rows = () => sizes().reduce((sum, p) => sum + p, 0);
  function summary() {
    const short = left ? ` Only the first ${TOKENS} of ${TOKENS + left} tokens are read.` : "";
    if (!grams.length) return `There is no ${what()}: write ${["two", "three"][n - 2]} words or more.${short}`;
    const of = `rows, ${grams.length} different ${what()}${grams.length === 1 ? "" : "s"}.`;
    if (K === 1) return `One head of ${rows()} ${of} ${full() ? `${full()} share their row with another.` : "No two share a row."}${short}`;
    return `${K} heads, ${sizes().join(" + ")} = ${rows()} ${of} Of these ${list(sizes().map((_, k) => `${sharing(k)} in head ${k + 1}`))} share their row with another. `
      + `${full() ? `${full()} share all their rows with another.` : "No two share all their rows."}${short}`;
  }
  const names = (some) => list([...some.slice(0, 3).map(({ text }) => `“${text}”`), ...(some.length > 3 ? [`${some.length - 3} more`] : [])]);
  function story({ text, ids, mix, rows: its, mates, twins }) {
    const places = its.map((row, k) => `row ${row} of head ${k + 1}, ${mates[k].length ? `shared with ${names(mates[k])}` : "alone"}`);
    return `“${text}” has the ids ${list(ids.map(said))} and the mix ${said(mix)}. It reads ${places.join("; ")}.${K > 1 && twins.length ? ` It shares all its rows with ${names(twins)}.` : ""}`;
  }

  // ---------------------------------------------------------------- controls
  const title = make("p", { class: "piece-title", id: unique("hash-view") }, data.label);
  const status = make("p", { role: "status", class: "ha-live" });
  const shown = make("p", { "aria-live": "polite", class: "ha-live ha-chosen" });
  const note = make("p", { class: "ha-note" });
  const heads = make("div", { class: "ha-heads" });
  const chips = make("div", { class: "ha-grams", role: "toolbar", "aria-label": "n-grams" });
  const field = make("textarea", { id: unique("hash-view"), rows: 2, spellcheck: "false", autocomplete: "off", oninput: () => { read(); draw(true); } }, data.sentence);
  const choice = (name, options, act) => {
    const group = unique("hash-view");
    const radios = options.map((text, i) => [text, make("input", { type: "radio", name: group, onchange: () => act(i) })]);
    return [make("fieldset", {}, make("legend", {}, name), radios.map(([text, radio]) => make("label", {}, radio, text))), radios.map(([, radio]) => radio)];
  };
  const [orders, order] = choice("n-grams", ["pairs", "triples"], (i) => { n = i + 2; read(); draw(true); });
  const [counts, count] = choice("Heads", ["1", "2", "3", "4"], (i) => { K = i + 1; draw(true); });
  const slider = make("input", { type: "range", min: 0, max: last, step: 1, id: unique("hash-view"), oninput: () => { at = Number(slider.value); draw(true); } });
  const told = make("strong", { "aria-hidden": "true" }); // the slider itself says it
  const over = make("button", { type: "button", onclick: () => { [n, K, at, field.value] = [2, 1, first, data.sentence]; read(); draw(true); } }, "Start over");
  const spread = () => K > 1 && !full() && sizes().every((_, k) => sharing(k));
  const aims = goals([
    ["one head in which no two share a row", () => K === 1 && !full()],
    ["several heads, each with shared rows, in which no two share all", spread],
    [`the same with ${data.few} rows or fewer in all heads together`, () => spread() && rows() <= data.few],
  ], `Can you find, with ${ENOUGH} n-grams or more …`);
  const sample = (text, name) => make("li", {}, svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, mark(name, 1, 1, 14)), text);
  const key = make("ul", { class: "ha-key" }, sample("alone in its row", "alone"), sample("shared", "some"), sample("shared with the same one in all heads", "all"));

  function choose(i) {
    chosen = i;
    [...chips.children].forEach((chip, j) => {
      chip.setAttribute("aria-pressed", String(j === chosen));
      chip.tabIndex = j === Math.max(0, chosen) ? 0 : -1;
    });
    heads.replaceChildren(...(grams.length ? sizes().map((_, k) => head(k)) : []));
    shown.textContent = chosen < 0 ? grams.length ? `Choose a ${what()} to see its rows.` : "" : story(grams[chosen]);
  }
  function move(event, i) {
    const step = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: -1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    chips.children[(step + grams.length) % grams.length].focus();
  }
  function draw(touched) {
    hash();
    order[n - 2].checked = count[K - 1].checked = true;
    slider.value = at;
    told.textContent = primes[at];
    slider.setAttribute("aria-valuetext", `${primes[at]} rows`);
    note.textContent = `${said(known.size)} tokens have the novel's ids. Any other gets the next free id, ${fresh.length ? `here ${list(fresh.map((token, i) => `“${token}” ${said(V + i)}`))}` : `from ${said(V)} on`}.`;
    chips.replaceChildren(...grams.map(({ text, mates, twins }, i) => {
      const shared = mates.filter((some) => some.length).length;
      return make("button", { type: "button", class: twins.length ? "is-all" : shared ? "is-some" : "", "aria-label": `${text}, ${twins.length ? "shares all its rows with another" : shared ? `shares its row in ${shared} of ${K} heads` : "alone"}`,
        onclick: () => choose(i), onfocus: () => choose(i), onpointerenter: () => choose(i), onkeydown: (event) => move(event, i) },
      text, " ", make("span", { class: "ha-marks", "aria-hidden": "true" }, mates.map((some) => (some.length ? "■" : "○")).join("")));
    }));
    choose(chosen);
    status.textContent = [summary(), ...(touched && grams.length >= ENOUGH ? aims.check() : [])].join(" ");
  }

  read();
  draw(false);
  return make("div", { class: "piece-box hash-view", role: "group", "aria-labelledby": title.id }, title,
    make("label", { for: field.id }, "Your sentence"), field, note,
    make("div", { class: "ha-controls" }, orders, counts, make("div", { class: "ha-size" }, make("label", { for: slider.id }, "Rows of the first head"), slider, told), over),
    make("div", { class: "ha-stage" }, heads, chips), key, status, shown, ...aims.nodes);
}]);
