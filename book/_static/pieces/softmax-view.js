/* <softmax-view>: the logits of three tokens on sliders, and what becomes of them: exp(z − m), where m is the largest,
   the probabilities p, and for the chosen label t the loss −log p and the gradient p − oₜ. Goals for the reader.
   Data: {label, words: [names], z: [a logit for each, within the sliders], target: id of the label at first}. */
"use strict";
(window.coursePieces ??= []).push(["softmax-view", (data, { make, unique, svg, style, tidy, goals }) => {
  const { words } = data;
  const [END, RISE] = [7, 5]; // of the sliders; of all logits by the button
  if (data.z.length !== words.length) throw new Error(`${words.length} words and ${data.z.length} logits, expected as many`);
  const far = data.z.find((logit) => !(Math.abs(logit) <= END));
  if (far !== undefined) throw new Error(`the logit ${far} is beyond the sliders, which end at −${END} and ${END}`);
  if (!(data.target in words)) throw new Error(`the label ${data.target} is none of the ${words.length} ids`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("softmax-view", `
    .softmax-view fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
    .softmax-view legend { float: none; width: auto; margin: 0 0 .2rem; padding: 0; font-size: 1rem; font-weight: 600; }
    .softmax-view .sm-tokens { display: grid; grid-template-columns: max-content minmax(0, 26rem) 2.4rem; gap: 0 .8rem; align-items: center; }
    .softmax-view label { display: inline-flex; gap: .4rem; align-items: center; min-height: 1.8rem; }
    .softmax-view input[type="range"] { width: 100%; }
    .softmax-view sub { line-height: 0; }
    .softmax-view .sm-value { font-variant-numeric: tabular-nums; text-align: right; }
    .softmax-view .sm-buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0 .7rem; }
    .softmax-view .sm-panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.3rem, 1fr)); gap: .6rem; max-width: 44rem; }
    .course-piece .softmax-view .sm-caption { margin: 0 0 .15rem; font-size: .9rem; line-height: 1.3; }
    .softmax-view .sm-caption span { display: block; color: var(--cp-quiet); font-variant-numeric: tabular-nums; }
    .softmax-view svg { display: block; width: 100%; max-width: 11rem; height: auto; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .3rem; }
    .softmax-view svg text { fill: currentcolor; font-size: 13px; text-anchor: middle; }
    .softmax-view .sm-ground { stroke: var(--cp-quiet); stroke-width: 1; }
    .softmax-view .sm-bar { fill: var(--cp-strong); }
    .softmax-view .is-label .sm-bar { fill: var(--cp-right); }
    .softmax-view svg .is-label .sm-name { font-weight: 700; text-decoration: underline; }
    .course-piece .softmax-view .sm-status { margin: .6rem 0; }`);

  let [z, t] = [[...data.z], data.target];
  let last; // {z, p} before the latest change

  const minus = (text) => text.replace(/^-(?=[0.]+$)/, "").replace("-", "−");
  const show = (value, digits = 2) => minus(value.toFixed(digits));
  /** The same for a sentence, where what is not quite a whole number does not read as one. */
  const say = (value) => (value !== Math.round(value) && value.toFixed(3).endsWith(".000") ? `almost ${minus(String(Math.round(value)))}` : show(value, 3));
  const list = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);
  const sum = (values) => values.reduce((whole, value) => whole + value, 0);
  const total = (values) => tidy(Number(sum(values).toFixed(2)));

  // ---------------------------------------------------------------- the drawings
  const [WIDE, HIGH, TOP] = [140, 124, 20];
  /** A drawing with a bar for each token between two values of its axis. */
  function panel(name, [from, to], digits = 2) {
    const low = from < 0 ? 88 : 103; // room for the numbers below negative bars
    const spot = (value) => TOP + ((low - TOP) * (to - value)) / (to - from);
    const slot = WIDE / words.length;
    const tokens = words.map((word, i) => {
      const [bar, number] = [svg("rect", { class: "sm-bar", x: (i + 0.2) * slot, width: 0.6 * slot }), svg("text", { x: (i + 0.5) * slot })];
      return { bar, number, node: svg("g", {}, bar, number, svg("text", { class: "sm-name", x: (i + 0.5) * slot, y: HIGH - 6 }, word)) };
    });
    const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" }, svg("line", { class: "sm-ground", x1: 0, x2: WIDE, y1: spot(0), y2: spot(0) }), ...tokens.map(({ node }) => node));
    const note = make("span", {});
    return {
      node: make("div", {}, make("p", { class: "sm-caption" }, name, note), picture),
      draw(values, text) {
        tokens.forEach(({ bar, number, node }, i) => {
          const [above, below] = [Math.max(values[i], 0), Math.min(values[i], 0)].map(spot);
          bar.setAttribute("y", above);
          bar.setAttribute("height", below - above);
          number.setAttribute("y", values[i] < 0 ? below + 14 : above - 5);
          number.textContent = show(values[i], digits);
          node.setAttribute("class", i === t ? "is-label" : "");
        });
        note.textContent = text;
        picture.setAttribute("aria-label", `Bars. ${words.map((word, i) => `${word}: ${show(values[i], digits)}`).join(", ")}; ${text}`);
      },
    };
  }
  const panels = [panel("Logits z", [-END, END], 1), panel("exp(z − m)", [0, 1]), panel("Probabilities p", [0, 1]), panel(["Gradient p − o", make("sub", {}, "t")], [-1, 1])];

  // ---------------------------------------------------------------- controls
  const title = make("p", { class: "piece-title", id: unique("softmax-view") }, data.label);
  const status = make("p", { role: "status", class: "sm-status" });
  const group = unique("softmax-label");
  const rows = words.map((word, i) => {
    const radio = make("input", { type: "radio", name: group, checked: i === t, onchange: () => { t = i; draw(); } });
    const input = make("input", { type: "range", min: -END, max: END, step: 0.1, "aria-label": `logit of “${word}”`, oninput: () => { z[i] = Number(input.value); draw(); } });
    const value = make("span", { class: "sm-value", "aria-hidden": "true" }); // the slider itself says it
    return { input, value, nodes: [make("label", {}, radio, word), input, value] };
  });
  /** Add a number to all logits, where all of them stay on the sliders. */
  function shift(by, did) {
    const moved = z.map((logit) => Number((logit + by).toFixed(1)));
    if (moved.some((logit) => Math.abs(logit) > END)) return draw(`This would lead beyond the sliders, which end at −${END} and ${END}.`);
    z = moved;
    draw(did);
  }
  const button = (text, act) => make("button", { type: "button", onclick: act }, text);
  const buttons = make("div", { class: "sm-buttons" },
    button(`Add ${RISE} to all`, () => shift(RISE, `Every logit rose by ${RISE}.`)),
    button("Subtract m", () => {
      const m = Math.max(...z);
      if (m) shift(-m, `m = ${show(m, 1)} is subtracted from every logit.`);
      else draw("m is 0 already.");
    }),
    button("Start over", () => { z = [...data.z]; draw(); }));

  const aims = goals([
    ["a loss of 0.69, within 0.03", ({ loss }) => Math.abs(loss - 0.69) <= 0.03],
    ["a gradient of −0.9 at the label, within 0.03", ({ gradient }) => Math.abs(gradient[t] + 0.9) <= 0.03],
    ["other logits, the same probabilities", ({ same }) => same],
  ]);

  function draw(news) {
    const m = Math.max(...z);
    const exps = z.map((logit) => Math.exp(logit - m));
    const p = exps.map((part) => part / sum(exps));
    const gradient = p.map((share, i) => share - (i === t));
    const loss = Math.log(sum(exps)) - (z[t] - m);
    const same = last !== undefined && z.some((logit, i) => logit !== last.z[i]) && p.every((share, i) => Math.abs(share - last.p[i]) < 1e-9);
    rows.forEach(({ input, value }, i) => {
      input.value = z[i];
      value.textContent = show(z[i], 1);
      input.setAttribute("aria-valuetext", show(z[i], 1));
    });
    panels[0].draw(z, `largest: m = ${show(m, 1)}`);
    [exps, p, gradient].forEach((values, n) => panels[n + 1].draw(values, `sum ${total(values)}`));
    const others = words.map((word, i) => `${say(gradient[i])} at “${word}”`).filter((_, i) => i !== t);
    const parts = [news ?? [], same ? "All p, the loss and the gradient stay the same." : [],
      `The label is “${words[t]}”, with p = ${say(p[t])} and the loss −log\u00a0p = ${say(loss)}.`,
      `The gradient is ${say(gradient[t])} at the label, ${list(others)}; its sum is ${total(gradient)}.`].flat();
    if (last) parts.push(...aims.check({ loss, gradient, same }));
    last = { z: [...z], p };
    status.textContent = parts.join(" ");
  }

  draw();
  return make("div", { class: "piece-box softmax-view", role: "group", "aria-labelledby": title.id }, title,
    make("fieldset", {}, make("legend", {}, "The label and the logits"), make("div", { class: "sm-tokens" }, rows.flatMap(({ nodes }) => nodes))), buttons,
    make("div", { class: "sm-panels" }, panels.map(({ node }) => node)), status, ...aims.nodes);
}]);
