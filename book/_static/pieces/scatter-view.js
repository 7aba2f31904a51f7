/* <scatter-view>: gradients on their way back to the rows of a table, position by position. Each is a
   block as long as its number; blocks pile up in their row (scatter-add), or replace one another (the
   buffered +=). The reader chooses the ids, to reach goals.
   Data: {label, ids: [N ids], grads: [N numbers], rows: [ids that can be chosen], V: rows of the table,
   goals: [[text, sum that += is to lose]], added, overwritten: [a number for each of rows, from Python]}. */
"use strict";
(window.coursePieces ??= []).push(["scatter-view", (data, { make, unique, style }) => {
  const { grads, rows } = data;
  const goals = data.goals ?? [];
  const ids = [...data.ids];
  const N = ids.length;
  if (grads.length !== N) throw new Error(`${N} ids and ${grads.length} gradients, expected as many`);
  const strange = ids.find((id) => !rows.includes(id));
  if (strange !== undefined) throw new Error(`the id ${strange} is not among the rows ${rows.join(", ")}`);

  // Colours and boxes are those of course.css; this is only what no other piece has.
  style("scatter-view", `
    .course-piece .scatter-view { padding: .9rem 1rem; background: var(--cp-back); border: 1px solid var(--cp-line); border-radius: .4rem; line-height: 1.4; }
    .scatter-view .sv-head { margin: .7rem 0 .3rem; font-weight: 600; }
    .scatter-view .sv-shape { font-weight: 400; color: var(--cp-quiet); }
    .scatter-view ol.sv-positions, .scatter-view ul.sv-goals, .scatter-view ul.sv-rows { margin: 0; padding: 0; list-style: none; }
    .scatter-view .sv-positions { display: grid; grid-template-columns: repeat(${N}, minmax(0, 5.5rem)); gap: .35rem; }
    .scatter-view .sv-positions > li { display: flex; flex-direction: column; gap: .25rem; align-items: center; padding: .3rem .1rem; border: 2px solid transparent; border-radius: .3rem; }
    .scatter-view .sv-positions > li.is-now { border-color: var(--cp-strong); background: var(--cp-chosen); }
    .scatter-view .sv-positions > li.is-waiting .sv-block { background: var(--cp-back); color: var(--sv-colour); }
    .scatter-view select { max-width: 100%; padding: .15rem .1rem; color: var(--cp-text); background: var(--cp-panel); border: 1px solid var(--cp-quiet); border-radius: .3rem; font: inherit; }
    .scatter-view .sv-buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: .6rem 0; }
    .course-piece .scatter-view button[aria-disabled="true"] { color: var(--cp-quiet); border-style: dashed; cursor: default; }
    .scatter-view .sv-rows > li { display: grid; grid-template-columns: 3.9rem minmax(0, 1fr); gap: 0 .5rem; align-items: center; padding: .25rem .2rem; border-top: 1px solid var(--cp-line); }
    .scatter-view .sv-rows > li.is-now { background: var(--cp-chosen); }
    .scatter-view .sv-name { grid-row: span 2; white-space: nowrap; }
    .scatter-view .sv-bar { display: flex; gap: 1px; align-items: center; min-height: 1.7rem; }
    .scatter-view .sv-way { flex: 0 0 5.9rem; color: var(--cp-quiet); font-size: .85rem; }
    .scatter-view .sv-block { box-sizing: border-box; flex: 0 1 auto; min-width: 1.35rem; padding: .05rem .1rem; text-align: center; font-size: .85rem; line-height: 1.35; color: var(--cp-back); background: var(--sv-colour); border: 2px solid var(--sv-colour); border-radius: .15rem; }
    .scatter-view .sv-block.is-lost { color: var(--cp-wrong); background: transparent; border: 2px dashed var(--cp-wrong); text-decoration: line-through; }
    .scatter-view .sv-sum { padding-left: .4rem; font-weight: 700; white-space: nowrap; }
    .scatter-view .sv-zero { color: var(--cp-quiet); }
    .scatter-view .sv-goals { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; }
    .scatter-view .sv-goals li.is-met { color: var(--cp-right); font-weight: 600; }
    .course-piece .sv-status { min-height: 4.2em; margin: .4rem 0 0; }`);

  const colours = ["--cp-strong", "--cp-focus", "--cp-right", "--ink-violet, #6c3fa3", "--cp-quiet"];
  const whole = grads.reduce((sum, g) => sum + g, 0);
  let step = N; // how many positions have been written back
  const met = new Set();

  const title = make("p", { class: "piece-title", id: unique("scatter-view") }, data.label);
  const status = make("p", { role: "status", class: "sv-status" });

  /** A block for the gradient of position n, as wide as its share of all gradients. */
  const block = (n, lost, share = 0) => make("span", {
    class: `sv-block${lost ? " is-lost" : ""}`,
    style: `--sv-colour: var(${colours[n % colours.length]});${share ? ` width: ${((share * grads[n]) / whole).toFixed(1)}%` : ""}`,
  }, String(grads[n]));

  const positions = ids.map((id, n) => {
    const select = make("select", { "aria-label": `id of position ${n}`, onchange: () => { ids[n] = Number(select.value); step = N; draw(`Position ${n} now looks up row ${ids[n]}.`); } },
      rows.map((row) => make("option", { value: row, selected: row === id }, String(row))));
    return make("li", {}, select, block(n, false));
  });
  const results = rows.map((id) => {
    const [added, kept] = [make("div", { class: "sv-bar" }), make("div", { class: "sv-bar" })];
    return { id, added, kept, row: make("li", {}, make("span", { class: "sv-name" }, `row ${id}`), added, kept) };
  });
  const aims = goals.map(([text]) => make("li", {}, `– ${text}`));

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

  /** The positions below `count` that have brought something to row `id`, in order. */
  const arrived = (id, count) => [...ids.keys()].filter((n) => n < count && ids[n] === id);
  const total = (came) => came.reduce((sum, n) => sum + grads[n], 0);
  const last = (came) => (came.length ? grads[came[came.length - 1]] : 0);
  const lost = (count) => rows.reduce((sum, id) => sum + total(arrived(id, count)) - last(arrived(id, count)), 0);

  function bar(box, name, came, kept, sum) {
    box.replaceChildren(make("span", { class: "sv-way" }, name), ...came.map((n) => block(n, !kept(n), 62)),
      make("span", { class: came.length ? "sv-sum" : "sv-sum sv-zero" }, String(sum)));
  }

  function draw(news) {
    const now = step - 1;
    positions.forEach((item, n) => {
      item.classList.toggle("is-now", n === now);
      item.classList.toggle("is-waiting", n >= step);
    });
    results.forEach(({ id, row, added, kept }) => {
      const came = arrived(id, step);
      bar(added, "np.add.at", came, () => true, total(came));
      bar(kept, "buffered +=", came, (n) => n === came[came.length - 1], last(came));
      row.classList.toggle("is-now", now >= 0 && ids[now] === id);
    });
    for (const [node, off] of [[back, step === 0], [first, step === 0], [next, step === N], [all, step === N]]) node.setAttribute("aria-disabled", String(off));
    const parts = news ? [news] : [];
    if (step === 0) parts.push("Nothing is written yet: every row of the gradient is zero.");
    else {
      const id = ids[now];
      const [before, came] = [arrived(id, now), arrived(id, step)];
      parts.push(`Position ${now} brings ${grads[now]} to row ${id}.`,
        `np.add.at adds it to ${total(before)}: row ${id} holds ${total(came)}.`,
        `The buffered += writes 0 + ${grads[now]} over ${last(before)}: row ${id} holds ${last(came)}.`);
    }
    if (step === N) {
      parts.push(`In all, += has lost ${lost(N)} of ${whole}.`);
      goals.forEach(([text, sum], k) => {
        if (lost(N) !== sum || met.has(k)) return;
        if (news) {
          met.add(k);
          aims[k].className = "is-met";
          aims[k].textContent = `✓ ${text}`;
          parts.push(`Goal reached: ${text}.`);
        }
      });
    }
    status.textContent = parts.join(" ");
  }

  // The numbers that Python computed for the given batch are the reference for this script.
  results.forEach(({ id }, i) => {
    const came = arrived(id, N);
    if (total(came) !== data.added[i] || last(came) !== data.overwritten[i]) throw new Error(`row ${id} differs from the values computed by NumPy`);
  });

  const head = (text, shape) => make("p", { class: "sv-head" }, text, make("span", { class: "sv-shape" }, ` ${shape}`));
  const body = make("div", { class: "scatter-view", role: "group", "aria-labelledby": title.id }, title,
    ...(goals.length ? [head("Choose ids so that +=", ""), make("ul", { class: "sv-goals" }, aims)] : []),
    head("The batch: an id and a gradient for each position", `(${N},) and (${N}, 1)`),
    make("ol", { class: "sv-positions" }, positions),
    make("div", { class: "sv-buttons" }, first, back, next, all),
    head("The gradient of the table", data.V ? `(${data.V}, 1), ${rows.length} of its rows` : ""),
    make("ul", { class: "sv-rows" }, results.map(({ row }) => row)),
    status);
  draw();
  return body;
}]);
