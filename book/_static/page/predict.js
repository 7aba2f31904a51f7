/* Predictions: what a cell puts out, and the text up to the next heading, wait for the reader's guess; then
   guess and result stand side by side. Whatever leads into what waits shows it: a link, a search, the
   browser's own find, print. Guesses are kept in this browser alone. Plain script, no library. */
(() => {
  "use strict";
  const { make, storage, parseNumber, UNREADABLE } = window.coursePieces;
  const PREFIX = "embedding-course:predict:"; // progress.js forgets what begins so
  const ALL = "embedding-course-show-predictions"; // a setting, not progress
  const HIDDEN = "onbeforematch" in document.body ? "until-found" : ""; // "": hidden from the browser's find too

  const predictions = [];
  let all = Boolean(storage("get", ALL));
  const switches = []; // functions that show the setting

  function setAll(on) {
    all = on;
    storage(on ? "set" : "remove", ALL, "yes");
    predictions.forEach((one) => one.show());
    switches.forEach((show) => show());
  }

  function prediction(box) {
    const cell = box.nextElementSibling, output = cell?.querySelector(".cell_output");
    if (!cell?.matches(".tag_predict") || !output) return;
    const id = box.dataset.predict, key = PREFIX + id, unit = box.dataset.unit, number = unit !== undefined;
    const question = box.querySelector(".predict-question"), list = box.querySelector(".predict-options");
    question.id = `${box.id}-question`;

    // ---- the controls, where the output will stand
    const legend = make("legend");
    const field = number && make("input", { type: "text", inputmode: "decimal", autocomplete: "off", size: 10, oninput: clear });
    const rows = [...(list?.children ?? [])].map((item) => {
      const text = make("span", {}, [...item.childNodes]);
      return { value: item.dataset.option, text, input: make("input", { type: "radio", name: box.id, onchange: clear }) };
    });
    list?.remove();
    const controls = number
      ? make("p", {}, make("label", {}, unit ? `A number of ${unit}: ` : "A number: ", field))
      : rows.map((row) => make("div", { class: "predict-option" }, make("label", {}, row.input, row.text)));
    const fields = make("fieldset", { "aria-describedby": question.id }, legend, controls);
    const every = make("button", { type: "button", class: "is-quiet", onclick: () => setAll(!all) }, "Show all predictions");
    const actions = make("div", { class: "predict-actions" },
      make("button", { type: "submit" }, "Commit"),
      make("button", { type: "button", onclick: () => keep({ shown: true }) }, "Show me"), every);
    const status = make("p", { role: "status", class: "predict-status" });
    const form = make("form", { class: "predict-form", novalidate: true, onsubmit: commit }, fields, actions, status);

    // ---- what waits: the output, and what follows in this section
    const result = make("div", { class: "predict-result predict-wait", role: "group", "aria-label": "What came out", tabindex: "-1" },
      make("p", { class: "predict-head", "aria-hidden": "true" }, "What came out"));
    const sides = make("div", { class: "predict-sides" }, form, result);
    output.before(sides);
    result.append(output);
    const rest = make("div", { class: "predict-wait" });
    while (cell.nextElementSibling && cell.nextElementSibling.tagName !== "SECTION") rest.append(cell.nextElementSibling);
    cell.after(rest);

    let found = false; // something has led here; until the page is left
    function stored() {
      try {
        return JSON.parse(storage("get", key)) || {};
      } catch (damaged) {
        return {};
      }
    }
    /** The guess as nodes; null where there is none, or none of today's options. */
    function guess() {
      const { guess } = stored();
      if (number) {
        if (typeof guess !== "string" || parseNumber(guess, unit) === null) return null;
        return [unit && !guess.endsWith(unit) ? `${guess} ${unit}` : guess];
      }
      const row = rows.find((row) => row.value === guess);
      return row ? [...row.text.cloneNode(true).childNodes] : null;
    }
    /** Why the answer is shown. */
    function words(said) {
      if (said) return `You said ${stored().guess}. What came out stands beside it.`;
      if (stored().shown) return "Shown without a guess.";
      return all ? "Shown, as all predictions are." : "Shown, since a link or a search leads here.";
    }
    function show() {
      const said = guess(), open = Boolean(said || stored().shown || found || all);
      for (const part of [result, rest]) {
        if (open) part.removeAttribute("hidden");
        else part.setAttribute("hidden", HIDDEN);
      }
      sides.classList.toggle("is-open", open);
      sides.classList.toggle("has-guess", Boolean(said));
      legend.replaceChildren(...(said ? ["You said: ", make("strong", {}, said)] : [open ? "The options" : "What do you expect?"]));
      fields.disabled = open;
      fields.hidden = open && number && !said;
      status.textContent = open ? words(said) : "";
      if (said && !number) rows.forEach((row) => { row.input.checked = row.value === stored().guess; });
      if (said && number) field.value = stored().guess;
      actions.hidden = open && !all;
      every.textContent = all ? "Hold predictions back" : "Show all predictions";
      document.dispatchEvent(new CustomEvent("predictions-shown")); // for progress.js
    }
    function keep(state) {
      storage("set", key, JSON.stringify(state));
      show();
      result.focus({ preventScroll: true }); // the button goes, and the keyboard stays here
      result.scrollIntoView({ block: "nearest" });
    }
    function commit(event) {
      event.preventDefault();
      const value = number ? field.value.trim() : rows.find((row) => row.input.checked)?.value;
      if (!value) status.textContent = number ? "Write a number first." : "Choose an option first.";
      else if (number && parseNumber(value, unit) === null) status.textContent = UNREADABLE;
      else return keep({ guess: value });
      (number ? field : rows[0].input).focus();
    }
    function clear() {
      status.textContent = "";
    }
    function forget() {
      storage("remove", key);
      found = false;
      rows.forEach((row) => { row.input.checked = false; });
      if (number) field.value = "";
      clear();
      show();
    }
    predictions.push({
      show,
      forget,
      holds: (node) => result.contains(node) || rest.contains(node),
      find() {
        found = true;
        show();
      },
    });
    show();
  }

  /** Show what holds this node; true where something did. */
  function uncover(node) {
    const holding = predictions.filter((one) => node && one.holds(node));
    holding.forEach((one) => one.find());
    return holding.length > 0;
  }
  function follow(hash = location.hash) {
    const target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target && uncover(target)) target.scrollIntoView();
  }

  function start() {
    document.querySelectorAll(".bd-article .predict[data-predict]").forEach(prediction);
    document.documentElement.classList.remove("predictions-wait");
    const contents = document.querySelector(".bd-docs-nav");
    if (contents) {
      const box = make("input", { type: "checkbox", onchange: () => setAll(box.checked) });
      contents.append(make("label", { class: "course-predictions" }, box, " Show all predictions"));
      switches.push(() => { box.checked = all; });
      switches[0]();
    }
    if (!predictions.length) return;
    follow();
    addEventListener("hashchange", () => follow());
    // A second click on a link changes no address.
    document.addEventListener("click", (event) => follow(event.target.closest?.("a[href^='#']")?.hash ?? ""));
    document.addEventListener("beforematch", (event) => uncover(event.target));
    document.addEventListener("course-forget", () => predictions.forEach((one) => one.forget()));
    // Sphinx marks the words of a search ten milliseconds after this event, which it has heard before.
    const searched = () => document.querySelectorAll(".predict-wait .highlighted").forEach(uncover);
    document.addEventListener("DOMContentLoaded", () => setTimeout(searched, 20));
    // A guess with formulas is shown as they are typeset.
    window.MathJax?.startup?.promise?.then(() => predictions.forEach((one) => one.show()));
  }
  start();
})();
