/* <joins-view>: byte-pair encoding of one word, a join at a time. The reader picks or types a word; the joins stand in
   the order learned, with the pieces after each that occurs in the word, and the next one is marked. Goals for the reader.
   Data: {label, text: the training text, of ASCII letters, words: [some without the space in front],
   joins: [[left, right, id of the new piece] in the order learned]}, from Python. */
"use strict";
(window.coursePieces ??= []).push(["joins-view", (data, { make, unique, scrollable, style, goals }) => {
  const { joins } = data;
  const LONGEST = 10; // letters of a typed word
  const letters = new Set(data.text.replaceAll(" ", ""));
  const ids = new Map([" ", ...letters].map((letter) => [letter, letter.charCodeAt(0)])); // the byte of an ASCII letter
  const odd = [...letters].find((letter) => !/^[a-z]$/.test(letter));
  if (odd !== undefined) throw new Error(`the training text has “${odd}”, expected letters from a to z`);
  for (const [left, right, id] of joins) {
    const unmade = [left, right].find((piece) => !ids.has(piece));
    if (unmade !== undefined) throw new Error(`join ${id} uses “${unmade}”, which no earlier join has made`);
    if (ids.has(left + right)) throw new Error(`join ${id} makes “${left + right}” again`);
    ids.set(left + right, id);
  }
  const strange = data.words.find((word) => !word || word.length > LONGEST || [...word].some((letter) => !letters.has(letter)));
  if (strange !== undefined) throw new Error(`the word “${strange}” is empty, too long, or has letters that the training text lacks`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("joins-view", `
    .joins-view .jv-row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0 0 .6rem; }
    .course-piece .joins-view button[aria-pressed="true"] { color: var(--cp-on-strong); background: var(--cp-strong); border-color: var(--cp-strong); }
    .course-piece .joins-view button[aria-disabled="true"] { color: var(--cp-quiet); border-style: dashed; cursor: default; }
    .joins-view input { width: 7rem; margin-left: .4rem; padding: .25rem .5rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .course-piece .joins-view table { width: 100%; table-layout: auto; margin: 0 0 .6rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .95rem; }
    .course-piece .joins-view tr, .course-piece .joins-view tr:hover { background: transparent; }
    .course-piece .joins-view tr.is-next { background: var(--cp-chosen); box-shadow: inset 4px 0 var(--cp-strong); }
    .course-piece .joins-view th, .course-piece .joins-view td { height: 2.1rem; padding: .15rem .5rem; border: 0; border-bottom: 1px solid var(--cp-line); background: transparent; color: inherit; font-weight: 400; text-align: left; white-space: nowrap; }
    .course-piece .joins-view thead th { font-weight: 600; }
    .course-piece .joins-view td:last-child { width: 100%; white-space: normal; }
    .joins-view .jv-none { color: var(--cp-quiet); }
    .joins-view .jv-piece { display: inline-block; min-width: 1.3em; padding: 0 .25em; background: var(--cp-panel); border: 1px solid var(--cp-line); border-radius: .2rem; text-align: center; }
    .joins-view .jv-piece.is-new { color: var(--cp-on-strong); background: var(--cp-strong); border-color: var(--cp-strong); }
    .joins-view .jv-piece.is-pair { border-bottom: 3px solid var(--cp-focus); }
    .joins-view .jv-box { max-width: 100%; overflow-x: auto; }
    .course-piece .joins-view p { margin: 0 0 .4rem; }
    .course-piece .joins-view .jv-quiet { color: var(--cp-quiet); }
    .course-piece .joins-view .jv-status { margin: 0 0 .6rem; }`);

  const shown = (text) => text.replaceAll(" ", "␣");
  const pair = ([left, right]) => `${shown(left)} + ${shown(right)}`;
  const list = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);
  const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

  /** The join of neighbours, from the left: [pieces, places of the new ones]. */
  function join(pieces, [left, right]) {
    const [out, made] = [[], []];
    for (const piece of pieces) {
      if (piece === right && out[out.length - 1] === left) {
        out[out.length - 1] += piece;
        made.push(out.length - 1);
      } else out.push(piece);
    }
    return [out, made];
  }
  /** What becomes of a word: its bytes, then each join that occurs in it. */
  function stepsOf(word) {
    const steps = [{ n: -1, pieces: [" ", ...word], made: [] }];
    joins.forEach((one, n) => {
      const [pieces, made] = join(steps[steps.length - 1].pieces, one);
      if (made.length) steps.push({ n, pieces, made });
    });
    return steps;
  }

  let word, steps, at;
  function take(chosen, news) {
    [word, steps, at] = [chosen, stepsOf(chosen), 0];
    draw(news);
  }

  // ---------------------------------------------------------------- controls
  const title = make("p", { class: "piece-title", id: unique("joins-view") }, data.label);
  const status = make("p", { role: "status", class: "jv-status" });
  const choices = data.words.map((one) => make("button", { type: "button", onclick: () => { field.value = one; take(one); } }, one));
  const field = make("input", { type: "text", maxlength: LONGEST, autocomplete: "off", autocapitalize: "none", spellcheck: "false", oninput: () => {
    const typed = field.value.toLowerCase();
    const missing = [...new Set(typed)].filter((letter) => !letters.has(letter));
    const rest = [...typed].filter((letter) => letters.has(letter)).join("");
    if (rest !== field.value) field.value = rest;
    const news = missing.length ? `The training text has no ${list(missing.map((letter) => `“${shown(letter)}”`))} within a word. ` : "";
    if (rest) take(rest, news);
    else draw(`${news}The word is still “${word}”. `);
  } });
  // aria-disabled instead of disabled: a button that has just been pressed must not lose the focus.
  function button(text, target) {
    return make("button", { type: "button", onclick: ({ currentTarget }) => {
      if (currentTarget.getAttribute("aria-disabled") === "true") return;
      at = target();
      draw();
    } }, text);
  }
  const back = button("Back", () => at - 1);
  const next = button("Next join", () => at + 1);
  const all = button("All joins", () => steps.length - 1);

  const rows = [[], ...joins].map((one) => {
    const cell = make("td", {});
    return { cell, row: make("tr", {}, make("th", { scope: "row" }, one.length ? pair(one) : "bytes"), make("td", {}, one.length ? String(one[2]) : "0–255"), cell) };
  });
  const box = make("div", { class: "jv-box", role: "group", "aria-label": "The joins in the order learned" }, make("table", {},
    make("thead", {}, make("tr", {}, ["join", "id", "pieces after it"].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, rows.map(({ row }) => row))));
  scrollable(box);

  const aims = goals([
    ["a word that ends in one piece", (pieces) => pieces.length === 1],
    ["a word of four letters that stays in five pieces", (pieces) => word.length === 4 && pieces.length === 5],
    ["a word in two pieces", (pieces) => pieces.length === 2],
  ]);

  function draw(news = "") {
    const [now, coming] = [steps[at], steps[at + 1]];
    rows.forEach(({ row, cell }, i) => {
      const done = steps.find(({ n }) => n === i - 1);
      const follows = coming !== undefined && coming.n === i - 1;
      row.classList.toggle("is-next", follows);
      if (follows) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      const reached = steps.indexOf(done) <= at;
      const passed = coming === undefined || i - 1 < coming.n;
      if (!done && passed) cell.replaceChildren(make("span", { class: "jv-none" }, "not in it"));
      else if (!done || !reached) cell.replaceChildren(follows ? "next" : "");
      else {
        const pairs = done === now && coming ? pairPlaces(now.pieces, joins[coming.n]) : [];
        cell.replaceChildren(...done.pieces.flatMap((piece, k) => [make("span", {
          class: `jv-piece${done.made.includes(k) ? " is-new" : ""}${pairs.includes(k) ? " is-pair" : ""}` }, shown(piece)), " "]));
      }
    });
    choices.forEach((choice) => choice.setAttribute("aria-pressed", String(choice.textContent === word)));
    for (const [node, off] of [[back, at === 0], [next, !coming], [all, !coming]]) node.setAttribute("aria-disabled", String(off));

    const name = `“${shown(` ${word}`)}”`;
    const parts = [];
    if (at) parts.push(`Join ${joins[now.n][2]}, ${pair(joins[now.n])}: ${count(steps[at - 1].pieces.length, "piece")} become ${now.pieces.length}.`);
    else parts.push(`${name} begins as ${count(now.pieces.length, "byte")}.`);
    if (coming) parts.push(`Next is join ${joins[coming.n][2]}, ${pair(joins[coming.n])}.`);
    else {
      parts.push(`No ${at ? "further " : ""}join occurs in it: ${name} is ${count(now.pieces.length, "token")}, ${list(now.pieces.map((piece) => String(ids.get(piece))))}.`);
      parts.push(...aims.check(now.pieces));
    }
    status.textContent = news + parts.join(" ");
  }
  /** Where the next join finds its two pieces. */
  function pairPlaces(pieces, one) {
    const [, made] = join(pieces, one);
    return made.flatMap((place, k) => [place + k, place + k + 1]);
  }

  [field.value] = data.words;
  take(data.words[0]);
  return make("div", { class: "piece-box joins-view", role: "group", "aria-labelledby": title.id }, title,
    make("p", { class: "jv-quiet" }, `Training text: ${data.text}`),
    make("div", { class: "jv-row" }, choices, make("label", {}, "or type", field)),
    make("div", { class: "jv-row" }, back, next, all), box, status, ...aims.nodes);
}]);
