/* <learning-table>: skip-gram with negatives that trains here, from counts of which word stands beside which. Rows
   are shown by their direction, on one plane and one scale for the whole run. Step shows a batch: what was read, the
   gradients on their way to their rows, and how those of a repeated word add up.
   Data: {label, words: [V], kinds: [V], contexts: names of the M neighbours, the V words first, counts: {window: V rows
   of M numbers, written as book/novels.py does}, pair: [2 words], handles: [names of those shown],
   d, batch, steps, seed, window, sigma, rate, negatives, noise, tables, optimizer, drawn}. */
"use strict";
(window.coursePieces ??= []).push(["learning-table", (data, { make, unique, svg, style, writer, around }) => {
  const { words, kinds, contexts, d, steps } = data;
  const B = data.batch, V = words.length, M = contexts.length;
  const HANDLES = {
    sigma: ["standard deviation σ", { 0.01: "0.01", 0.1: "0.1", 1: "1" }],
    rate: ["learning rate", { 0.4: "0.4", 3.2: "3.2", 25: "25" }],
    tables: ["tables", { 2: "two", 1: "one (tied)" }],
    optimizer: ["optimizer", { descent: "plain descent", adam: "Adam, rate 0.01" }],
    drawn: ["words are read", { equally: "equally often", novels: "as in the novels" }],
    window: ["window", Object.fromEntries(Object.keys(data.counts).map((w) => [w, w]))],
    negatives: ["negatives", { 1: "1", 5: "5", 15: "15" }],
    noise: ["noise exponent", { 0: "0", 0.75: "0.75", 1: "1" }],
  };
  if (kinds.length !== V) throw new Error(`${V} words and ${kinds.length} kinds, expected as many`);
  if (words.some((word, i) => contexts[i] !== word)) throw new Error("the contexts do not begin with the words");
  for (const name of data.handles) if (!HANDLES[name]) throw new Error(`no handle ${name}; there are ${Object.keys(HANDLES).join(", ")}`);
  for (const [name, [, values]] of Object.entries(HANDLES)) if (values[data[name]] === undefined) throw new Error(`${name} is ${data[name]}, expected one of ${Object.keys(values).join(", ")}`);
  const pair = data.pair.map((word) => {
    if (!words.includes(word)) throw new Error(`the word ${word} is not among those that are trained`);
    return words.indexOf(word);
  });
  // A number is letters A to Z, its multiples of 36, and then one digit of base 36.
  const tables = Object.fromEntries(Object.entries(data.counts).map(([window, text]) => {
    const all = text.match(/[A-Z]*[0-9a-z]/g).map((n) => [...n].reduce((sum, x) => (x < "A" || x > "Z" ? 36 * sum + parseInt(x, 36) : 26 * sum + x.charCodeAt() - 65), 0));
    if (all.length !== V * M) throw new Error(`window ${window}: ${all.length} counts, expected ${V} times ${M}`);
    return [window, words.map((_, i) => all.slice(i * M, (i + 1) * M))];
  }));

  // ---------------------------------------------------------------- training
  /** Numbers from 0 to 1, the same on every machine (xorshift with 32 bits). */
  function random(seed) {
    let state = (Math.imul(seed, 0x9e3779b1) >>> 0) || 1;
    const next = () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) / 2 ** 32;
    };
    for (let i = 0; i < 16; i++) next();
    return next;
  }
  const sums = (weights) => { let sum = 0; return Float64Array.from(weights, (x) => (sum += x)); };
  /** The place at which x of the whole of the cumulative sums is reached. */
  function place(sums, x) {
    const aim = x * sums[sums.length - 1];
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > aim) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** A training run at its start. Names as in the chapter: centers w, contexts c, then k drawn words; rows E of the
      centers and O of the contexts. With one table, the rows of the words serve as both. */
  function training({ seed, window, sigma, rate, negatives: k, noise, tables: tied, optimizer, drawn }) {
    const counts = tables[window];
    const read = counts.map(sums), total = read.map((row) => row[M - 1]);
    const centers = sums(total.map((n) => (drawn === "novels" ? n : 1)));
    const noises = sums(contexts.map((_, j) => { const n = counts.reduce((sum, row) => sum + row[j], 0); return n && n ** noise; }));
    const size = (tied === 1 ? M : V + M) * d;
    const [T, G, mean, square] = [0, 0, 0, 0].map(() => new Float64Array(size));
    const [E, dE] = [T, G].map((table) => table.subarray(0, V * d));
    const [O, dO] = [T, G].map((table) => (tied === 1 ? table : table.subarray(V * d)));
    const [first, next] = [random(2 * seed), random(2 * seed + 1)];
    for (let a = 0; a < size; a++) T[a] = sigma * Math.sqrt(-2 * Math.log(1 - first())) * Math.cos(2 * Math.PI * first());
    const run = { E, O, step: 0, loss: 0, rate: 0, w: new Int32Array(B), c: new Int32Array(B * (k + 1)), parts: new Float64Array(B * d), times: new Int32Array(V) };

    run.advance = () => {
      const { w, c, parts } = run;
      G.fill(0);
      parts.fill(0);
      run.loss = 0;
      for (let b = 0; b < B; b++) {
        const i = (w[b] = place(centers, next()));
        run.times[i] += 1;
        for (let q = 0; q <= k; q++) { // the context that was read, then the drawn ones
          const j = (c[b * (k + 1) + q] = place(q ? noises : read[i], next()));
          let score = 0;
          for (let a = 0; a < d; a++) score += E[i * d + a] * O[j * d + a];
          const g = (1 / (1 + Math.exp(-score)) - (q ? 0 : 1)) / B;
          run.loss += Math.log1p(Math.exp(q ? score : -score)) / B;
          for (let a = 0; a < d; a++) {
            parts[b * d + a] += g * O[j * d + a];
            dO[j * d + a] += g * E[i * d + a];
          }
        }
        for (let a = 0; a < d; a++) dE[i * d + a] += parts[b * d + a]; // scatter-add: a repeated word's gradients sum up
      }
      run.rate = (optimizer === "adam" ? 0.01 : rate) * (1 - run.step / steps);
      run.step += 1;
      if (optimizer === "adam") {
        const [one, two] = [1 - 0.9 ** run.step, 1 - 0.999 ** run.step];
        for (let a = 0; a < size; a++) {
          mean[a] += 0.1 * (G[a] - mean[a]);
          square[a] += 0.001 * (G[a] * G[a] - square[a]);
          T[a] -= (run.rate * mean[a]) / one / (Math.sqrt(square[a] / two) + 1e-8);
        }
      } else for (let a = 0; a < size; a++) T[a] -= run.rate * G[a];
    };
    return run;
  }

  const dot = (x, y) => x.reduce((sum, value, a) => sum + value * y[a], 0);
  /** Every row at length one. */
  function directions(E) {
    return words.map((_, i) => {
      const row = E.subarray(i * d, (i + 1) * d), length = Math.hypot(...row);
      return row.map((x) => x / length);
    });
  }
  /** Two directions at right angles in which the rows spread most, by repeated multiplication. */
  function spread(rows) {
    const middle = rows[0].map((_, a) => rows.reduce((sum, row) => sum + row[a], 0) / V);
    const off = rows.map((row) => row.map((x, a) => x - middle[a]));
    const axes = [];
    for (let n = 0; n < 2; n++) {
      let axis = Float64Array.from({ length: d }, (_, a) => Math.cos(a + n));
      for (let turn = 0; turn < 200; turn++) {
        const shares = off.map((row) => dot(row, axis));
        axis = axis.map((_, a) => off.reduce((sum, row, i) => sum + shares[i] * row[a], 0));
        for (const other of axes) { const share = dot(axis, other); axis = axis.map((x, a) => x - share * other[a]); }
        const length = Math.sqrt(dot(axis, axis));
        axis = axis.map((x) => x / length);
      }
      axes.push(axis);
    }
    return axes;
  }
  const AHEAD = 1000; // the plane is that of the rows after so many steps

  // ---------------------------------------------------------------- the page
  style("learning-table", `
    .course-piece .learning-table { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.45; }
    .learning-table .lt-line { display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: center; margin: 0 0 .6rem; }
    .learning-table label { display: flex; gap: .4rem; align-items: center; margin: 0; color: inherit; }
    .learning-table select { padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .course-piece .learning-table button.lt-run { min-width: 6rem; color: var(--cp-on-strong); background: var(--cp-strong); border-color: var(--cp-strong); }
    .course-piece .learning-table button[aria-disabled="true"] { color: var(--cp-quiet); background: transparent; border-style: dashed; border-color: var(--cp-line); cursor: default; }
    .learning-table .lt-pair select { max-width: 6.2rem; padding: .15rem 0; }
    .learning-table .lt-pair { gap: .5rem; margin-bottom: .3rem; }
    .learning-table .lt-stage { display: flex; flex-wrap: wrap; gap: .8rem; align-items: flex-start; }
    .learning-table .lt-map { flex: 3 1 20rem; min-width: 0; }
    .learning-table .lt-side { flex: 2 1 14rem; min-width: 0; }
    .learning-table svg { display: block; width: 100%; height: auto; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; }
    .learning-table svg[hidden] { display: none; }
    .learning-table svg text { fill: currentcolor; font-size: 13px; }
    .learning-table .lt-word text { paint-order: stroke; stroke: var(--cp-panel); stroke-width: 3px; }
    .learning-table .is-chosen text { font-weight: 700; font-size: 15px; }
    .learning-table .lt-mark { fill: currentcolor; fill-opacity: .8; }
    .learning-table .is-chosen .lt-mark { fill-opacity: 1; stroke: var(--cp-text); stroke-width: 2; }
    .learning-table .lt-rim { fill: var(--cp-back); stroke: var(--cp-line); }
    .learning-table .lt-trails { fill: none; stroke: var(--cp-quiet); stroke-width: 1; opacity: .3; }
    .learning-table .lt-trail { fill: none; stroke: currentcolor; stroke-width: 1.6; opacity: .8; }
    .learning-table .lt-seat, .learning-table .lt-flight { fill: currentcolor; }
    .learning-table .lt-curve { fill: none; stroke: var(--cp-strong); stroke-width: 2.5; }
    .learning-table .lt-mean { fill: none; stroke: var(--cp-quiet); stroke-width: 1.5; stroke-dasharray: 4 3; }
    .learning-table .lt-axis { fill: none; stroke: var(--cp-line); }
    .course-piece .learning-table svg text.lt-tick { fill: var(--cp-quiet); font-size: 12px; }
    .learning-table .lt-part { fill: none; stroke: var(--cp-strong); stroke-width: 1.5; }
    .learning-table .lt-sum { fill: none; stroke: var(--cp-focus); stroke-width: 3; }
    .course-piece .lt-head { margin: .5rem 0 .2rem; font-weight: 600; }
    .course-piece .lt-side > .lt-head:first-child { margin-top: 0; }
    .course-piece .lt-note { margin: .3rem 0 0; color: var(--cp-quiet); font-size: .88rem; }
    .course-piece .lt-status { min-height: 4.4em; margin: 0 0 .5rem; }
    @media (max-width: 600px) { .course-piece .lt-status { min-height: 7.5em; } }
    .learning-table .lt-key { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .4rem 0 0; padding: 0; list-style: none; font-size: .9rem; }
    .learning-table .lt-key li { display: flex; gap: .35rem; align-items: center; margin: 0; }
    .learning-table .lt-key svg { width: 1rem; background: transparent; border: 0; color: inherit; }
    @media (prefers-reduced-motion: no-preference) { .is-stepping .lt-word { transition: transform .4s ease-out .7s; } }`);
  const COLOURS = ["--cp-strong", "--cp-focus", "--cp-right", "--cp-wrong", "--ink-violet, var(--cp-quiet)", "--cp-quiet"];
  const MARKS = [
    () => svg("circle", { r: 4.5 }),
    () => svg("path", { d: "M-4 -4h8v8h-8z" }),
    () => svg("path", { d: "M0 -5.5L5 4h-10z" }),
    () => svg("path", { d: "M0 -6L6 0L0 6L-6 0z" }),
    () => svg("path", { d: "M0 5.5L5 -4h-10z" }),
    () => svg("path", { d: "M-1.3 -5h2.6v3.7h3.7v2.6h-3.7v3.7h-2.6v-3.7h-3.7v-2.6h3.7z" })];
  const families = [...new Set(kinds)];
  if (families.length > MARKS.length) throw new Error(`${families.length} kinds of words, expected at most ${MARKS.length}`);
  const colour = (kind) => `color: var(${COLOURS[families.indexOf(kind)]})`;
  function mark(kind) {
    const node = MARKS[families.indexOf(kind)]();
    node.setAttribute("class", "lt-mark");
    return node;
  }

  const settings = { ...data };
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  let run, axes, past, frame = null; // past: {step, rows, at} at moments of the run
  const show = (value) => value.toFixed(2).replace(/^-(?=0\.00$)/, "").replace("-", "−");
  const count = (n) => n.toLocaleString("en");

  function keep() {
    const rows = directions(run.E);
    past.push({ step: run.step, rows, at: rows.map((row) => axes.map((axis) => dot(row, axis))) });
  }
  function start() {
    pause();
    const ahead = training(settings);
    while (ahead.step < Math.min(AHEAD, steps)) ahead.advance();
    axes = spread(directions(ahead.E));
    run = body.run = training(settings); // there for tests and for the curious
    past = [];
    keep();
    seats.replaceChildren();
    draw();
  }

  // ---------------------------------------------------------------- drawings
  const TOP = 44; // the room for the batch
  let width = 430;
  const radius = () => width / 2 - 8;
  const spot = ([x, y]) => [width / 2 + radius() * x, TOP + width / 2 - radius() * y];
  const line = (points) => (points.length ? `M${points.map((point) => point.map((x) => x.toFixed(1)).join(",")).join("L")}` : "");
  const rim = svg("circle", { class: "lt-rim" });
  const trails = svg("path", { class: "lt-trails" });
  const tracks = pair.map(() => svg("path", { class: "lt-trail" }));
  const points = words.map((word, i) => svg("g", { class: "lt-word", "data-word": word, style: colour(kinds[i]) }, mark(kinds[i]), svg("text")));
  const [seats, flights] = [svg("g"), svg("g")];
  const map = svg("svg", { role: "img" }, rim, trails, ...tracks, ...points, seats, flights);

  const [WIDE, HIGH, LEFT, LOW] = [260, 170, 26, 20]; // the curve
  const across = (step) => LEFT + ((WIDE - LEFT - 8) * Math.log10(Math.max(1, step))) / Math.log10(steps);
  const up = (cosine) => 8 + ((HIGH - LOW - 8) * (1 - cosine)) / 2;
  const [curve, mean] = ["lt-curve", "lt-mean"].map((name) => svg("path", { class: name }));
  const ticks = [1, 0, -1].map((y) => svg("text", { class: "lt-tick", x: LEFT - 4, y: up(y) + 4, "text-anchor": "end" }, show(y).slice(0, -3)));
  for (let step = 1; step <= steps; step *= 10) ticks.push(svg("text", { class: "lt-tick", x: across(step), y: HIGH - 5, "text-anchor": "middle" }, count(step)));
  const graph = svg("svg", { role: "img", viewBox: `0 0 ${WIDE} ${HIGH}` },
    svg("path", { class: "lt-axis", d: [1, 0, -1].map((y) => `M${LEFT} ${up(y)}H${WIDE - 6}`).join("") }), ...ticks, mean, curve);

  const adding = svg("svg", { role: "img", viewBox: "0 0 260 110", hidden: "" });
  const repeats = make("p", { class: "lt-note" });
  const batch = make("p", { class: "lt-head" }, "The batch");

  /** Where the gradients of the batch go: each pair is a dot above the map, on the pile of its word, and flies to the
      word's row. */
  function fly() {
    const w = [...run.w].sort((x, y) => x - y);
    const columns = [...new Set(w)], most = Math.max(...run.w.map((i) => w.filter((x) => x === i).length));
    const r = Math.min(3, (width - 16) / columns.length / 2.4), apart = Math.min(2.2 * r, (TOP - 14) / most);
    const seat = (b) => [8 + ((width - 16) * (columns.indexOf(w[b]) + 0.5)) / columns.length, TOP - 4 - r - apart * (b - w.indexOf(w[b]))];
    const dots = (name) => w.map((i, b) => svg("circle", { class: name, r, cx: seat(b)[0], cy: seat(b)[1], style: colour(kinds[i]) }));
    seats.replaceChildren(...dots("lt-seat"));
    flights.replaceChildren();
    if (still.matches) return;
    flights.append(...dots("lt-flight"));
    const { at } = past[past.length - 2] ?? past[0];
    [...flights.children].forEach((dot, b) => {
      const [[x, y], [left, top]] = [spot(at[w[b]]), seat(b)];
      dot.animate([{ transform: "none" }, { transform: `translate(${x - left}px, ${y - top}px)` }], { duration: 700, easing: "ease-in", fill: "forwards" });
      dot.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 300, delay: 700, fill: "forwards" });
    });
  }
  /** The steps that the pairs of the most repeated word ask for, one after the other, and their sum. */
  function add() {
    const times = new Map();
    for (const i of run.w) times.set(i, (times.get(i) ?? 0) + 1);
    const most = [...times.keys()].sort((x, y) => times.get(y) - times.get(x));
    const shown = pair.find((i) => times.get(i) > 1) ?? most[0];
    const often = most.filter((i) => times.get(i) > 1);
    batch.textContent = `Batch ${count(run.step)}: ${B} pairs, ${times.size} words`;
    repeats.textContent = `More than once: ${often.map((i) => `${words[i]} ${times.get(i)}`).join(", ") || "none"}. The other ${times.size - often.length} once. Mean loss ${show(run.loss)}.`;
    const parts = [...run.w.keys()].filter((b) => run.w[b] === shown)
      .map((b) => axes.map((axis) => -dot(run.parts.subarray(b * d, (b + 1) * d), axis)));
    const ends = parts.reduce((all, [x, y]) => [...all, [all[all.length - 1][0] + x, all[all.length - 1][1] - y]], [[0, 0]]);
    const [low, high] = [Math.min, Math.max].map((best) => [0, 1].map((k) => best(...ends.map((point) => point[k]))));
    const scale = Math.min(220 / (high[0] - low[0] || 1), 70 / (high[1] - low[1] || 1));
    const drawn = ends.map((point) => point.map((x, k) => [20, 30][k] + [110, 35][k] + scale * (x - (low[k] + high[k]) / 2)));
    function arrow(name, from, to) {
      const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
      const barb = (turn) => to.map((x, k) => x - 7 * [Math.cos, Math.sin][k](angle + turn));
      return svg("path", { class: name, d: line([from, to]) + line([barb(0.45), to, barb(-0.45)]) });
    }
    adding.replaceChildren(svg("text", { x: 8, y: 17 }, parts.length > 1 ? `${words[shown]}: ${parts.length} gradients add up` : `${words[shown]}: one gradient`),
      ...(parts.length > 1 ? [arrow("lt-sum", drawn[0], drawn[drawn.length - 1])] : []), ...parts.map((_, n) => arrow("lt-part", drawn[n], drawn[n + 1])));
    adding.setAttribute("aria-label", `${words[shown]} stands in ${parts.length} pairs of the batch; its row moves by the sum of their steps.`);
    adding.removeAttribute("hidden");
  }

  /** Names beside their points where there is room, the two chosen words first; all ways are tried only at rest. */
  function name(spots) {
    const taken = [[0, 0, width, TOP - 4], ...(frame === null ? spots.map((s) => around(s, 4)) : [])];
    const write = writer([width, TOP + width], 13, taken);
    for (const i of new Set([...pair, ...words.keys()])) {
      const [found] = write(words[i], spots[i], "", 8);
      const off = found && ["x", "y"].map((side, k) => found.getAttribute(side) - spots[i][k]);
      const text = points[i].lastChild;
      const near = off && (pair.includes(i) || Math.hypot(...off) < 24); // a name far off would say little
      if (off && !near) taken.pop();
      text.textContent = near ? words[i] : "";
      if (!near) continue;
      ["x", "y"].forEach((side, k) => text.setAttribute(side, off[k]));
      text.setAttribute("text-anchor", found.getAttribute("text-anchor"));
    }
  }
  function draw() {
    const now = past[past.length - 1], spots = now.at.map(spot);
    map.setAttribute("viewBox", `0 0 ${width} ${TOP + width}`);
    for (const [side, value] of [["cx", width / 2], ["cy", TOP + width / 2], ["r", radius()]]) rim.setAttribute(side, value);
    points.forEach((node, i) => {
      node.style.transform = `translate(${spots[i].map((x) => `${x.toFixed(1)}px`).join(", ")})`;
      node.classList.toggle("is-chosen", pair.includes(i));
    });
    for (const i of pair) flights.before(points[i]);
    name(spots);
    const recent = past.slice(-25);
    trails.setAttribute("d", words.map((_, i) => line(recent.map(({ at }) => spot(at[i])))).join(""));
    const trail = past.filter(({ step }, n) => n === 0 || step === run.step || Math.floor(8 * Math.log(step)) > Math.floor(8 * Math.log(past[n - 1].step)));
    tracks.forEach((track, n) => {
      track.setAttribute("d", line(trail.map(({ at }) => spot(at[pair[n]]))));
      track.setAttribute("style", colour(kinds[pair[n]]));
    });
    const [a, b] = pair;
    const cosine = ({ rows }) => dot(rows[a], rows[b]);
    const alike = ({ rows }) => (rows[0].reduce((sum, _, k) => sum + rows.reduce((s, row) => s + row[k], 0) ** 2, 0) - V) / (V * (V - 1));
    for (const moment of past) moment.alike ??= alike(moment);
    curve.setAttribute("d", line(past.map((moment) => [across(moment.step), up(cosine(moment))])));
    mean.setAttribute("d", line(past.map((moment) => [across(moment.step), up(moment.alike)])));
    const near = [...words.keys()].filter((i) => i !== a).sort((x, y) => dot(now.rows[y], now.rows[a]) - dot(now.rows[x], now.rows[a])).slice(0, 5);
    map.setAttribute("aria-label", `${V} rows as points on a disc. Step ${count(now.step)}: the mean cosine of all pairs of rows is ${show(now.alike)}.`);
    graph.setAttribute("aria-label", `Cosine of ${words[a]} and ${words[b]} against steps, now ${show(cosine(now))}; dashed, the mean of all pairs, now ${show(now.alike)}.`);
    const lump = Math.max(...past.map((moment) => moment.alike));
    const seen = run.step === 0 ? "the rows are random" : now.alike > 0.8 ? "nearly all rows point the same way"
      : now.alike < lump - 0.1 ? "the rows are parting" : "the rows have begun to move";
    status.textContent = [
      `Step ${count(now.step)} of ${count(steps)}: ${run.step < steps ? seen : "the end of the run"}.`,
      `The cosine of two rows is ${show(now.alike)} on average, that of ${words[a]} and ${words[b]} ${show(cosine(now))}.`,
      `Nearest to ${words[a]}: ${near.map((i) => words[i]).join(", ")}.`,
      `Times read: ${words[a]} ${count(run.times[a])}, ${words[b]} ${count(run.times[b])}.`,
    ].join(" ");
    for (const node of [once, go]) node.setAttribute("aria-disabled", String(run.step >= steps));
    back.setAttribute("aria-disabled", String(run.step === 0));
    go.textContent = frame !== null ? "Pause" : still.matches ? "Run on" : "Run";
  }

  // ---------------------------------------------------------------- controls
  const PACE = 80; // a frame takes more steps as the run goes on, since later ones change less
  function forward(more) {
    for (const end = Math.min(steps, run.step + more); run.step < end;) run.advance();
    keep();
  }
  function tick() {
    frame = null;
    if (!body.isConnected) return;
    forward(Math.min(100, 1 + Math.floor(run.step / PACE)));
    if (run.step < steps) frame = requestAnimationFrame(tick);
    else pause();
    draw();
  }
  function pause() {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    status.removeAttribute("aria-live");
  }
  function press() {
    if (frame !== null) { pause(); return draw(); }
    if (run.step >= steps) return;
    rest();
    if (still.matches) { // nothing runs by itself: a press goes on to the next of a few moments
      forward([10, 30, 100, 300, 1000, 3000, 10000, steps].find((step) => step > run.step) - run.step);
      return draw();
    }
    status.setAttribute("aria-live", "off"); // a screen reader hears the step it ends on, not every one
    frame = requestAnimationFrame(tick);
    draw();
  }
  function step() {
    if (run.step >= steps) return;
    pause();
    forward(1);
    map.classList.add("is-stepping");
    fly();
    add();
    draw();
  }
  /** No batch is shown. */
  function rest() {
    map.classList.remove("is-stepping");
    for (const group of [seats, flights]) group.replaceChildren();
    batch.textContent = "The batch";
    repeats.textContent = "Step shows one: a dot above the map for each pair that is read, and the row that its gradient goes to.";
    adding.setAttribute("hidden", "");
  }
  const button = (text, onclick, name) => make("button", { type: "button", class: name, onclick }, text);
  const once = button("Step", step), go = button("Run", press, "lt-run");
  const back = button("Back to the start", () => { if (run.step) restart(); });
  const other = button("Other random rows", () => { settings.seed += 1; restart(); });
  function restart() {
    rest();
    start();
  }
  const choice = (label, values, chosen, set, name = label) => {
    const field = make("select", { "aria-label": name, onchange: () => set(field.value) }, Object.entries(values).map(([value, text]) => make("option", { value, selected: value === String(chosen) }, text)));
    return make("label", {}, label, field);
  };
  const fields = data.handles.map((handle) => choice(HANDLES[handle][0], HANDLES[handle][1], data[handle], (value) => {
    settings[handle] = typeof data[handle] === "number" ? Number(value) : value;
    restart();
  }));
  const chosen = pair.map((i, n) => choice(["of", "and"][n], Object.fromEntries(words.map((word, j) => [`w${j}`, word])), `w${i}`, (value) => { pair[n] = Number(value.slice(1)); draw(); }, ["first word", "second word"][n]));

  const title = make("p", { class: "piece-title", id: unique("learning-table") }, data.label);
  const status = make("p", { role: "status", class: "lt-status" });
  const key = make("ul", { class: "lt-key" }, families.map((kind) => make("li", { style: colour(kind) }, svg("svg", { viewBox: "-7 -7 14 14", "aria-hidden": "true" }, mark(kind)), make("span", { style: "color: var(--cp-text)" }, kind))));
  const body = make("div", { class: "learning-table", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "lt-line" }, go, once, back, other), ...(fields.length ? [make("div", { class: "lt-line" }, fields)] : []), status,
    make("div", { class: "lt-stage" },
      make("div", { class: "lt-map" }, map, key, make("p", { class: "lt-note" }, `A point shows the direction of a row, not its length. It has ${d} numbers; the plane, which stays the same, holds the two directions in which the rows of this run spread most at step ${count(AHEAD)}.`)),
      make("div", { class: "lt-side" }, make("p", { class: "lt-head" }, "Cosine, step by step"), make("div", { class: "lt-line lt-pair" }, chosen), graph, make("p", { class: "lt-note" }, "Dashed: the mean of all pairs of rows."), batch, repeats, adding)));
  still.addEventListener("change", () => { pause(); draw(); });
  new ResizeObserver(() => {
    const room = Math.min(560, Math.floor(map.getBoundingClientRect().width));
    if (room < 1 || room === width) return;
    width = room;
    rest();
    draw();
  }).observe(map);
  restart();
  return body;
}]);
