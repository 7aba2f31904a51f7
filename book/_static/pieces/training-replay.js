/* <training-replay>: rows of a table as points, moment by moment through a training run, each with its trail. One frame
   for all moments, with a bar for its scale.
   Data: {label, words: [n words], kinds: [n names of families], pairs: [[word, word], ...], word:
   the word chosen at first, frames: [{step, loss, at: [n points of 2 numbers], cosines: [one for
   each of pairs], near: [n lists of words]}, ...], all from Python; nothing is computed here. */
"use strict";
(window.coursePieces ??= []).push(["training-replay", (data, { make, unique, svg, style, writer, around }) => {
  const { words, kinds, pairs, frames } = data;
  const last = frames.length - 1;
  if (kinds.length !== words.length) throw new Error(`${words.length} words and ${kinds.length} kinds, expected as many`);
  if (last < 1) throw new Error(`${frames.length} frames, expected two or more`);
  frames.forEach(({ step, at, cosines, near }, i) => {
    if (i > 0 && step <= frames[i - 1].step) throw new Error(`frame ${i}: step ${step} comes after step ${frames[i - 1].step}`);
    if (at.length !== words.length || near.length !== words.length) throw new Error(`frame ${i}: ${at.length} points and ${near.length} lists of neighbours for ${words.length} words`);
    if (cosines.length !== pairs.length) throw new Error(`frame ${i}: ${cosines.length} cosines for ${pairs.length} pairs`);
  });
  let chosen = words.indexOf(data.word);
  if (chosen < 0) throw new Error(`the word ${data.word} is not among those shown`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("training-replay", `
    .course-piece .training-replay { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
    .training-replay .tr-controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: .6rem; }
    .training-replay label { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; color: inherit; }
    .training-replay input[type="range"] { width: min(16rem, 60vw); accent-color: var(--cp-strong); }
    .training-replay select { padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .course-piece .training-replay button { min-width: 5.5rem; }
    .course-piece .tr-status { min-height: 4.5em; margin: 0 0 .5rem; }
    @media (max-width: 600px) { .course-piece .tr-status { min-height: 7.5em; } }
    .training-replay svg { display: block; width: 100%; max-width: 40rem; height: auto; margin: 0 auto; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; }
    .training-replay svg text { fill: currentcolor; font-size: 14px; paint-order: stroke; stroke: var(--cp-panel); stroke-width: 3px; }
    .training-replay svg .is-chosen text { font-weight: 700; fill: var(--cp-strong); }
    .training-replay .tr-mark { fill: var(--cp-back); stroke: var(--cp-text); stroke-width: 2; }
    .training-replay .is-chosen .tr-mark { fill: var(--cp-strong); stroke: var(--cp-strong); }
    .training-replay .tr-trails { fill: none; stroke: var(--cp-quiet); stroke-width: 1; opacity: .35; }
    .training-replay .tr-scale { fill: none; stroke: var(--cp-quiet); stroke-width: 1.5; }
    .training-replay .tr-path { fill: none; stroke: var(--cp-strong); stroke-width: 2; stroke-dasharray: 5 4; }
    .training-replay .tr-key { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .5rem 0 0; padding: 0; list-style: none; }
    .training-replay .tr-key li { display: flex; gap: .4rem; align-items: center; margin: 0; }
    .training-replay .tr-key svg { width: 1.1rem; background: transparent; border: 0; }
    @media (prefers-reduced-motion: no-preference) { .training-replay.is-playing .tr-word { transition: transform .35s linear; } }`);

  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const PAUSE = 450; // milliseconds for each frame while it plays
  let now = last;
  let timer = null;

  const show = (value, digits = 2) => value.toFixed(digits).replace(/^-(?=0\.?0*$)/, "").replace("-", "−");

  // ---------------------------------------------------------------- the drawing
  // One unit of the drawing is one pixel, so that names stay readable on a narrow screen.
  const [EDGE, WIDEST] = [40, 640];
  let [width, height] = [WIDEST, 480];
  const all = frames.flatMap(({ at }) => at);
  const [low, high] = [Math.min, Math.max].map((best) => [0, 1].map((k) => best(...all.map((point) => point[k]))));
  const unit = () => Math.min((width - 2 * EDGE) / (high[0] - low[0] || 1), (height - 2 * EDGE) / (high[1] - low[1] || 1));
  const place = (point) => [
    width / 2 + unit() * (point[0] - (low[0] + high[0]) / 2),
    height / 2 - unit() * (point[1] - (low[1] + high[1]) / 2)];

  const families = [...new Set(kinds)];
  const MARKS = [
    () => svg("circle", { r: 6 }),
    () => svg("rect", { x: -5.5, y: -5.5, width: 11, height: 11 }),
    () => svg("path", { d: "M0 -7 L6.5 5.5 L-6.5 5.5 Z" }),
    () => svg("path", { d: "M0 -7.5 L7.5 0 L0 7.5 L-7.5 0 Z" })];
  if (families.length > MARKS.length) throw new Error(`${families.length} kinds of words, expected at most ${MARKS.length}`);
  function mark(kind) {
    const node = MARKS[families.indexOf(kind)]();
    node.setAttribute("class", "tr-mark");
    return node;
  }

  const path = svg("polyline", { class: "tr-path" });
  const points = words.map((word, i) => svg("g", { class: "tr-word", "data-word": word }, mark(kinds[i])));
  const [trails, bar] = [svg("path", { class: "tr-trails" }), svg("path", { class: "tr-scale" })];
  const length = svg("text", { class: "tr-length", "text-anchor": "middle" }, "length 1");
  const picture = svg("svg", { role: "img" }, trails, bar, length, path, ...points);

  /** Put each name beside its point where nothing is in the way, the chosen word first; else leave it out. */
  function label(spots) {
    const bar = [0, height - 36, unit() + 40, height];
    const write = writer([width, height], 14, [bar, ...spots.map((spot) => around(spot))]);
    for (const i of [chosen, ...words.keys()]) {
      if (i === chosen && points[i].querySelector("text")) continue; // it came first
      const [name] = write(words[i], spots[i], "", i === chosen ? 12 : 10);
      if (!name) continue;
      for (const [k, side] of ["x", "y"].entries()) name.setAttribute(side, name.getAttribute(side) - spots[i][k]);
      points[i].append(name);
    }
  }

  // ---------------------------------------------------------------- controls
  const title = make("p", { class: "piece-title", id: unique("training-replay") }, data.label);
  const status = make("p", { role: "status", class: "tr-status" });
  const slider = make("input", { type: "range", min: 0, max: last, step: 1, value: last, oninput: () => stop(Number(slider.value)) });
  const play = make("button", { type: "button", onclick: press }, "Play");
  const select = make("select", { onchange: () => { chosen = Number(select.value); draw(); } },
    words.map((word, i) => make("option", { value: i, selected: i === chosen }, word)));

  function go(frame) {
    now = frame;
    draw();
  }

  // Where motion is unwelcome nothing runs by itself: a press shows the next frame.
  function press() {
    if (timer !== null) return stop();
    if (still.matches) return go(now === last ? 0 : now + 1);
    if (now === last) go(0);
    body.classList.add("is-playing");
    status.setAttribute("aria-live", "off"); // a screen reader hears the frame it ends on, not every one
    timer = setInterval(() => {
      if (!body.isConnected) return stop();
      if (now + 1 === last) stop(last);
      else go(now + 1);
    }, PAUSE);
    name();
  }
  function stop(frame = now) {
    if (timer !== null) {
      clearInterval(timer);
      timer = null;
      status.removeAttribute("aria-live");
    }
    go(frame);
    body.classList.remove("is-playing");
    name();
  }
  function name() {
    play.textContent = timer !== null ? "Pause" : still.matches ? "Next moment" : "Play";
  }
  still.addEventListener("change", () => { if (still.matches) stop(); else name(); });

  function draw() {
    const { step, loss, at, cosines, near } = frames[now];
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", `step ${step} of ${frames[last].step}`);
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const spots = at.map(place);
    points.forEach((node, i) => {
      node.style.transform = `translate(${spots[i][0]}px, ${spots[i][1]}px)`;
      node.classList.toggle("is-chosen", i === chosen);
    });
    points.forEach((node) => node.querySelector("text")?.remove());
    label(spots);
    const trail = (i) => frames.slice(0, now + 1).map((frame) => place(frame.at[i]).map((x) => x.toFixed(1)).join(","));
    path.setAttribute("points", trail(chosen).join(" "));
    trails.setAttribute("d", words.map((_, i) => `M${trail(i).join("L")}`).join(""));
    bar.setAttribute("d", `M14 ${height - 16}v4h${unit()}v-4`);
    length.setAttribute("x", 14 + unit() / 2);
    length.setAttribute("y", height - 18);
    picture.append(points[chosen]); // drawn last, so that nothing covers it
    const size = ([x, y]) => Math.max(Math.abs(x), Math.abs(y));
    const spread = Math.max(...at.map((point) => size([point[0] - at[0][0], point[1] - at[0][1]])));
    picture.setAttribute("aria-label", `${words.length} words as points, joined by a dashed path for “${words[chosen]}”. Step ${step}: ${spread * unit() < 40 ? "all lie close together" : "they are spread out"}; “${words[chosen]}” is at (${at[chosen].map((x) => show(x)).join(", ")}).`);
    status.textContent = [
      `Step ${step} of ${frames[last].step}, mean loss ${show(loss)}.`,
      `Cosines of the full rows: ${pairs.map(([a, b], i) => `${a} and ${b} ${show(cosines[i])}`).join("; ")}.`,
      `Nearest to “${words[chosen]}” among all words: ${near[chosen].join(", ")}.`,
    ].join(" ");
  }

  const key = make("ul", { class: "tr-key" }, families.map((kind) => make("li", {}, svg("svg", { viewBox: "-9 -9 18 18", "aria-hidden": "true" }, mark(kind)), kind)));
  const body = make("div", { class: "training-replay", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "tr-controls" }, play, make("label", {}, "moment", slider), make("label", {}, "word", select)), status, picture, key);
  new ResizeObserver(() => {
    const room = Math.min(WIDEST, Math.floor(picture.getBoundingClientRect().width));
    if (room < 1 || room === width) return;
    width = room;
    height = Math.round(Math.max(320, .75 * width));
    draw();
  }).observe(picture);
  name();
  draw();
  return body;
}]);
