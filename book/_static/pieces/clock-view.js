/* <clock-view>: a query and a key as two hands on clocks of different speed, the pairs of a rotated row. Move the
   positions: the hands turn, the angle between them follows the distance alone, and so does the score, the sum of the
   cosines. Both rows are the same before they are turned, so all hands point to the right at position 0.
   Data: {label, speeds: [radians a position, the fastest first], most: the last position, query, key: where they begin}. */
"use strict";
(window.coursePieces ??= []).push(["clock-view", (data, { make, unique, svg, style, tidy, goals }) => {
  const { speeds, most } = data;
  let at = { query: data.query, key: data.key };
  if (!(0 <= at.key && at.key <= at.query && at.query <= most)) throw new Error(`the query at ${at.query} and the key at ${at.key}, expected 0 ≤ key ≤ query ≤ ${most}`);
  if (speeds.some((speed, r) => !(speed > 0) || speed > speeds[r - 1])) throw new Error(`the speeds ${speeds.join(", ")}, expected positive ones, the fastest first`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("clock-view", `
    .clock-view .ck-clocks { display: grid; grid-template-columns: repeat(${speeds.length}, minmax(0, 1fr)); gap: .25rem; max-width: 33rem; margin: 0 auto; text-align: center; white-space: nowrap; font-size: .8rem; line-height: 1.35; font-variant-numeric: tabular-nums; }
    .clock-view svg { display: block; width: 100%; height: auto; }
    .clock-view .ck-speed { color: var(--cp-quiet); }
    .clock-view .ck-face { fill: var(--cp-panel); stroke: var(--cp-line); stroke-width: 1.5; }
    .clock-view .ck-angle { fill: var(--cp-chosen); stroke: var(--cp-quiet); }
    .clock-view .ck-query { stroke: var(--cp-strong); fill: var(--cp-strong); stroke-width: 3; }
    .clock-view .ck-key { stroke: var(--cp-focus); fill: var(--cp-focus); stroke-width: 3; stroke-dasharray: 5 3; }
    .clock-view .ck-tip { stroke: none; }
    .clock-view .ck-controls { display: grid; gap: .2rem 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); margin: .7rem 0 .2rem; }
    .clock-view .ck-controls label { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .5rem; margin: 0; }
    .clock-view .ck-controls svg { flex: none; width: 1.9rem; }
    .clock-view .ck-value { font-weight: 700; font-variant-numeric: tabular-nums; }
    .clock-view input[type="range"] { flex: 1 1 100%; }
    .clock-view .ck-keep { display: inline-flex; align-items: center; gap: .45rem; margin: 0 0 .4rem; }
    .clock-view .ck-plot { max-width: 26rem; margin: 0 auto; }
    .clock-view .ck-plot text { fill: var(--cp-quiet); font-size: 15px; font-family: inherit; }
    .clock-view .ck-axis { stroke: var(--cp-line); fill: none; }
    .clock-view .ck-line { fill: none; stroke: var(--cp-quiet); stroke-width: 1.5; stroke-linejoin: round; }
    .clock-view .ck-drop { stroke: var(--cp-strong); stroke-width: 1.5; }
    .clock-view .ck-dot { fill: var(--cp-strong); }
    .course-piece .clock-view .ck-status { min-height: 3em; margin: .3rem 0; }`);

  const show = (value) => value.toFixed(2).replace(/^-(?=0\.00$)/, "").replace("-", "−");
  const score = (distance) => speeds.reduce((sum, speed) => sum + Math.cos(speed * distance), 0);
  /** The angle between two hands, in degrees from 0 to 180. */
  const between = (speed, distance) => (Math.acos(Math.cos(speed * distance)) * 180) / Math.PI;
  const start = { ...at, score: show(score(at.query - at.key)) };

  // ---------------------------------------------------------------- the drawings
  const MID = 40;
  const spot = (angle, far) => `${(MID + far * Math.cos(angle)).toFixed(2)} ${(MID - far * Math.sin(angle)).toFixed(2)}`;
  function hand(name, angle, far, tip) {
    const degrees = (-angle * 180) / Math.PI;
    return [svg("path", { class: name, d: `M${MID} ${MID}L${spot(angle, far)}` }), svg("path", { class: `${name} ck-tip`, d: tip, transform: `translate(${spot(angle, far)}) rotate(${degrees})` })];
  }
  const POINTED = "M5 0L-4 -5L-4 5Z";
  const ROUND = "M4 0A4 4 0 1 1 -4 0A4 4 0 1 1 4 0Z";
  const clocks = speeds.map((speed) => {
    const face = svg("svg", { viewBox: `0 0 ${2 * MID} ${2 * MID}`, "aria-hidden": "true" });
    const told = make("div");
    function turn() {
      const [query, key] = [speed * at.query, speed * at.key];
      const [distance, degrees] = [at.query - at.key, between(speed, at.query - at.key)];
      const leads = Math.sin(speed * distance) > 0; // on the short way from the key to the query the angle grows
      face.replaceChildren(svg("circle", { class: "ck-face", cx: MID, cy: MID, r: 37 }),
        svg("path", { class: "ck-angle", d: `M${MID} ${MID}L${spot(key, 15)}A15 15 0 0 ${leads ? 0 : 1} ${spot(query, 15)}Z` }),
        ...hand("ck-query", query, 30, POINTED), ...hand("ck-key", key, 21, ROUND));
      told.replaceChildren(`${degrees.toFixed(0)}°`, make("br"), `cos ${show(Math.cos(speed * distance))}`);
    }
    return { turn, node: make("div", {}, face, make("div", { class: "ck-speed" }, `ω = ${tidy(Number(speed.toPrecision(2)))}`), told) };
  });
  const dials = make("div", { class: "ck-clocks", role: "img" }, clocks.map(({ node }) => node));

  const [W, H, LEFT, RIGHT, TOP, BOTTOM] = [360, 165, 30, 18, 10, 36];
  const x = (distance) => LEFT + (distance / most) * (W - LEFT - RIGHT);
  const y = (value) => TOP + ((speeds.length - value) / (2 * speeds.length)) * (H - TOP - BOTTOM);
  const points = Array.from({ length: most + 1 }, (_, distance) => `${x(distance).toFixed(1)},${y(score(distance)).toFixed(1)}`);
  const step = Math.max(1, Math.round(most / 6));
  const drop = svg("path", { class: "ck-drop" });
  const dot = svg("circle", { class: "ck-dot", r: 5 });
  const plot = svg("svg", { class: "ck-plot", viewBox: `0 0 ${W} ${H}`, role: "img" },
    svg("path", { class: "ck-axis", d: `M${LEFT} ${TOP}V${H - BOTTOM}M${LEFT} ${y(0)}H${W - RIGHT}` }),
    ...[-1, 0, 1].map((side) => svg("text", { x: LEFT - 5, y: y(side * speeds.length) + 5, "text-anchor": "end" }, tidy(side * speeds.length))),
    ...Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => svg("text", { x: x(i * step), y: H - BOTTOM + 17, "text-anchor": "middle" }, String(i * step))),
    svg("text", { x: W - RIGHT, y: H - 3, "text-anchor": "end" }, "distance"),
    svg("text", { x: LEFT + 16, y: TOP + 8 }, "score"),
    svg("polyline", { class: "ck-line", points: points.join(" ") }), drop, dot);

  // ---------------------------------------------------------------- controls
  const keep = make("input", { type: "checkbox" });
  const sliders = ["query", "key"].map((which) => {
    const id = unique("clock-view");
    const value = make("span", { class: "ck-value", "aria-hidden": "true" });
    const input = make("input", { type: "range", id, min: 0, max: most, step: 1, oninput: () => move(which, Number(input.value)) });
    const sample = svg("svg", { viewBox: "0 0 34 12", "aria-hidden": "true" },
      svg("path", { class: `ck-${which}`, d: "M1 6H25" }), svg("path", { class: `ck-${which} ck-tip`, d: which === "query" ? POINTED : ROUND, transform: "translate(27 6)" }));
    const set = () => { input.value = at[which]; value.textContent = at[which]; };
    return { set, node: make("label", { for: id }, sample, make("span", {}, `Position of the ${which}`), value, input) };
  });
  function move(which, to) {
    const before = at;
    const distance = at.query - at.key;
    if (keep.checked) {
      const key = Math.min(most - distance, Math.max(0, which === "key" ? to : to - distance));
      at = { query: key + distance, key };
    } else {
      // A key stands at the query or before it: the one that is moved takes the other along.
      at = which === "key" ? { query: Math.max(at.query, to), key: to } : { query: to, key: Math.min(at.key, to) };
    }
    draw(before);
  }

  const aims = goals([
    [`the score ${start.score} with other positions`, (distance) => show(score(distance)) === start.score && at.query !== start.query],
    ["the hands of the slowest clock opposite each other, within 10°", (distance) => between(speeds.at(-1), distance) >= 170],
  ]);

  const title = make("p", { class: "piece-title", id: unique("clock-view") }, data.label);
  const status = make("p", { role: "status", class: "ck-status" });
  function draw(before) {
    const distance = at.query - at.key;
    sliders.forEach(({ set }) => set());
    clocks.forEach(({ turn }) => turn());
    drop.setAttribute("d", `M${x(distance)} ${y(0)}V${y(score(distance))}`);
    dot.setAttribute("cx", x(distance));
    dot.setAttribute("cy", y(score(distance)));
    const parts = [`Query at ${at.query}, key at ${at.key}: distance ${distance}. The cosines add up to the score ${show(score(distance))}.`];
    if (before) {
      const was = before.query - before.key;
      const by = at.query - before.query;
      if (was !== distance) parts.push(`Before, at distance ${was}, it was ${show(score(was))}.`);
      else if (by) parts.push(`Both moved ${by > 0 ? "on" : "back"} by ${Math.abs(by)}: all hands turned, every angle and the score stayed.`);
      else if (keep.checked) parts.push("Further they cannot go without changing the distance.");
      parts.push(...aims.check(distance));
    }
    status.textContent = parts.join(" ");
    dials.setAttribute("aria-label", `${speeds.length} clocks, each with a hand for the query and one for the key. The angles between them: ${speeds.map((speed) => `${between(speed, distance).toFixed(0)}°`).join(", ")}. Their cosines: ${speeds.map((speed) => show(Math.cos(speed * distance))).join(", ")}.`);
    plot.setAttribute("aria-label", `The score at each distance from 0 to ${most}; marked is ${show(score(distance))} at distance ${distance}`);
  }

  draw();
  return make("div", { class: "piece-box clock-view", role: "group", "aria-labelledby": title.id }, title, dials,
    make("div", { class: "ck-controls" }, sliders.map(({ node }) => node)),
    make("label", { class: "ck-keep" }, keep, "Keep the distance: move both"), plot, status, ...aims.nodes);
}]);
