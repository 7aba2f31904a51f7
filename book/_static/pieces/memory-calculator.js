/* <memory-calculator>: what a model takes in memory, in use or in training, as bars to the scale of a device.
   Data: {label, bits: {dtype: bits of a number}, devices: [{name, bytes}],
   presets: [{name, V, d, tied, rest: parameters besides the matrices, layers, kv_heads, head_dim}],
   start: the first settings, expected: {line: [bytes of the table's part, all bytes]} for them, from Python}. */
"use strict";
(window.coursePieces ??= []).push(["memory-calculator", (data, { make, unique, scrollable, style }) => {
  const NUMBERS = [
    ["V", "V, rows of the table"], ["d", "d, numbers in a row"], ["rest", "parameters besides the table"],
    ["layers", "layers"], ["kv_heads", "key-value heads"], ["head_dim", "width of a head"],
    ["B", "B, texts in the batch"], ["T", "T, tokens in each"],
  ];
  const OPTIMIZERS = { sgd: "SGD", momentum: "SGD with momentum", adagrad: "Adagrad", adam: "Adam" };
  const STATES = { sgd: 0n, momentum: 1n, adagrad: 1n, adam: 2n };
  const LINES = {
    weights: "weights", gradients: "gradients", master: "master copy", states: "optimizer states",
    cache: "key-value cache", rows: "rows", logits: "logits",
  };
  const LIMIT = 10n ** 13n; // of a single size

  style("memory-calculator", `
    .course-piece .memory-calculator { --mc-table: var(--cp-strong); --mc-rest: color-mix(in srgb, var(--cp-strong) 38%, var(--cp-panel)); --mc-batch: var(--strip-hot, #c95f0a); padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
    .memory-calculator fieldset { min-width: 0; margin: 0 0 .6rem; padding: 0; border: 0; }
    .memory-calculator legend { float: none; width: auto; margin: 0; padding: 0; font-size: .92rem; color: var(--cp-quiet); }
    .memory-calculator fieldset label { display: inline-flex; gap: .35rem; align-items: center; margin: 0 1rem 0 0; }
    .memory-calculator .mc-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr)); gap: .5rem .9rem; align-items: end; margin: 0 0 .7rem; }
    .memory-calculator .mc-field label { display: block; margin: 0; font-size: .92rem; color: var(--cp-quiet); }
    .memory-calculator [hidden] { display: none; }
    .memory-calculator input[type="text"], .memory-calculator select { box-sizing: border-box; width: 100%; height: 2.25rem; padding: .2rem .45rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .memory-calculator input[aria-invalid="true"] { border: 2px dashed var(--cp-wrong); }
    .memory-calculator .mc-switch label { display: flex; gap: .5rem; align-items: center; min-height: 2.25rem; margin: 0; }
    .memory-calculator input[type="checkbox"] { flex: none; width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--cp-strong); }
    .memory-calculator details { margin: 0 0 .7rem; }
    .memory-calculator summary { cursor: pointer; color: var(--cp-strong); }
    .memory-calculator .mc-strip { position: relative; display: flex; height: 2rem; margin: .2rem 0 1.6rem; background: var(--cp-panel); outline: 1px solid var(--cp-line); }
    .memory-calculator .mc-strip > span, .memory-calculator td > span { display: block; flex: none; box-sizing: border-box; height: 100%; }
    .memory-calculator .mc-strip > .mc-part { border-right: 1px solid var(--cp-back); }
    .memory-calculator .is-table { background: var(--mc-table); } .memory-calculator .is-rest { background: var(--mc-rest); } .memory-calculator .is-batch { background: var(--mc-batch); }
    .memory-calculator .mc-strip > .mc-end { position: absolute; top: -.3rem; height: 2.6rem; border-left: 3px solid var(--cp-text); }
    .memory-calculator .mc-end > span { position: absolute; top: 2.5rem; right: 0; font-size: .88rem; white-space: nowrap; }
    .memory-calculator .mc-box { max-width: 100%; overflow-x: auto; }
    .course-piece .memory-calculator table { width: 100%; margin: 0 0 .6rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .95rem; font-variant-numeric: tabular-nums; }
    .course-piece .memory-calculator caption { caption-side: top; padding: 0; color: inherit; font-size: .92rem; text-align: left; }
    .course-piece .memory-calculator tr, .course-piece .memory-calculator tr:hover { background: transparent; }
    .course-piece .memory-calculator th, .course-piece .memory-calculator td { padding: .15rem .4rem; border: 0; color: inherit; text-align: right; font-weight: 400; white-space: nowrap; }
    .course-piece .memory-calculator th { padding-left: 0; text-align: left; }
    .course-piece .memory-calculator td.mc-bar { width: 55%; height: 1.7rem; padding: .2rem 0; }
    .memory-calculator td.mc-bar > span { display: inline-block; vertical-align: middle; height: 1.1rem; }
    .memory-calculator td.mc-bar { text-align: left; font-size: 0; }
    .course-piece .memory-calculator tr.is-largest > *, .course-piece .memory-calculator tr.is-sum > * { font-weight: 700; }
    .memory-calculator .mc-key { display: inline-block; width: .8rem; height: .8rem; margin: 0 .3rem 0 0; }
    .course-piece .mc-status { min-height: 4.5em; margin: 0 0 .4rem; }
    .memory-calculator[data-problem] .mc-status { color: var(--cp-wrong); font-weight: 600; }
    .memory-calculator[data-problem] .mc-box, .memory-calculator[data-problem] .mc-strip { filter: grayscale(1); }`);

  // The formulas, in whole numbers.

  const whole = (count, bits) => (count * BigInt(bits) + 7n) / 8n; // bytes of an array
  /** {line: [bytes of the table's part, all bytes]}; what a batch adds has no part of the table. */
  function compute(s) {
    const copies = s.tied ? 1n : 2n;
    const matrices = copies * s.V * s.d;
    const N = s.B * s.T;
    if (!s.train) {
      const wide = Math.max(data.bits[s.dtype], 16); // of numbers that are computed with
      const table = copies * whole(s.V * s.d, data.bits[s.dtype]);
      return {
        weights: [table, table + whole(s.rest, data.bits[s.dtype])],
        cache: [0n, 2n * s.layers * whole(s.B * s.kv_heads * s.T * s.head_dim, wide)],
        rows: [0n, whole(N * s.d, wide)], // one array, which runs through the layers
        logits: [0n, whole(s.B * s.V, wide)], // of the last token
      };
    }
    const number = s.mixed ? 2n : 4n;
    const times = (bytes) => [bytes * matrices, bytes * (matrices + s.rest)];
    return {
      weights: times(number), gradients: times(number), master: times(s.mixed ? 4n : 0n), states: times(4n * STATES[s.optimizer]),
      rows: [0n, number * (s.layers + 1n) * N * s.d], // one array for each layer, for the way back
      logits: [0n, number * N * s.V],
    };
  }

  /** A small part does not read as nothing, nor a large one as all. */
  const percent = (part) => (part < 0.0005 ? "< 0.1 %" : part >= 0.9995 && part < 1 ? "> 99.9 %" : `${(100 * part).toFixed(1)} %`);
  const exact = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
  /** The largest unit of which there is at least one, two digits: what Python's format gives. */
  function shown(n, binary) {
    const step = binary ? 1024n : 1000n;
    const units = binary ? ["KiB", "MiB", "GiB", "TiB", "PiB"] : ["kB", "MB", "GB", "TB", "PB"];
    if (n < step) return `${n} B`;
    let power = 1;
    while (power < units.length && n >= step ** BigInt(power + 1)) power += 1;
    const value = Number(n) / Number(step ** BigInt(power));
    // A tie that the double holds exactly goes to the even digit in Python, upwards in toFixed.
    const tie = Number.isInteger(value * 8) && (value * 8) % 4 === 1;
    return `${(tie ? Math.floor(value * 100) / 100 : value).toFixed(2)} ${units[power - 1]}`;
  }

  const fields = {};
  const boxes = {};
  function field(key, text, input) {
    input.id = unique("mc");
    fields[key] = input;
    return (boxes[key] = make("div", { class: "mc-field" }, make("label", { for: input.id }, text), input));
  }
  const number = (key, text) => field(key, text, make("input", { type: "text", inputmode: "numeric", autocomplete: "off", oninput: () => draw(false), onchange: () => draw(true) }));
  const choice = (key, text, options, onchange = () => draw(true)) => field(key, text, make("select", { onchange },
    Object.entries(options).map(([value, name]) => make("option", { value }, name))));
  function toggle(key, text) {
    fields[key] = make("input", { type: "checkbox", onchange: () => draw(true) });
    return (boxes[key] = make("div", { class: "mc-switch" }, make("label", {}, fields[key], make("span", {}, text))));
  }

  const numbers = Object.fromEntries(NUMBERS.map(([key, text]) => [key, number(key, text)]));
  const OWN = "own";
  const preset = choice("preset", "model", { ...Object.fromEntries(data.presets.map(({ name }, i) => [i, name])), [OWN]: "sizes of your own" }, () => {
    const chosen = data.presets[fields.preset.value];
    if (chosen) write(chosen);
    draw(true);
  });
  const device = choice("device", "memory", Object.fromEntries(data.devices.map(({ name }, i) => [i, name])));
  const dtype = choice("dtype", "weights in", Object.fromEntries(Object.keys(data.bits).map((name) => [name, name])));
  const optimizer = choice("optimizer", "optimizer", OPTIMIZERS);
  const [tied, mixed, binary] = [["tied", "tied: one matrix"], ["mixed", "mixed precision"], ["binary", "show GiB and MiB"]].map(([key, text]) => toggle(key, text));
  const job = unique("mc-job");
  const radio = (key, text) => {
    fields[key] = make("input", { type: "radio", name: job, onchange: () => draw(true) });
    return make("label", {}, fields[key], text);
  };
  const jobs = make("fieldset", {}, make("legend", {}, "What for"), radio("use", "use it"), radio("train", "train it"));

  function write(settings) {
    for (const [key, value] of Object.entries(settings)) {
      const input = fields[key];
      if (!input) continue;
      if (typeof value === "boolean") input.checked = value;
      else input.value = input.tagName === "SELECT" ? value : exact(value);
    }
    if (settings.train === false) fields.use.checked = true;
  }

  /** The settings, or the first problem with them in words. */
  function read() {
    const settings = { dtype: fields.dtype.value, optimizer: fields.optimizer.value, tied: fields.tied.checked, mixed: fields.mixed.checked, train: fields.train.checked };
    let problem = "";
    for (const [key, text] of NUMBERS) {
      const typed = fields[key].value.trim();
      const bare = /^\d{1,3}(,\d{3})+$/.test(typed) ? typed.replaceAll(",", "") : typed.replace(/(?<=\d)[ _](?=\d)/g, "");
      const good = /^\d{1,16}$/.test(bare) && BigInt(bare) >= 1n && BigInt(bare) <= LIMIT;
      if (good) settings[key] = BigInt(bare);
      fields[key].setAttribute("aria-invalid", String(!good));
      if (!good) problem ||= `${text}: found "${typed}", expected a whole number from 1 to ${exact(LIMIT)}.`;
    }
    return problem ? { problem } : { settings };
  }

  const bar = (kind) => make("span", { class: `is-${kind}` });
  const lines = Object.fromEntries(Object.entries(LINES).map(([key, text]) => {
    const parts = key in { cache: 0, rows: 0, logits: 0 } ? [bar("table"), bar("batch")] : [bar("table"), bar("rest")];
    const value = make("td", {});
    return [key, { parts, value, row: make("tr", { "data-line": key }, make("th", { scope: "row" }, text), make("td", { class: "mc-bar" }, parts), value) }];
  }));
  const sum = make("td", {});
  const box = make("div", { class: "mc-box", role: "group", "aria-label": "Bytes of each part" }, make("table", {},
    make("caption", {}, [["table", "the table"], ["rest", "rest of the model"], ["batch", "the batch"]].map(([kind, text]) =>
      make("span", { style: "display: inline-block; margin-right: .9rem" }, make("span", { class: `mc-key is-${kind}` }), text))),
    make("tbody", {}, Object.values(lines).map(({ row }) => row), make("tr", { "data-line": "sum", class: "is-sum" }, make("th", { scope: "row" }, "sum"), make("td", { class: "mc-bar" }), sum))));
  scrollable(box);
  const mark = make("span", {});
  const end = make("span", { class: "mc-end" }, mark);
  const strip = make("div", { class: "mc-strip", "aria-hidden": "true" });
  const title = make("p", { class: "piece-title", id: unique("memory-calculator") }, data.label);
  const status = make("p", { role: "status", class: "mc-status" });
  const body = make("div", { class: "memory-calculator", role: "group", "aria-labelledby": title.id },
    title,
    make("div", { class: "mc-grid" }, preset, device),
    jobs,
    make("div", { class: "mc-grid" }, numbers.B, numbers.T, dtype, optimizer, mixed, binary),
    make("details", {}, make("summary", {}, "Sizes of the model"), make("div", { class: "mc-grid" }, numbers.V, numbers.d, tied, numbers.rest, numbers.layers, numbers.kv_heads, numbers.head_dim)),
    strip, status, box);

  function draw(say) {
    const { settings, problem } = read();
    const stale = body.hasAttribute("data-problem");
    body.toggleAttribute("data-problem", Boolean(problem));
    boxes.dtype.hidden = fields.train.checked;
    boxes.optimizer.hidden = boxes.mixed.hidden = !fields.train.checked;
    if (problem) {
      status.textContent = `${problem} What is shown below are the sizes before.`;
      return;
    }
    const same = data.presets.findIndex((p) => Object.keys(p).every((key) => key === "name" || String(p[key]) === String(settings[key])));
    fields.preset.value = same < 0 ? OWN : String(same);
    const sizes = compute(settings);
    const total = Object.values(sizes).reduce((all, [, bytes]) => all + bytes, 0n);
    const budget = BigInt(data.devices[fields.device.value].bytes);
    const full = total > budget ? total : budget;
    const two = fields.binary.checked;
    const share = (bytes) => `${(Number(bytes) / Number(full)) * 100}%`;
    const most = Object.values(sizes).reduce((best, [, bytes]) => (bytes > best ? bytes : best), 1n);
    const largest = Object.keys(sizes).filter((key) => sizes[key][1] === most);
    strip.replaceChildren();
    for (const [key, { parts, value, row }] of Object.entries(lines)) {
      row.hidden = !(key in sizes);
      if (row.hidden) continue;
      const [table, all] = sizes[key];
      [table, all - table].forEach((bytes, i) => {
        parts[i].style.width = `${(Number(bytes) / Number(most)) * 100}%`;
        if (bytes) strip.append(make("span", { class: `mc-part ${parts[i].className}`, style: `width: ${share(bytes)}` }));
      });
      value.textContent = shown(all, two);
      row.setAttribute("data-bytes", `${table} ${all}`);
      row.classList.toggle("is-largest", largest.includes(key));
    }
    sum.textContent = shown(total, two);
    sum.parentNode.setAttribute("data-bytes", String(total));
    end.style.left = share(budget);
    mark.style.cssText = budget * 2n < full ? "left: 0; right: auto" : ""; // towards the middle
    const { name } = data.devices[fields.device.value];
    mark.textContent = `${name}: ${shown(budget, two)}`;
    strip.append(end);
    const over = total > budget ? total - budget : budget - total;
    if (say || stale) {
      const parts = largest.map((key) => LINES[key]).join(" and ");
      status.textContent = `“${name}” has ${shown(budget, two)}, or ${shown(budget, !two)}. ${settings.train ? "Training" : "Use"} takes ${shown(total, two)} at least` +
        (total > budget ? `, ${shown(over, two)} more than there are.` : `, and leaves ${shown(over, two)} for all that is not counted here.`) +
        ` The largest part: ${parts}, ${shown(most, two)}${largest.length > 1 ? " each" : ""}. The table's part of the weights is ${percent(Number(sizes.weights[0]) / Number(sizes.weights[1]))}.`;
    }
  }

  // The sizes that Python computed for the first settings are the reference for this script.
  write(data.start);
  const begun = read();
  if (begun.problem) throw new Error(begun.problem);
  const found = compute(begun.settings);
  for (const [key, pair] of Object.entries(data.expected)) {
    if (String(found[key]) !== String(pair)) throw new Error(`${key}: found ${found[key]}, and Python computed ${pair}`);
  }
  draw(true);
  return body;
}]);
