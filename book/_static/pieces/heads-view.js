/* <heads-view>: the heads of one attention layer side by side. Choose a position of the sentence, see where each head looks
   from there, and switch one off to see what that costs the piece that comes next.
   Data: {label, pieces: [T texts and the one that comes last], weights: [head][T][t + 1], next: for no head switched off and
   then for each, [T][2]: the probability of the piece that comes, and the first guess, at: the position chosen at first}. */
"use strict";
(window.coursePieces ??= []).push(["heads-view", (data, { make, unique, style, goals }) => {
  const { pieces, weights, next } = data;
  const [T, H] = [pieces.length - 1, weights.length];
  if (data.at !== undefined && !weights[0]?.[data.at]) throw new Error(`begins at position ${data.at}, expected one of the ${T} positions`);
  if (next.length !== H + 1) throw new Error(`guesses for ${next.length} settings and ${H} heads, expected one more than heads`);
  next.forEach((guesses, n) => { if (guesses.length !== T) throw new Error(`setting ${n} has ${guesses.length} guesses, expected ${T}`); });
  weights.forEach((rows, h) => {
    if (rows.length !== T) throw new Error(`head ${h + 1} has ${rows.length} rows of weights, expected ${T}`);
    rows.forEach((row, t) => {
      if (row.length !== t + 1) throw new Error(`head ${h + 1} gives ${row.length} weights at position ${t}, expected ${t + 1}`);
      if (Math.abs(row.reduce((sum, w) => sum + w, 0) - 1) > 0.002) throw new Error(`the weights of head ${h + 1} at position ${t} do not sum to one`);
    });
  });

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("heads-view", `
    .heads-view fieldset { display: flex; flex-wrap: wrap; gap: .1rem .9rem; min-width: 0; margin: 0 0 .4rem; padding: 0; border: 0; }
    .heads-view legend { float: left; width: auto; margin: 0 .3rem 0 0; padding: 0; font-size: 1rem; font-weight: 600; }
    .heads-view label { display: inline-flex; gap: .35rem; align-items: center; margin: 0; min-height: 1.7rem; }
    .course-piece .heads-view table { width: 100%; max-width: 40rem; margin: 0 0 .6rem; table-layout: fixed; border-collapse: collapse; color: inherit; background: transparent; font-size: .9rem; font-variant-numeric: tabular-nums; }
    .course-piece .heads-view tr, .course-piece .heads-view tr:hover { background: transparent; }
    .course-piece .heads-view :is(th, td) { box-sizing: border-box; height: 1.7rem; padding: 0 .3rem .45rem 0; line-height: 1.1; border: 0; border-bottom: 1px solid var(--cp-line); background: transparent; color: inherit; font-weight: 400; text-align: left; }
    .course-piece .heads-view th:first-child { width: 5.2rem; padding: 0 .3rem 0 0; }
    .course-piece .heads-view .hv-quiet { padding-bottom: 0; }
    .course-piece .heads-view thead th { font-size: .8rem; font-weight: 600; white-space: nowrap; }
    .course-piece .heads-view th button { display: flex; gap: .35rem; align-items: baseline; width: 100%; padding: 0 .3rem; border-color: transparent; background: transparent; line-height: 1.4; text-align: left; }
    .course-piece .heads-view th button:hover { border-color: var(--cp-strong); }
    .course-piece .heads-view th button[aria-pressed="true"] { color: var(--cp-on-strong); background: var(--cp-strong); }
    .heads-view .hv-at { min-width: 1.1rem; color: var(--cp-quiet); font-size: .8rem; text-align: right; }
    .heads-view [aria-pressed="true"] .hv-at { color: inherit; }
    .heads-view td { position: relative; }
    .heads-view .hv-bar { position: absolute; bottom: 2px; left: 0; height: 5px; background: var(--cp-strong); border-radius: 0 2px 2px 0; }
    .course-piece .heads-view .is-most { color: var(--cp-strong); font-weight: 700; }
    .heads-view .is-off .hv-bar { background: repeating-linear-gradient(90deg, var(--cp-quiet) 0 3px, transparent 3px 5px); }
    .course-piece .heads-view .hv-quiet, .course-piece .heads-view .is-off { color: var(--cp-quiet); }
    .course-piece .heads-view .hv-status { min-height: 6em; margin: 0 0 .4rem; }
    @media (min-width: 700px) { .course-piece .heads-view .hv-status { min-height: 3em; } }`);

  let [at, off] = [data.at ?? 0, 0]; // off: the number of the head that is switched off, or 0
  const percent = (p) => (p < 0.1 && p > 0 ? `${(100 * p).toFixed(1)}%` : `${Math.round(100 * p)}%`);
  const cell = (w) => `${Math.round(100 * w)}%`;
  const most = (h, t) => weights[h][t].indexOf(Math.max(...weights[h][t]));
  const twice = (piece) => pieces.indexOf(piece) !== pieces.lastIndexOf(piece);
  const name = (t) => (twice(pieces[t]) ? `“${pieces[t]}” (position ${t})` : `“${pieces[t]}”`);
  const list = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`);

  const buttons = pieces.slice(0, T).map((piece, t) => make("button", { type: "button", onclick: () => choose(t), onkeydown: (event) => step(event, t) },
    make("span", { class: "hv-at" }, String(t)), piece));
  const lines = buttons.map((button) => make("tr", {}, make("th", { scope: "row" }, button)));
  const heads = weights.map((_, h) => make("th", { scope: "col" }, `head ${h + 1}`));
  const table = make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "position"), heads)), make("tbody", {}, lines));
  const group = unique("heads-view-off");
  const radios = make("fieldset", {}, make("legend", {}, "Head switched off:"), ["none", ...weights.map((_, h) => String(h + 1))].map((text, n) => make("label", {},
    make("input", { type: "radio", name: group, checked: n === 0, onchange: () => { off = n; draw(true); } }), text)));
  const title = make("p", { class: "piece-title", id: unique("heads-view") }, data.label);
  const status = make("p", { role: "status", class: "hv-status" });
  const looks = () => weights.map((_, h) => most(h, at));
  const aims = goals([
    ["a position from which each head looks most at another one", () => new Set(looks()).size === H],
    ["one from which all look most at the same earlier one", () => new Set(looks()).size === 1 && looks()[0] < at],
    ["a head without which what comes next loses four fifths of its probability", () => next[off][at][0] <= next[0][at][0] / 5],
  ]);

  function choose(t) {
    at = t;
    draw(true);
  }
  /** One stop of the Tab key for all positions, arrow keys between them. */
  function step(event, t) {
    const to = { ArrowDown: t + 1, ArrowRight: t + 1, ArrowUp: t - 1, ArrowLeft: t - 1, Home: 0, End: T - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (to + T) % T;
    choose(next);
    buttons[next].focus();
  }

  function draw(touched) {
    heads.forEach((head, h) => { head.className = h + 1 === off ? "is-off" : ""; });
    lines.forEach((line, s) => {
      buttons[s].setAttribute("aria-pressed", String(s === at));
      buttons[s].tabIndex = s === at ? 0 : -1;
      while (line.children.length > 1) line.lastChild.remove();
      if (s > at) line.append(make("td", { class: "hv-quiet", colspan: H }, "hidden: it comes later"));
      else line.append(...weights.map((rows, h) => make("td", { class: [h + 1 === off ? "is-off" : "", most(h, at) === s ? "is-most" : ""].join(" ") },
        cell(rows[at][s]), make("span", { class: "hv-bar", style: `width: ${(90 * rows[at][s]).toFixed(1)}%` }))));
    });
    const seen = looks().map((s, h) => `${name(s)} (${cell(weights[h][at][s])})`);
    const [[whole], [p, guess]] = [next[0][at], next[off][at]];
    status.textContent = [`From ${name(at)} the heads look most at ${list(seen)}.`,
      `Next comes “${pieces[at + 1]}”: the model gives it ${percent(whole)}${off ? `, and ${percent(p)} without head ${off}` : ""}. Its first guess${off ? " is then" : " is"} “${guess}”.`,
      ...(touched ? aims.check() : [])].join(" ");
  }

  draw(false);
  return make("div", { class: "piece-box heads-view", role: "group", "aria-labelledby": title.id }, title, radios, status, table, ...aims.nodes);
}]);
