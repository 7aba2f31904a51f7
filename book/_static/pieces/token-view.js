/* <token-view>: choose a token of a sentence and see its one-hot vector, its row of the table,
   and the product of the two. Data: {label, vocab: [V names], tokens: [ids], table: V rows of d}. */
(window.coursePieces ??= []).push(["token-view", (data, { make, unique, scrollable, tidy }) => {
  const { vocab, tokens, table } = data;
  const V = vocab.length;
  const d = table[0].length;
  if (table.length !== V) throw new Error(`the table has ${table.length} rows and the vocabulary ${V} entries`);
  const strange = tokens.find((id) => !Number.isInteger(id) || id < 0 || id >= V);
  if (strange !== undefined) throw new Error(`the id ${strange} is outside 0 … ${V - 1}`);

  // All values with the same number of decimals, so that columns line up.
  const decimals = Math.max(...table.flat().map((value) => (tidy(value).split(".")[1] || "").length));
  const show = (value) => value.toFixed(Math.min(decimals, 6)).replace("-", "−");
  const vector = (values) => `[${values.map(show).join(", ")}]`;

  // The sentence: one Tab stop, arrow keys inside (the toolbar pattern).
  const buttons = tokens.map((id, i) =>
    make("button", { type: "button", "aria-pressed": "false", tabindex: i ? -1 : 0, onclick: () => choose(i), onkeydown: (event) => move(event, i) },
      make("span", { class: "tv-token" }, vocab[id]), " ", make("span", { class: "tv-id" }, `id ${id}`)));

  const cells = vocab.map((name, id) => make("li", {}, make("span", { class: "tv-id" }, String(id)), make("span", { class: "tv-bit" }, "0")));
  const onehot = make("ol", { class: "tv-onehot", "aria-hidden": "true" }, cells);
  const oneHotBox = make("div", { class: "tv-scroll", role: "img" }, onehot);

  const rows = table.map((values, id) =>
    make("tr", {}, make("th", { scope: "row" }, make("span", { class: "tv-id" }, `${id} `), vocab[id]), values.map((value) => make("td", {}, show(value)))));
  const tableName = `The table E: ${V} rows, one per id; ${d} columns`;
  const tableBox = make("div", { class: "tv-scroll", role: "group", "aria-label": tableName },
    make("table", { class: "tv-table", "aria-label": tableName },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "id, token"), table[0].map((_, j) => make("th", { scope: "col" }, `col ${j}`)))),
      make("tbody", {}, rows)));

  const terms = make("p", { class: "tv-product" });
  const columns = make("ul", { class: "tv-product" });
  const status = make("p", { role: "status", class: "tv-status" });
  const title = make("p", { class: "piece-title", id: unique("token-view") }, data.label);

  /** 0·E[0] + … + 1·E[2] + …: all terms of a short sum, the telling ones of a long one. */
  function sum(id, term, text = " + ") {
    const shown = [...Array(V).keys()].filter((i) => V <= 12 || i < 2 || i === V - 1 || Math.abs(i - id) < 2);
    const parts = [];
    shown.forEach((i, n) => {
      if (n && shown[n - 1] !== i - 1) parts.push("…");
      parts.push(term(i, i === id ? 1 : 0));
    });
    return parts.flatMap((part, n) => (n ? [text, part] : [part]));
  }
  const strongIf = (bit, text) => (bit ? make("strong", {}, text) : text);

  function choose(position) {
    const id = tokens[position];
    buttons.forEach((button, i) => {
      button.setAttribute("aria-pressed", String(i === position));
      button.tabIndex = i === position ? 0 : -1;
    });
    cells.forEach((cell, i) => {
      cell.classList.toggle("is-chosen", i === id);
      cell.lastChild.textContent = i === id ? "1" : "0";
    });
    oneHotBox.setAttribute("aria-label", `one-hot vector of length ${V}, a one at position ${id}`);
    rows.forEach((row, i) => {
      row.classList.toggle("is-chosen", i === id);
      if (i === id) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
    centre(oneHotBox, cells[id], "x");
    centre(tableBox, rows[id], "y");
    terms.replaceChildren(`onehot(${id}) · E = `, ...sum(id, (i, bit) => strongIf(bit, `${bit}·E[${i}]`)), " = ", make("strong", {}, `E[${id}]`), ` = ${vector(table[id])}`);
    columns.replaceChildren(...table[id].map((value, j) =>
      make("li", {}, `column ${j}: `, ...sum(id, (i, bit) => strongIf(bit, `${bit}·(${show(table[i][j])})`)), " = ", make("strong", {}, show(value)))));
    status.textContent = `Token “${vocab[id]}”, id ${id}: one-hot vector of length ${V}, a one at position ${id}. Row ${id} of the table: ${vector(table[id])}.`;
  }

  /** Bring a cell into view inside its own box, without moving the page. */
  function centre(box, target, axis) {
    const outer = box.getBoundingClientRect();
    const inner = target.getBoundingClientRect();
    if (axis === "x") box.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    else box.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
  }

  function move(event, i) {
    const step = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: tokens.length - 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (step + tokens.length) % tokens.length;
    buttons[next].focus();
    choose(next);
  }

  const heading = (text) => make("p", { class: "tv-heading" }, text);
  const body = make("div", { class: "token-view", role: "group", "aria-labelledby": title.id },
    title,
    make("div", { class: "tv-sentence", role: "toolbar", "aria-label": "Tokens of the sentence" }, buttons),
    status,
    heading("One-hot vector of the id"), oneHotBox,
    heading(tableName), tableBox,
    heading("Their product"), terms,
    make("details", {}, make("summary", {}, "The same, column by column"), columns));
  scrollable(oneHotBox);
  scrollable(tableBox);
  choose(0);
  return body;
}]);
