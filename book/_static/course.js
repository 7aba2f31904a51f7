/* Base of the interactive pieces, and the quiz. Plain script, no library.
   A notebook may emit this file with every output: it acts once. */
(() => {
  "use strict";
  if (window.coursePieces && window.coursePieces.ready) return;

  // ---------------------------------------------------------------- base of the pieces
  // A piece registers itself with (window.coursePieces ??= []).push([tag, build]), whether this
  // file has been loaded before it or comes after it.

  /** An element: make("p", {class: "x", onclick: f}, "text", child). */
  function make(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value !== undefined) node.setAttribute(name, value);
    }
    node.append(...children.flat());
    return node;
  }

  /** An element of a drawing, likewise: svg("line", {x1: 0, y1: 0, x2: 9, y2: 9}). */
  function svg(tag, attributes = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  /** The rules of a kind of piece, once a page, however many of the kind it has. */
  function style(kind, rules) {
    if (!document.getElementById(`${kind}-style`)) document.head.append(make("style", { id: `${kind}-style` }, rules));
  }

  /** Text in which `code` between backticks is code. */
  const rich = (text) => text.split(/`([^`]+)`/).map((part, i) => (i % 2 ? make("code", {}, part) : part));

  /** A number for reading: a true minus sign, and no digits that float32 only seems to have. */
  const tidy = (value) => String(Number(value.toPrecision(6))).replace("-", "−");

  /** A box is a stop of the Tab key while, and only while, there is something to scroll in it. */
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => setStop(target)));
  function setStop(box) {
    if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
  function scrollable(box) {
    sizes.observe(box);
    for (const child of box.children) sizes.observe(child); // what is inside may grow, the box not
  }

  /** A writer of names in a drawing: write("cat", [x, y]) is a list with the name where it covers nothing and is not
      cut, as near to the point as may be, or an empty list. `taken` are boxes to keep free: [left, top, right, bottom]. */
  function writer([width, height], size, taken) {
    const ways = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]];
    return (text, [x, y], name = "", off = 9) => {
      const wide = 0.7 * size * text.length;
      for (let far = off; far < off + 3 * size; far += size) {
        for (const [dx, dy] of ways) {
          const [left, top] = [x + dx * far - (wide * (1 - dx)) / 2, y + dy * far - (size * (1 - dy)) / 2];
          const box = [left - 1, top - 1, left + wide + 1, top + size + 1];
          if (left < 2 || top < 2 || box[2] > width - 2 || box[3] > height - 2) continue;
          if (taken.some(([a, b, c, d]) => left < c && a < box[2] && top < d && b < box[3])) continue;
          taken.push(box);
          return [svg("text", { class: name, x: x + dx * far, y: top + 0.8 * size, "text-anchor": ["end", "middle", "start"][dx + 1] }, text)];
        }
      }
      return [];
    };
  }
  /** The box that a point of a drawing takes. */
  const around = ([x, y], r = 7) => [x - r, y - r, x + r, y + r];

  /** What the reader may find, [[text, reached], ...]: `nodes` show it, and check(...now) marks what reached(...now) says is
      found, for good, and returns a sentence about each that was not found before. */
  function goals(aims, head = "Can you find …") {
    const open = aims.map(([text, reached]) => ({ text, reached, item: make("li", {}, `– ${text}`) }));
    const check = (...now) => open.filter(({ item, reached }) => !item.className && reached(...now)).map(({ item, text }) => {
      item.className = "is-met";
      item.textContent = `✓ ${text}`;
      return `Found: ${text}.`;
    });
    return { check, nodes: [make("p", { class: "piece-head" }, head), make("ul", { class: "piece-goals", "aria-label": "Goals" }, open.map(({ item }) => item))] };
  }

  let count = 0;
  const tools = { make, svg, style, rich, tidy, scrollable, writer, around, goals, unique: (name) => `course-${name}-${++count}` };

  function define([tag, build]) {
    if (customElements.get(tag)) return;
    customElements.define(tag, class extends HTMLElement {
      connectedCallback() {
        if (this.started) return;
        this.started = true;
        // While the page is being read the element's children are not there yet.
        if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.start());
        else this.start();
      }
      start() {
        // JupyterLab's own keys (arrows, Enter) must not act on top of the piece's. It looks for this attribute from the
        // node with the focus upwards, and some of its keys are bound to that very node: so it must be there too.
        const ours = (node) => node.setAttribute("data-lm-suppress-shortcuts", "true");
        ours(this);
        this.addEventListener("focusin", ({ target }) => ours(target));
        const fallback = this.querySelector(".piece-fallback");
        try {
          const data = JSON.parse(this.querySelector('script[type="application/json"]').textContent);
          const body = build(data, tools);
          if (fallback) fallback.replaceWith(body);
          else this.append(body);
          this.setAttribute("data-ready", "");
        } catch (error) {
          this.prepend(make("p", { class: "piece-error" }, `This ${tag} could not start: ${error.message}`));
          throw error;
        }
      }
    });
  }

  const waiting = window.coursePieces || [];
  window.coursePieces = { ready: true, push: define };
  waiting.forEach(define);

  // ---------------------------------------------------------------- quiz
  const PREFIX = "embedding-course:quiz:";

  // A browser may refuse storage (private windows, files); answers then last as long as the page.
  const memory = new Map();
  function storage(action, key, value) {
    try {
      return action === "get" ? localStorage.getItem(key) : action === "set" ? localStorage.setItem(key, value) : localStorage.removeItem(key);
    } catch (refused) {
      return action === "get" ? memory.get(key) : action === "set" ? memory.set(key, value) : memory.delete(key);
    }
  }
  function recall(key) {
    try {
      return JSON.parse(storage("get", key)) || {};
    } catch (damaged) {
      return {}; // not written by this page: start afresh
    }
  }

  /** "32,000", "32 000", "0.5", "-1e6" as numbers; null for anything else. A comma separates thousands only. */
  function parseNumber(text, unit) {
    const bare = unit && text.trim().endsWith(unit) ? text.trim().slice(0, -unit.length) : text;
    let clean = bare.replace(/[\s_]/g, "").replace("−", "-");
    if (/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(clean)) clean = clean.replaceAll(",", "");
    return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(clean) ? Number(clean) : null;
  }

  const UNREADABLE = "That is not a number this page can read. Write it as 1234, 1,234 or 1.5e6, with a dot for decimals.";

  const RIGHT = "✓ ";
  const WRONG = "✗ ";

  function quizCard(data) {
    const key = PREFIX + data.id;
    const number = data.kind === "number";
    const status = make("p", { role: "status", class: "quiz-status" });
    const over = make("button", { type: "button", class: "quiz-over", onclick: startOver }, "Start over");
    const hint = { one: "Choose one answer.", many: "Choose every right answer.", number: "Answer with a number." }[data.kind];
    const name = tools.unique(data.id);
    const rows = (data.options || []).map((option) => {
      const why = make("p", { class: "quiz-why", id: tools.unique(data.id), hidden: true });
      const input = make("input", { type: data.kind === "one" ? "radio" : "checkbox", name, onchange: changed });
      return { option, why, input };
    });
    const field = number && make("input", { type: "text", inputmode: "decimal", autocomplete: "off", size: 14, id: name, oninput: changed });
    const note = make("p", { class: "quiz-why", hidden: true });
    const choices = number
      ? [make("p", { class: "quiz-number" }, make("label", { for: name }, data.unit ? `Your answer, in ${data.unit}` : "Your answer"), " ", field), note]
      : rows.map(({ option, why, input }) =>
          make("div", { class: "quiz-option" }, make("label", {}, input, make("span", {}, rich(option.text))), why));
    const form = make("form", { class: "quiz", novalidate: true, onsubmit: check },
      make("fieldset", {}, make("legend", {}, rich(data.question), make("span", { class: "quiz-hint" }, ` ${hint}`)), choices),
      make("div", { class: "quiz-actions" }, make("button", { type: "submit" }, "Check"), over),
      status);

    const chosen = () => rows.filter((row) => row.input.checked);
    const answered = () => (number ? field.value.trim() !== "" : chosen().length > 0);

    function save(checked) {
      // Texts, not positions: a stored answer stays true when a later edition moves the options.
      const answer = number ? field.value : chosen().map((row) => row.option.text);
      storage("set", key, JSON.stringify({ question: data.question, answer, checked }));
    }
    function say(verdict, text) {
      status.textContent = text;
      form.dataset.verdict = verdict;
      form.dispatchEvent(new CustomEvent("quiz-verdict", { bubbles: true })); // for progress.js
    }
    function hideResult() {
      say("", "");
      [note, ...rows.map((row) => row.why)].forEach((why) => { why.hidden = true; });
      rows.forEach((row) => row.input.removeAttribute("aria-describedby"));
      over.hidden = !answered();
    }
    function changed() {
      hideResult();
      save(false);
    }
    function explain(target, right, text) {
      target.replaceChildren(make("strong", {}, `${right ? `${RIGHT}Right` : `${WRONG}Wrong`}${number ? "" : " answer"}. `), ...rich(text));
      target.className = `quiz-why ${right ? "is-right" : "is-wrong"}`;
      target.hidden = false;
    }
    function showResult() {
      over.hidden = false;
      if (number) {
        const value = parseNumber(field.value, data.unit);
        if (value === null) return say("", UNREADABLE);
        const right = Math.abs(value - data.answer) <= data.tolerance;
        explain(note, right, right ? data.right : data.wrong);
        return say(right ? "right" : "wrong", right ? `${RIGHT}Right: ${data.shown}.` : `${WRONG}Not right. The hint is above.`);
      }
      rows.forEach(({ option, why, input }) => {
        explain(why, option.right, option.why);
        if (input.checked) why.firstChild.append("Your choice. ");
        input.setAttribute("aria-describedby", why.id);
      });
      const good = rows.filter((row) => row.input.checked === row.option.right).length;
      if (good === rows.length) say("right", `${RIGHT}Right. Each option has its explanation.`);
      else if (data.kind === "one") say("wrong", `${WRONG}Not right. Each option has its explanation.`);
      else say("wrong", `${WRONG}Not right: ${good} of ${rows.length} options are as they should be. Each has its explanation.`);
    }
    function check(event) {
      event.preventDefault();
      hideResult();
      if (!answered()) return say("", number ? "Write a number first." : "Choose an answer first.");
      showResult();
      save(true);
    }
    function empty() {
      storage("remove", key);
      rows.forEach((row) => { row.input.checked = false; });
      if (number) field.value = "";
      hideResult();
    }
    function startOver() {
      empty();
      say("", "Your answer is cleared.");
      (number ? field : rows[0].input).focus();
    }

    const stored = recall(key);
    if (stored.question === data.question) {
      if (number && typeof stored.answer === "string") field.value = stored.answer;
      rows.forEach((row) => { row.input.checked = Array.isArray(stored.answer) && stored.answer.includes(row.option.text); });
    }
    hideResult();
    if (stored.checked && answered()) showResult();
    document.addEventListener("course-forget", empty);
    return form;
  }
  define(["quiz-card", quizCard]);
  Object.assign(window.coursePieces, { make, storage, parseNumber, UNREADABLE }); // for page/predict.js
})();
