/* <position-view>: the score of a query with the keys behind it, as a curve over their distance. Choose the kind of
   position, move the query, move the key; the curve from before the last change stays as a shadow. Scores come from Python.
   Each kind has one frame for all its curves, which ends at FLOOR: a softmax leaves a score so far below the best
   less than a hundredth of the best one's weight. A curve that goes on below says from where.
   Data: {label, back: n (distances 0 ... n-1), stops: [positions of the query], start: index of a stop, key: distance,
   kinds: [{name, about, curves}], goals: [[text, test]]}. `curves` is {of: "stops", scores: a curve for each stop, empty
   where there is no row}, or {of: "setting", name, values: [texts], start, scores: a curve for each value}.
   A test is "changes", "empty", "falls", or "peak 3": the distance at which the score is highest. */
"use strict";
(window.coursePieces ??= []).push(["position-view", (data, { make, unique, svg, style, tidy }) => {
  const { back, stops, kinds } = data;
  for (const { name, curves } of kinds) {
    const wanted = curves.of === "stops" ? stops.length : curves.values.length;
    if (curves.scores.length !== wanted) throw new Error(`${name}: ${curves.scores.length} curves, expected ${wanted}`);
    const strange = curves.scores.find((curve) => curve.length !== back && curve.length);
    if (strange) throw new Error(`${name}: a curve of ${strange.length} scores, expected ${back}`);
  }

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("position-view", `
    .course-piece .position-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
    .position-view fieldset { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: 0 0 .4rem; padding: 0; border: 0; }
    .position-view legend { float: none; width: auto; margin: 0 0 .1rem; padding: 0; font-size: 1rem; font-weight: 600; }
    .position-view fieldset label { display: inline-flex; align-items: center; gap: .35rem; margin: 0; }
    .course-piece .position-view p.pv-about { min-height: 3em; margin: 0 0 .3rem; }
    .position-view .pv-controls { display: grid; gap: .2rem 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); margin: .3rem 0; }
    .position-view .pv-controls label { display: flex; flex-wrap: wrap; gap: 0 .5rem; margin: 0; }
    .position-view .pv-controls [hidden] { display: none; }
    .position-view .pv-value { font-weight: 700; font-variant-numeric: tabular-nums; }
    .position-view input[type="range"] { flex: 1 1 100%; min-width: 0; accent-color: var(--cp-strong); }
    .position-view svg { display: block; width: 100%; max-width: 30rem; height: auto; margin: 0 auto; cursor: crosshair; touch-action: pan-y; }
    .position-view svg text { fill: var(--cp-quiet); font-size: 11.5px; font-family: inherit; }
    .position-view svg .pv-low { fill: var(--cp-text); paint-order: stroke; stroke: var(--cp-back); stroke-width: 4px; }
    .position-view svg .pv-none { fill: var(--cp-wrong); font-size: 14px; font-weight: 600; }
    .position-view .pv-axis { stroke: var(--cp-line); fill: none; }
    .position-view .pv-past { fill: none; stroke: var(--cp-line); stroke-width: 1.5; stroke-dasharray: 4 3; }
    .position-view .pv-line { fill: none; stroke: var(--cp-strong); stroke-width: 2; stroke-linejoin: round; }
    .position-view .pv-dot { fill: var(--cp-strong); }
    .position-view .pv-best { fill: var(--cp-back); stroke: var(--cp-right); stroke-width: 2.5; }
    .position-view .pv-key { stroke: var(--cp-focus); stroke-width: 1.5; }
    .position-view .pv-at { fill: var(--cp-focus); }
    .course-piece .position-view ul.pv-goals { margin: .2rem 0 0; padding: 0; list-style: none; }
    .course-piece .position-view .pv-goals li { margin: 0; }
    .position-view .pv-goals li.is-met { color: var(--cp-right); font-weight: 600; }
    .course-piece .pv-status { min-height: 4.5em; margin: .3rem 0 0; }`);

  const [W, H, LEFT, RIGHT, TOP, BOTTOM] = [360, 190, 34, 8, 10, 34];
  const FLOOR = -6;
  const show = (value) => value.toFixed(2).replace(/^-(?=0\.00$)/, "").replace("-", "−");
  const chosen = kinds.map(({ curves }) => curves.start ?? 0); // of each kind the place in its setting
  let [kind, stop, key] = [0, data.start, data.key];
  let shadow = []; // the curve before the last change
  const met = new Set();

  /** The scores of the keys that there are: none stands before position 0. */
  function curve() {
    const { of, scores } = kinds[kind].curves;
    return scores[of === "stops" ? stop : chosen[kind]].slice(0, stops[stop] + 1);
  }
  const peak = (scores) => scores.indexOf(Math.max(...scores));

  const title = make("p", { class: "piece-title", id: unique("position-view") }, data.label);
  const status = make("p", { role: "status", class: "pv-status" });
  const about = make("p", { class: "pv-about" });
  const group = unique("position-view-kind");
  const radios = kinds.map(({ name }, i) => make("label", {}, make("input", { type: "radio", name: group, checked: i === kind, onchange: () => change(() => { kind = i; }, true) }), name));

  /** A slider over a list of texts; the browser gives it its keys. */
  function slider(texts, moved) {
    const id = unique("position-view");
    const [name, value] = [make("span", {}), make("span", { class: "pv-value", "aria-hidden": "true" })];
    const input = make("input", { type: "range", id, min: 0, max: texts().length - 1, step: 1, oninput: () => moved(Number(input.value)) });
    const set = (words, at) => {
      input.max = texts().length - 1;
      input.value = at;
      name.textContent = words;
      value.textContent = texts()[at];
      input.setAttribute("aria-valuetext", texts()[at]);
    };
    return { set, label: make("label", { for: id }, name, value, input) };
  }
  const ofQuery = slider(() => stops.map(String), (to) => change(() => { stop = to; }));
  const ofKey = slider(() => Array.from({ length: back }, (_, k) => `${k} back`), (to) => { key = to; draw(); });
  const ofKind = slider(() => kinds[kind].curves.values ?? [""], (to) => change(() => { chosen[kind] = to; }));

  const picture = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img" });
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = (((event.clientX - box.left) / box.width) * W - LEFT) / (W - LEFT - RIGHT);
    key = Math.min(back - 1, Math.max(0, Math.round(at * (back - 1))));
    draw();
  });

  function plot(scores) {
    const all = kinds[kind].curves.scores.flat();
    const [low, high] = [Math.max(FLOOR, Math.min(0, Math.floor(Math.min(...all) * 2) / 2)), Math.max(1, Math.ceil(Math.max(...all) * 2) / 2)];
    const x = (k) => LEFT + (k / (back - 1)) * (W - LEFT - RIGHT);
    const y = (score) => TOP + ((high - score) / (high - low)) * (H - TOP - BOTTOM);
    const inside = (list) => (list.findIndex((score) => score < low) + 1 || list.length + 1) - 1; // how many, from the first
    const points = (list) => list.slice(0, inside(list)).map((score, k) => `${x(k).toFixed(1)},${y(score).toFixed(1)}`).join(" ");
    const ticks = Array.from({ length: Math.floor((back - 1) / 12) + 1 }, (_, i) => 12 * i);
    picture.replaceChildren(
      svg("path", { class: "pv-axis", d: `M${LEFT} ${TOP}V${H - BOTTOM}M${LEFT} ${y(0)}H${W - RIGHT}` }),
      ...[low, 0, high].filter((value, i, list) => list.indexOf(value) === i).map((value) => svg("text", { x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, tidy(value))),
      ...ticks.map((k) => svg("text", { x: x(k), y: H - BOTTOM + 16, "text-anchor": "middle" }, String(k))),
      svg("text", { x: W - RIGHT, y: H - 3, "text-anchor": "end" }, "distance: how far back the key stands"),
      svg("polyline", { class: "pv-past", points: points(shadow) }));
    if (!scores.length) {
      picture.append(svg("text", { class: "pv-none", x: (LEFT + W) / 2, y: H / 2 - 10, "text-anchor": "middle" }, "no row, no score"));
      return;
    }
    const end = inside(scores);
    picture.append(svg("polyline", { class: "pv-line", points: points(scores) }), ...scores.slice(0, end).map((score, k) => svg("circle", { class: "pv-dot", cx: x(k), cy: y(score), r: 2.2 })),
      svg("circle", { class: "pv-best", cx: x(peak(scores)), cy: y(scores[peak(scores)]), r: 4.5 }));
    if (key < scores.length) picture.append(svg("path", { class: "pv-key", d: `M${x(key)} ${TOP}V${H - BOTTOM}` }), svg("circle", { class: "pv-at", cx: x(key), cy: y(Math.max(low, scores[key])), r: 4 }));
    if (end < scores.length) picture.append(svg("text", { class: "pv-low", x: x(end) + 6, y: y(low) - 6 }, `from ${end} back on below ${tidy(low)}`));
  }

  function draw() {
    const [scores, m] = [curve(), stops[stop]];
    const { curves, about: words } = kinds[kind];
    about.textContent = words;
    ofQuery.set("Position of the query: ", stop);
    ofKey.set("The key: ", key);
    ofKind.label.hidden = curves.of === "stops" || curves.values.length < 2;
    if (!ofKind.label.hidden) ofKind.set(`${curves.name}: `, chosen[kind]);
    plot(scores);
    const parts = [];
    if (!scores.length) parts.push(`The table has no row for position ${m}: the lookup fails, and there is nothing to compare.`);
    else {
      parts.push(key < scores.length ? `Query at ${m}, key at ${m - key}, ${key} back: score ${show(scores[key])}.` : `Query at ${m}: no key stands ${key} back, before the text begins.`);
      parts.push(`The highest score is ${show(scores[peak(scores)])}, at ${peak(scores)} back.`);
    }
    picture.setAttribute("aria-label", scores.length ? `Scores of the query at ${m} with ${scores.length} keys, against distance; highest at ${peak(scores)} back` : "No scores");
    const found = reached(scores);
    if (found.length) parts.push(`Found: ${found.join("; ")}.`);
    status.textContent = parts.join(" ");
  }

  /** Goals that this curve reaches for the first time. */
  let moved = false; // the last change was of the query alone
  function reached(scores) {
    const tests = {
      changes: () => moved && scores.length > 0 && shadow.some((score, k) => k < scores.length && Math.abs(score - scores[k]) > 0.01),
      empty: () => !scores.length,
      falls: () => scores.length > 2 && scores.every((score, k) => !k || score < scores[k - 1]),
      peak: (at) => scores.length > Number(at) && peak(scores) === Number(at),
    };
    return (data.goals ?? []).flatMap(([text, test], i) => {
      const [name, at] = test.split(" ");
      if (met.has(i) || !touched || !tests[name](at)) return [];
      met.add(i);
      aims[i].className = "is-met";
      aims[i].textContent = `✓ ${text}`;
      return [text];
    });
  }
  const aims = (data.goals ?? []).map(([text]) => make("li", {}, `– ${text}`));
  let touched = false;
  function change(act, fresh = false) {
    const [before, at] = [curve(), stop];
    act();
    touched = true;
    moved = stop !== at;
    shadow = fresh ? [] : before;
    draw();
  }

  draw();
  return make("div", { class: "position-view", role: "group", "aria-labelledby": title.id }, title,
    make("fieldset", {}, make("legend", {}, "Where the position goes in"), radios), about, picture,
    make("div", { class: "pv-controls" }, ofQuery.label, ofKey.label, ofKind.label), status,
    aims.length ? [make("p", { class: "pv-head" }, "Can you find …"), make("ul", { class: "pv-goals" }, aims)] : []);
}]);
