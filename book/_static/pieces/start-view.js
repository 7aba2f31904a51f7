/* <start-view>: random rows under two sliders, their width d and the standard deviation σ of their entries. Without
   `scores` the rows are rays of a star, which grows round with d and large with σ; with them, bars show the softmax.
   Data: {label, widths, sigmas: the settings, start: [width, sigma], lengths: for each width the lengths of some rows
   with σ = 1, scores (optional): for each width the logits of those rows with σ = 1}, from Python. */
"use strict";
(window.coursePieces ??= []).push(["start-view", (data, { make, unique, svg, style }) => {
  const { sigmas, widths, lengths, scores } = data;
  for (const [name, lists] of Object.entries({ lengths, ...(scores && { scores }) })) {
    if (lists.length !== widths.length) throw new Error(`${name} should have ${widths.length} lists, one for each width`);
    if (lists.some((list) => list.length !== lengths[0].length)) throw new Error(`every width of ${name} should have ${lengths[0].length} numbers`);
  }
  // Every row of `lengths` is σ = 1: its mean square lies near d, or the data are of another table.
  widths.forEach((d, i) => {
    const square = lengths[i].reduce((sum, length) => sum + length * length, 0) / lengths[i].length;
    if (square < d / 3 || square > d * 3) throw new Error(`the mean square of the lengths for d = ${d} is ${square.toPrecision(3)}, expected about ${d}`);
  });
  let [d, s] = [widths.indexOf(data.start[0]), sigmas.indexOf(data.start[1])];
  if (d < 0 || s < 0) throw new Error(`the start ${data.start.join(", ")} is not among the settings`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("start-view", `
    .course-piece .start-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
    .start-view .st-controls { display: flex; flex-wrap: wrap; gap: .6rem 2rem; margin-bottom: .6rem; }
    .start-view .st-control { flex: 1 1 14rem; min-width: 0; }
    .start-view .st-control label { display: block; font-weight: 600; }
    .start-view .st-control input { width: 100%; min-height: 1.6rem; margin: 0; accent-color: var(--cp-strong); }
    .start-view svg { display: block; width: 100%; height: auto; margin: 0 auto .4rem; background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; }
    .start-view svg.st-star { max-width: 19rem; }
    .start-view svg.st-bars { max-width: 36rem; }
    .start-view svg text { fill: var(--cp-text); font-size: 13px; }
    @media (max-width: 600px) { .start-view svg text { font-size: 24px; } }
    .start-view .st-ray { stroke: var(--cp-strong); stroke-width: 1.6; }
    .start-view .st-tip { fill: var(--cp-strong); }
    .start-view .st-ring, .start-view .st-even { fill: none; stroke: var(--cp-wrong); stroke-width: 1.8; stroke-dasharray: 6 4; }
    .start-view .st-one { fill: none; stroke: var(--cp-quiet); stroke-width: 1; }
    .course-piece .start-view svg .st-scale { fill: var(--cp-quiet); font-size: 13px; }
    .start-view .st-ground { stroke: var(--cp-quiet); stroke-width: 1; }
    .start-view .st-bar { fill: var(--cp-strong); transition: y .2s, height .2s; }
    .start-view .st-axis { position: relative; height: 4.4rem; margin: .2rem .9rem 1.9rem; border-bottom: 2px solid var(--cp-quiet); }
    .start-view .st-dot { position: absolute; width: .5rem; height: .5rem; margin-left: -.25rem; border-radius: 50%; background: var(--cp-strong); opacity: .75; transition: left .2s; }
    .start-view .st-mean { position: absolute; top: 0; bottom: 0; width: 0; border-left: 2px dashed var(--cp-wrong); transition: left .2s; }
    .start-view .st-tick { position: absolute; bottom: -1.55rem; transform: translateX(-50%); color: var(--cp-quiet); font-size: .8rem; }
    .start-view .st-tick::before { content: ""; position: absolute; left: 50%; top: -.35rem; height: .35rem; border-left: 1px solid var(--cp-quiet); }
    .course-piece .start-view .st-caption { margin: 0 0 .2rem; font-weight: 600; }
    .course-piece .st-status { min-height: 3em; margin: .4rem 0 0; }
    @media (prefers-reduced-motion: reduce) { .start-view .st-dot, .start-view .st-mean, .start-view .st-bar { transition: none !important; } }`);

  const show = (value) => (value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3))));
  /** A share in percent; what is not quite all of it does not read as 100. */
  const percent = (share) => (share < 1 && show(100 * share) === "100" ? "more than 99.9 %" : `${show(100 * share)} %`);

  function slider(text, values, index, set) {
    const id = unique("start-view");
    const value = make("span", { "aria-hidden": "true" }); // the slider itself says it
    const input = make("input", { type: "range", id, min: 0, max: values.length - 1, step: 1, value: index, oninput: () => { set(Number(input.value)); draw(); } });
    return { value, input, node: make("div", { class: "st-control" }, make("label", { for: id }, text, value), input) };
  }
  const widthSlider = slider("Width d = ", widths, d, (index) => { d = index; });
  const sigmaSlider = slider("Standard deviation σ = ", sigmas, s, (index) => { s = index; });

  // The star: a ray for each row. For each width the frame holds the rows of the largest σ, and a thin circle says its scale.
  const [size, reach] = [300, 128];
  const rays = lengths[0].map(() => svg("line", { class: "st-ray", x1: size / 2, y1: size / 2 }));
  const tips = rays.map(() => svg("circle", { class: "st-tip", r: 2.6 }));
  const [ring, one] = ["st-ring", "st-one"].map((name) => svg("circle", { class: name, cx: size / 2, cy: size / 2 }));
  const scale = svg("text", { class: "st-scale", x: 8, y: size - 8 });
  function drawStar(drawn, mean) {
    const full = Math.max(...sigmas) * Math.max(...lengths[d]);
    const unit = reach / full;
    drawn.forEach((length, i) => {
      const turn = (2 * Math.PI * i) / rays.length;
      const [x, y] = [Math.cos(turn), Math.sin(turn)].map((part) => size / 2 + unit * length * part);
      for (const [name, value] of [["x2", x], ["y2", y]]) rays[i].setAttribute(name, value);
      for (const [name, value] of [["cx", x], ["cy", y]]) tips[i].setAttribute(name, value);
    });
    ring.setAttribute("r", unit * mean);
    one.setAttribute("r", unit * full);
    scale.textContent = `circle: length ${show(full)}`;
    picture.setAttribute("aria-label", `${rays.length} rows as rays, from ${show(Math.min(...drawn) / mean)} to ${show(Math.max(...drawn) / mean)} times their mean length, in a circle of length ${show(full)}`);
  }

  // The bars: a token each, and a dashed line where all of them would be for an even guess.
  const [left, ground, high, step] = [34, 190, 170, 18];
  const bars = lengths[0].map((_, i) => svg("rect", { class: "st-bar", x: left + 4 + i * step, width: step - 5 }));
  const width = left + 8 + bars.length * step;
  function drawBars() {
    const z = scores[d].map((score) => sigmas[s] * score);
    const top = Math.max(...z);
    const sum = z.reduce((total, logit) => total + Math.exp(logit - top), 0);
    const p = z.map((logit) => Math.exp(logit - top) / sum);
    bars.forEach((bar, i) => { bar.setAttribute("height", high * p[i]); bar.setAttribute("y", ground - high * p[i]); });
    // Mean of log-sum-exp less the target's logit, over all targets.
    const loss = top + Math.log(sum) - z.reduce((total, logit) => total + logit, 0) / z.length;
    picture.setAttribute("aria-label", `Probabilities of ${p.length} tokens, from ${show(Math.min(...p))} to ${show(Math.max(...p))}`);
    return { loss, best: Math.max(...p) };
  }

  const picture = scores
    ? svg("svg", { class: "st-bars", viewBox: `0 0 ${width} 200`, role: "img" },
      ...[["1", 0], ["½", 0.5], ["0", 1]].map(([text, down]) => svg("text", { x: left - 6, y: ground - high + high * down + 5, "text-anchor": "end" }, text)),
      svg("line", { class: "st-ground", x1: left, x2: width - 4, y1: ground, y2: ground }), ...bars,
      svg("line", { class: "st-even", x1: left, x2: width - 4, y1: ground - high / bars.length, y2: ground - high / bars.length }))
    : svg("svg", { class: "st-star", viewBox: `0 0 ${size} ${size}`, role: "img" }, one, ...rays, ...tips, ring, scale);

  // Lengths stand on a logarithmic axis from a hundredth to a hundred; shorter ones at its end.
  const place = (length) => `left: ${Math.min(100, Math.max(0, 25 * (Math.log10(length) + 2)))}%`;
  const dots = lengths[0].map(() => make("span", { class: "st-dot" }));
  const mark = make("span", { class: "st-mean" });
  const axis = make("div", { class: "st-axis", role: "img" }, mark, dots,
    ["≤ 0.01", "0.1", "1", "10", "100"].map((tick) => make("span", { class: "st-tick", style: place(parseFloat(tick.replace("≤", ""))) }, tick)));
  const status = make("p", { role: "status", class: "st-status" });

  function draw() {
    const [sigma, count] = [sigmas[s], lengths[d].length];
    const mean = lengths[d].reduce((sum, length) => sum + length, 0) / count;
    const spread = Math.sqrt(lengths[d].reduce((sum, length) => sum + (length - mean) ** 2, 0) / count);
    for (const [{ value, input }, text] of [[sigmaSlider, String(sigma)], [widthSlider, String(widths[d])]]) {
      value.textContent = text;
      input.setAttribute("aria-valuetext", text);
    }
    const drawn = lengths[d].map((length) => sigma * length);
    dots.forEach((dot, i) => dot.setAttribute("style", `${place(drawn[i])}; top: ${0.3 + (i % 8) * 0.45}rem`));
    mark.setAttribute("style", place(sigma * mean));
    axis.setAttribute("aria-label", `${count} rows on a logarithmic axis: lengths from ${show(Math.min(...drawn))} to ${show(Math.max(...drawn))}, mean ${show(sigma * mean)}`);
    const rows = `Rows are ${show(sigma * mean)} long, give or take ${show(sigma * spread)}`;
    if (scores) {
      const { loss, best } = drawBars();
      const even = loss - Math.log(count);
      status.textContent = `${rows}. The surest token has ${percent(best)}. Mean loss over all targets: ${show(loss)}, where ln ${count} is ${show(Math.log(count))}. `
        + (even < 0.1 ? "The guess is nearly even." : best > 0.9 ? "The guess is nearly certain, and knows nothing." : "Some tokens are preferred, for no reason.");
    } else {
      drawStar(drawn, sigma * mean);
      status.textContent = `${rows}, which is ${show((100 * spread) / mean)} %. The longest is ${show(Math.max(...drawn) / Math.min(...drawn))} times as long as the shortest.`;
    }
  }

  const title = make("p", { class: "piece-title", id: unique("start-view") }, data.label);
  const body = make("div", { class: "start-view", role: "group", "aria-labelledby": title.id }, title,
    make("div", { class: "st-controls" }, widthSlider.node, sigmaSlider.node),
    scores ? make("p", { class: "st-caption" }, `Probabilities of the ${bars.length} tokens (dashed: even)`) : [], picture,
    make("p", { class: "st-caption" }, "Lengths of the rows (dots) and their mean (dashed)"), axis, status);
  draw();
  return body;
}]);
