/* <scatter-view>: gradients on their way back to the rows of a table, position by position, added
   (scatter-add) beside written over (the buffered +=). Data: {label, ids: [N ids], grads: [N numbers],
   rows: [ids that can be chosen], added, overwritten: [one number for each of rows, from Python]}. */
"use strict";
(window.coursePieces ??= []).push(["scatter-view", (data, { make, unique, scrollable }) => {
  const { grads, rows } = data;
  const ids = [...data.ids];
  const N = ids.length;
  if (grads.length !== N) throw new Error(`${N} ids and ${grads.length} gradients, expected as many`);
  const strange = ids.find((id) => !rows.includes(id));
  if (strange !== undefined) throw new Error(`the id ${strange} is not among the rows ${rows.join(", ")}`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  if (!document.getElementById("scatter-view-style")) {
    document.head.append(make("style", { id: "scatter-view-style" }, `
      .course-piece .scatter-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.5; }
      .scatter-view .sv-box { max-width: 100%; overflow-x: auto; }
      .course-piece .scatter-view table { width: 100%; max-width: 34rem; margin: .4rem 0 .8rem; border-collapse: collapse; color: inherit; background: transparent; font-size: .95rem; }
      .course-piece .scatter-view caption { caption-side: top; padding: 0 0 .3rem; color: inherit; font-weight: 600; text-align: left; }
      .course-piece .scatter-view tr, .course-piece .scatter-view tr:hover { background: transparent; }
      .course-piece .scatter-view th, .course-piece .scatter-view td { padding: .2rem .5rem; border: 1px solid var(--cp-line); color: inherit; text-align: left; font-weight: 400; vertical-align: middle; }
      .course-piece .scatter-view th { background: var(--cp-panel); white-space: nowrap; }
      .course-piece .scatter-view tr.is-now > * { background: var(--cp-chosen); border-block: 2px solid var(--cp-strong); }
      .scatter-view select { padding: .15rem .3rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
      .scatter-view .sv-buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: .6rem; }
      .course-piece .scatter-view button[aria-disabled="true"] { color: var(--cp-quiet); border-style: dashed; cursor: default; }
      .course-piece .sv-status { min-height: 4.5em; }
      .scatter-view .sv-sum { font-weight: 700; }
      .scatter-view s { color: var(--cp-wrong); }
      .scatter-view .sv-lost { color: var(--cp-wrong); font-weight: 600; }`));
  }

  let step = N; // how many positions have been written back

  const title = make("p", { class: "piece-title", id: unique("scatter-view") }, data.label);
  const status = make("p", { role: "status", class: "sv-status" });

  const positions = ids.map((id, n) => {
    const select = make("select", { "aria-label": `id of position ${n}`, onchange: () => { ids[n] = Number(select.value); draw(`Position ${n} now looks up row ${ids[n]}.`); } },
      rows.map((row) => make("option", { value: row, selected: row === id }, String(row))));
    const state = make("td", {});
    return { state, row: make("tr", {}, make("th", { scope: "row" }, String(n)), make("td", {}, select), make("td", {}, String(grads[n])), state) };
  });
  const results = rows.map((id) => {
    const [added, kept] = [make("td", {}), make("td", {})];
    return { id, added, kept, row: make("tr", {}, make("th", { scope: "row" }, `row ${id}`), added, kept) };
  });

  function table(caption, heads, body) {
    const box = make("div", { class: "sv-box", role: "group", "aria-label": caption }, make("table", {}, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, body)));
    scrollable(box);
    return box;
  }

  // aria-disabled instead of disabled: a button that has just been pressed must not lose the focus.
  function button(text, target) {
    const press = () => {
      if (node.getAttribute("aria-disabled") === "true") return;
      step = target();
      draw();
    };
    const node = make("button", { type: "button", onclick: press }, text);
    return node;
  }
  const back = button("Back", () => step - 1);
  const next = button("Next position", () => step + 1);
  const first = button("Start over", () => 0);
  const all = button("All positions", () => N);

  /** What row `id` holds after `count` positions: the numbers that came, in order. */
  const arrived = (id, count) => grads.filter((_, n) => n < count && ids[n] === id);
  const total = (numbers) => numbers.reduce((sum, g) => sum + g, 0);
  const last = (numbers) => (numbers.length ? numbers[numbers.length - 1] : 0);

  function draw(news) {
    const now = step - 1;
    positions.forEach(({ row, state }, n) => {
      row.classList.toggle("is-now", n === now);
      state.textContent = n === now ? "just now" : n < step ? "yes" : "not yet";
    });
    results.forEach(({ id, row, added, kept }) => {
      const came = arrived(id, step);
      const sum = make("span", { class: "sv-sum" }, String(total(came)));
      added.replaceChildren(...(came.length > 1 ? [`${came.join(" + ")} = `, sum] : [sum]));
      kept.replaceChildren(...came.slice(0, -1).flatMap((g) => [make("s", {}, String(g)), " "]), make("span", { class: "sv-sum" }, String(last(came))));
      const lost = total(came) - last(came);
      if (lost) kept.append(" ", make("span", { class: "sv-lost" }, `(lost: ${lost})`));
      row.classList.toggle("is-now", now >= 0 && ids[now] === id);
    });
    for (const [node, off] of [[back, step === 0], [first, step === 0], [next, step === N], [all, step === N]]) node.setAttribute("aria-disabled", String(off));
    const parts = news ? [news] : [];
    if (step === 0) parts.push("Nothing is written yet: every row of the gradient is zero.");
    else {
      const id = ids[now];
      const [before, came] = [arrived(id, now), arrived(id, step)];
      parts.push(`${step} of ${N} positions written. Position ${now} brings ${grads[now]} to row ${id}.`,
        `Scatter-add adds it to ${total(before)}: row ${id} holds ${total(came)}.`,
        `The buffered += writes 0 + ${grads[now]} over ${last(before)}: row ${id} holds ${last(came)}.`);
    }
    status.textContent = parts.join(" ");
  }

  // The numbers that Python computed for the given batch are the reference for this script.
  results.forEach(({ id }, i) => {
    const came = arrived(id, N);
    if (total(came) !== data.added[i] || last(came) !== data.overwritten[i]) throw new Error(`row ${id} differs from the values computed by NumPy`);
  });

  const body = make("div", { class: "scatter-view", role: "group", "aria-labelledby": title.id },
    title,
    table("The batch", ["position", "id", "gradient", "written"], positions.map(({ row }) => row)),
    make("div", { class: "sv-buttons" }, first, back, next, all),
    status,
    table("The gradient of the table", ["row", "scatter-add", "buffered +="], results.map(({ row }) => row)));
  draw();
  return body;
}]);
