/* <start-view>: two sliders, the standard deviation of a table's start and its width, and what
   follows from them. Data: {label, sigmas, widths: the settings, start: [width, sigma], V, keys,
   log_v, lengths: [for each width the lengths of some rows with deviation one], and for each width
   and each sigma mean, spread, score, weight, weight_normed, logit, unrelated, own, from Python}. */
"use strict";
(window.coursePieces ??= []).push(["start-view", (data, { make, unique, scrollable }) => {
  const { sigmas, widths, lengths } = data;
  const GRIDS = ["mean", "spread", "score", "weight", "weight_normed", "logit", "unrelated", "own"];
  for (const name of GRIDS) {
    const grid = data[name];
    if (grid.length !== widths.length || grid.some((row) => row.length !== sigmas.length)) throw new Error(`${name} should have ${widths.length} x ${sigmas.length} numbers`);
  }
  // The theorem on the length of a row holds for whatever Python has computed.
  widths.forEach((d, i) => sigmas.forEach((sigma, j) => {
    const unit = data.mean[i][j] / sigma;
    if (unit < Math.sqrt(d - 1) * (1 - 1e-6) || unit > Math.sqrt(d) * (1 + 1e-6)) throw new Error(`the mean length for d = ${d} and σ = ${sigma} is outside the bounds`);
  }));

  // Colours and boxes are those of course.css; this is only what no other piece has.
  if (!document.getElementById("start-view-style")) {
    document.head.append(make("style", { id: "start-view-style" }, `
      .course-piece .start-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
      .start-view .st-controls { display: flex; flex-wrap: wrap; gap: .6rem 2rem; margin-bottom: .6rem; }
      .start-view .st-control { flex: 1 1 14rem; min-width: 0; }
      .start-view .st-control label { display: block; font-weight: 600; }
      .start-view .st-control input { width: 100%; min-height: 1.6rem; margin: 0; accent-color: var(--cp-strong); }
      .start-view .st-axis { position: relative; height: 4.4rem; margin: .3rem .9rem .8rem; border-bottom: 2px solid var(--cp-quiet); }
      .start-view .st-dot { position: absolute; width: .5rem; height: .5rem; margin-left: -.25rem; border-radius: 50%; background: var(--cp-strong); opacity: .75; transition: left .2s; }
      .start-view .st-mean { position: absolute; top: 0; bottom: 0; width: 0; border-left: 2px dashed var(--cp-wrong); transition: left .2s; }
      .start-view .st-tick { position: absolute; bottom: -1.55rem; transform: translateX(-50%); color: var(--cp-quiet); font-size: .8rem; }
      .start-view .st-tick::before { content: ""; position: absolute; left: 50%; top: -.35rem; height: .35rem; border-left: 1px solid var(--cp-quiet); }
      .course-piece .start-view .st-caption { margin: 0 0 .2rem; font-weight: 600; }
      .start-view .st-box { max-width: 100%; margin-top: 1.9rem; overflow-x: auto; }
      .course-piece .start-view table { width: 100%; max-width: 38rem; margin: .4rem 0 .6rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .95rem; }
      .course-piece .start-view caption { caption-side: top; padding: 0 0 .3rem; color: inherit; font-weight: 600; text-align: left; }
      .course-piece .start-view tr, .course-piece .start-view tr:hover { background: transparent; }
      .course-piece .start-view th, .course-piece .start-view td { padding: .2rem .5rem; border: 1px solid var(--cp-line); color: inherit; text-align: left; font-weight: 400; vertical-align: middle; }
      .course-piece .start-view th { background: var(--cp-panel); }
      .course-piece .start-view td { white-space: nowrap; font-variant-numeric: tabular-nums; }
      .course-piece .st-status { min-height: 4.5em; margin-top: .4rem; }
      @media (prefers-reduced-motion: reduce) { .start-view .st-dot, .start-view .st-mean { transition: none; } }`));
  }

  const show = (value) => String(Number(value.toPrecision(3)));
  let d = widths.indexOf(data.start[0]);
  let s = sigmas.indexOf(data.start[1]);
  if (d < 0 || s < 0) throw new Error(`the start ${data.start.join(", ")} is not among the settings`);

  function slider(text, values, index, set) {
    const id = unique("start-view");
    const value = make("span", {}); // no <output>: it would be announced beside the status
    const input = make("input", { type: "range", id, min: 0, max: values.length - 1, step: 1, value: index, oninput: () => { set(Number(input.value)); draw(); } });
    return { value, input, node: make("div", { class: "st-control" }, make("label", { for: id }, text, value), input) };
  }
  const sigmaSlider = slider("Standard deviation σ = ", sigmas, s, (index) => { s = index; });
  const widthSlider = slider("Width d = ", widths, d, (index) => { d = index; });

  // Lengths stand on a logarithmic axis from a hundredth to a hundred.
  const place = (length) => `left: ${Math.min(100, Math.max(0, 25 * (Math.log10(length) + 2)))}%`;
  const dots = lengths[0].map(() => make("span", { class: "st-dot" }));
  const mark = make("span", { class: "st-mean" });
  const axis = make("div", { class: "st-axis", role: "img" }, mark, dots,
    ["0.01", "0.1", "1", "10", "100"].map((tick) => make("span", { class: "st-tick", style: place(Number(tick)) }, tick)));

  const rows = [
    ["mean", "length of a row: mean"], ["spread", "length of a row: spread"], ["score", "attention score: deviation, no normalization in front"],
    ["weight", `largest of ${data.keys} attention weights, no normalization in front`], ["weight_normed", `largest of ${data.keys} attention weights, after a normalization`],
    ["logit", "tied logit: deviation, after a normalization"], ["unrelated", "first loss, state unrelated to the rows"], ["own", "first loss, state from the token's own row"],
  ].map(([name, text]) => {
    const cell = make("td", { "data-name": name });
    return { name, cell, row: make("tr", {}, make("th", { scope: "row" }, text), cell) };
  });
  const box = make("div", { class: "st-box", role: "group", "aria-label": "What follows" }, make("table", {},
    make("caption", {}, `What follows (ln V = ${show(data.log_v)} for V = ${data.V})`),
    make("thead", {}, make("tr", {}, ["quantity", "value"].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, rows.map(({ row }) => row))));
  scrollable(box);
  const status = make("p", { role: "status", class: "st-status" });

  function draw() {
    const [sigma, width] = [sigmas[s], widths[d]];
    const at = (name) => data[name][d][s];
    for (const [{ value, input }, text] of [[sigmaSlider, String(sigma)], [widthSlider, String(width)]]) {
      value.textContent = text;
      input.setAttribute("aria-valuetext", text);
    }
    const drawn = lengths[d].map((length) => sigma * length);
    dots.forEach((dot, i) => dot.setAttribute("style", `${place(drawn[i])}; top: ${0.3 + (i % 8) * 0.45}rem`));
    mark.setAttribute("style", place(at("mean")));
    axis.setAttribute("aria-label", `${drawn.length} rows on a logarithmic axis: lengths from ${show(Math.min(...drawn))} to ${show(Math.max(...drawn))}, expected ${show(at("mean"))}`);
    rows.forEach(({ name, cell }) => { cell.textContent = show(at(name)); });
    const above = at("own") - data.log_v;
    status.textContent = `σ = ${sigma}, d = ${width}: rows have length ${show(at("mean"))} give or take ${show(at("spread"))}. `
      + (above < 1 ? `The first loss of a tied head is near ln V = ${show(data.log_v)}.`
        : `The first loss of a tied head is ${show(at("unrelated"))} for an unrelated state and ${show(at("own"))} for the own row, where ln V is ${show(data.log_v)}: the model predicts the token it has just read.`);
  }

  const title = make("p", { class: "piece-title", id: unique("start-view") }, data.label);
  const body = make("div", { class: "start-view", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "st-controls" }, sigmaSlider.node, widthSlider.node),
    make("p", { class: "st-caption" }, "Lengths of some drawn rows (dots) and their mean (dashed)"),
    axis, box, status);
  draw();
  return body;
}]);
