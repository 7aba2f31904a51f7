/* <memory-calculator>: bytes around an embedding layer of the reader's sizes. Data: {label,
   bits: {dtype: bits of a number}, presets: [{name, V, d, tied, layers, kv_heads, head_dim}],
   start: the first settings, expected: {line: bytes} for them, from Python}. */
"use strict";
(window.coursePieces ??= []).push(["memory-calculator", (data, { make, unique, scrollable }) => {
  const NUMBERS = [
    ["V", "V, rows of the table"], ["d", "d, numbers in a row"], ["B", "B, sequences"], ["T", "T, tokens in each"],
    ["layers", "layers"], ["kv_heads", "key-value heads"], ["head_dim", "width of a head"],
  ];
  const OPTIMIZERS = { sgd: "SGD", momentum: "SGD with momentum", adagrad: "Adagrad", adam: "Adam" };
  const STATES = { sgd: 0n, momentum: 1n, adagrad: 1n, adam: 2n };
  const LIMIT = 10n ** 9n; // of a single size

  if (!document.getElementById("memory-calculator-style")) {
    document.head.append(make("style", { id: "memory-calculator-style" }, `
      .course-piece .memory-calculator { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
      .memory-calculator fieldset { min-width: 0; margin: 0 0 .8rem; padding: .4rem .8rem .7rem; border: 1px solid var(--cp-line); border-radius: .4rem; }
      .memory-calculator legend { float: none; width: auto; margin: 0; padding: 0 .4rem; font-size: 1rem; font-weight: 600; color: inherit; }
      .memory-calculator .mc-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.5rem), 1fr)); gap: .5rem .9rem; align-items: end; }
      .memory-calculator .mc-field label { display: block; margin: 0; font-size: .92rem; color: var(--cp-quiet); }
      .memory-calculator input[type="text"], .memory-calculator select { box-sizing: border-box; width: 100%; height: 2.25rem; padding: .2rem .45rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
      .memory-calculator input[aria-invalid="true"] { border: 2px dashed var(--cp-wrong); }
      .memory-calculator .mc-switch label { display: flex; gap: .5rem; align-items: center; height: 2.25rem; margin: 0; color: var(--cp-text); font-size: 1rem; }
      .memory-calculator input[type="checkbox"] { flex: none; width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--cp-strong); }
      .memory-calculator .mc-box { max-width: 100%; overflow-x: auto; }
      .course-piece .memory-calculator table { width: 100%; margin: .2rem 0 .8rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .95rem; }
      .course-piece .memory-calculator caption { caption-side: top; padding: 0 0 .3rem; color: inherit; font-weight: 600; text-align: left; }
      .course-piece .memory-calculator tr, .course-piece .memory-calculator tr:hover { background: transparent; }
      .course-piece .memory-calculator th, .course-piece .memory-calculator td { padding: .2rem .55rem; border: 1px solid var(--cp-line); color: inherit; text-align: right; font-weight: 400; white-space: nowrap; }
      .course-piece .memory-calculator th { background: var(--cp-panel); text-align: left; }
      .course-piece .memory-calculator thead th:not(:first-child) { text-align: right; }
      .course-piece .memory-calculator tr.is-largest > * { background: var(--cp-chosen); font-weight: 700; }
      .course-piece .memory-calculator tr.is-sum > * { border-top: 2px solid var(--cp-strong); font-weight: 600; }
      .course-piece .mc-status { min-height: 4.5em; }
      .memory-calculator[data-problem] .mc-status { color: var(--cp-wrong); font-weight: 600; }
      .memory-calculator[data-problem] .mc-box table { outline: 2px dashed var(--cp-wrong); outline-offset: -2px; }`));
  }

  // ---------------------------------------------------------------- the formulas, in whole numbers

  const whole = (count, dtype) => (count * BigInt(data.bits[dtype] ?? 64) + 7n) / 8n; // bytes of an array
  function compute(s) {
    const copies = s.tied ? 1n : 2n;
    const parameters = copies * s.V * s.d;
    const first = s.mixed ? 2n : 4n;
    return {
      parameters,
      table: copies * whole(s.V * s.d, s.dtype),
      ids: s.B * s.T * 8n,
      embeddings: whole(s.B * s.T * s.d, s.dtype),
      logits: whole(s.B * s.T * s.V, s.dtype),
      cache: 2n * s.layers * whole(s.B * s.kv_heads * s.T * s.head_dim, s.dtype),
      weights: first * parameters,
      gradients: first * parameters,
      master: s.mixed ? 4n * parameters : 0n,
      states: 4n * parameters * STATES[s.optimizer],
    };
  }

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

  // ---------------------------------------------------------------- the settings

  const fields = {};
  function field(key, text, input) {
    input.id = unique("mc");
    fields[key] = input;
    return make("div", { class: "mc-field" }, make("label", { for: input.id }, text), input);
  }
  const number = (key, text) => field(key, text, make("input", { type: "text", inputmode: "numeric", autocomplete: "off", oninput: () => draw(false), onchange: () => draw(true) }));
  const choice = (key, text, options, onchange = () => draw(true)) => field(key, text, make("select", { onchange },
    Object.entries(options).map(([value, name]) => make("option", { value }, name))));
  function toggle(key, text) {
    fields[key] = make("input", { type: "checkbox", onchange: () => draw(true) });
    return make("div", { class: "mc-switch" }, make("label", {}, fields[key], make("span", {}, text)));
  }

  const numbers = Object.fromEntries(NUMBERS.map(([key, text]) => [key, number(key, text)]));
  const OWN = "own";
  const preset = choice("preset", "start from", { ...Object.fromEntries(data.presets.map(({ name }, i) => [i, name])), [OWN]: "numbers of your own" }, () => {
    const chosen = data.presets[fields.preset.value];
    if (chosen) write(chosen);
    draw(true);
  });
  const dtype = choice("dtype", "dtype", Object.fromEntries(Object.keys(data.bits).map((name) => [name, name])));
  const optimizer = choice("optimizer", "optimizer", OPTIMIZERS);
  const tied = toggle("tied", "tied: one matrix");
  const mixed = toggle("mixed", "mixed precision");

  function write(settings) {
    for (const [key, value] of Object.entries(settings)) {
      const input = fields[key];
      if (!input) continue;
      if (input.type === "checkbox") input.checked = value;
      else input.value = input.tagName === "SELECT" ? value : exact(value);
    }
  }

  /** The settings, or the first problem with them in words. */
  function read() {
    const settings = { dtype: fields.dtype.value, optimizer: fields.optimizer.value, tied: fields.tied.checked, mixed: fields.mixed.checked };
    let problem = "";
    for (const [key, text] of NUMBERS) {
      const typed = fields[key].value.trim();
      const bare = /^\d{1,3}(,\d{3})+$/.test(typed) ? typed.replaceAll(",", "") : typed.replace(/(?<=\d)[ _](?=\d)/g, "");
      const good = /^\d{1,12}$/.test(bare) && BigInt(bare) >= 1n && BigInt(bare) <= LIMIT;
      if (good) settings[key] = BigInt(bare);
      fields[key].setAttribute("aria-invalid", String(!good));
      if (!good) {
        problem ||= `${text}: found "${typed}", expected a whole number from 1 to ${exact(LIMIT)}.`;
      }
    }
    return problem ? { problem } : { settings };
  }

  // ---------------------------------------------------------------- the results

  const LINES = {
    table: "table", ids: "ids (int64)", embeddings: "rows looked up", logits: "logits, all positions", cache: "key-value cache",
    weights: "weights", gradients: "gradients", master: "master copy", states: "optimizer states", training: "sum",
  };
  const cells = {};
  function line(key) {
    cells[key] = [make("td", {}), make("td", {}), make("td", {})];
    return make("tr", { "data-line": key }, make("th", { scope: "row" }, LINES[key]), ...cells[key]);
  }
  function results(caption, keys) {
    const box = make("div", { class: "mc-box", role: "group", "aria-label": caption }, make("table", {}, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ["array", "bytes", "in powers of ten", "in powers of two"].map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, keys.map(line))));
    scrollable(box);
    return box;
  }

  const RUNNING = ["table", "ids", "embeddings", "logits", "cache"];
  const TRAINING = ["weights", "gradients", "master", "states", "training"];
  const title = make("p", { class: "piece-title", id: unique("memory-calculator") }, data.label);
  const status = make("p", { role: "status", class: "mc-status" });
  const body = make("div", { class: "memory-calculator", role: "group", "aria-labelledby": title.id },
    title,
    make("fieldset", {}, make("legend", {}, "Model"), make("div", { class: "mc-grid" }, preset, numbers.V, numbers.d, dtype, tied, numbers.layers, numbers.kv_heads, numbers.head_dim)),
    make("fieldset", {}, make("legend", {}, "Batch and training"), make("div", { class: "mc-grid" }, numbers.B, numbers.T, optimizer, mixed)),
    status,
    results("Forward pass and cache", RUNNING),
    results("Training the embedding", TRAINING));

  function draw(say) {
    const { settings, problem } = read();
    const stale = body.hasAttribute("data-problem");
    body.toggleAttribute("data-problem", Boolean(problem));
    if (problem) {
      status.textContent = `${problem} The lines below show the sizes before.`;
      return;
    }
    const same = data.presets.findIndex((p) => Object.keys(p).every((key) => key === "name" || String(p[key]) === String(settings[key])));
    fields.preset.value = same < 0 ? OWN : String(same);
    const sizes = compute(settings);
    sizes.training = sizes.weights + sizes.gradients + sizes.master + sizes.states;
    for (const [key, [bytes, ten, two]] of Object.entries(cells)) {
      bytes.textContent = exact(sizes[key]);
      ten.textContent = shown(sizes[key], false);
      two.textContent = shown(sizes[key], true);
    }
    const largest = RUNNING.reduce((best, key) => (sizes[key] > sizes[best] ? key : best));
    for (const key of RUNNING) cells[key][0].parentNode.classList.toggle("is-largest", key === largest);
    cells.training[0].parentNode.classList.add("is-sum");
    const text = `${exact(sizes.parameters)} parameters in ${settings.tied ? "one matrix" : "two matrices"}: ${shown(sizes.table, false)}, or ${shown(sizes.table, true)}, in ${settings.dtype}. ` +
      `The largest array of the forward pass is: ${LINES[largest]}, ${shown(sizes[largest], false)}. ` +
      `Training keeps ${shown(sizes.training, false)}, ${sizes.training / sizes.parameters} bytes for each parameter.`;
    if (say || stale) status.textContent = text;
  }

  // The sizes that Python computed for the first settings are the reference for this script.
  write(data.start);
  const begun = read();
  if (begun.problem) throw new Error(begun.problem);
  const found = compute(begun.settings);
  for (const [key, value] of Object.entries(data.expected)) {
    if (String(found[key]) !== String(value)) throw new Error(`${key}: found ${found[key]}, and Python computed ${value}`);
  }
  draw(true);
  return body;
}]);
