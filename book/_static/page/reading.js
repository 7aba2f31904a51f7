/* What a page does for its reader beyond the theme: a cue where something wide is cut, long lines of code
   that go on below, punctuation that stays with its formula, outputs that wait for a prediction, minutes
   in the contents, folds that are printed open. Plain script. */
(() => {
  "use strict";

  // ---- what is wider than the column: a stop of the Tab key, a name, a shadow at the cut edge
  const WIDE = ".bd-article pre, .bd-article .math, .bd-article .pst-scrollable-table-container, .bd-article .table-scroll";
  function edges(box) {
    const inLine = box.matches("span.math");
    const scroller = (!inLine && box.querySelector(":scope > mjx-container")) || box; // a formula scrolls beside its number
    // MathJax lays a copy for screen readers over a formula in a line; only the formula itself counts.
    const formula = box.querySelector("mjx-math")?.getBoundingClientRect().width ?? 0;
    const width = inLine ? formula : Math.max(formula, scroller.scrollWidth);
    const over = width - scroller.clientWidth;
    box.classList.toggle("is-wide", over > 1);
    box.classList.toggle("more-right", over > 1 && scroller.scrollLeft < over - 2);
    box.classList.toggle("more-left", over > 1 && scroller.scrollLeft > 2);
    if (scroller !== box) {
      if (over > 1) scroller.tabIndex = 0;
      return;
    }
    if (over > 1 && !box.hasAttribute("tabindex")) {
      box.tabIndex = 0;
      if (!box.hasAttribute("role")) box.setAttribute("role", "group");
      box.setAttribute("aria-label", box.matches("pre") ? "Code, scrolls sideways" : box.matches(".math") ? "Formula, scrolls sideways" : "Table, scrolls sideways");
    }
    if (over <= 1 && box.getAttribute("aria-label")?.endsWith("scrolls sideways")) {
      box.removeAttribute("tabindex");
      box.removeAttribute("role");
      box.removeAttribute("aria-label");
    }
  }
  function wide() {
    for (const table of document.querySelectorAll(".bd-article table:not(.gp-matrix)")) {
      if (table.closest(".pst-scrollable-table-container, .table-scroll")) continue;
      const box = document.createElement("div");
      box.className = "table-scroll";
      table.before(box);
      box.append(table);
    }
    const boxes = document.querySelectorAll(WIDE);
    const observer = new ResizeObserver((entries) => entries.forEach((entry) => edges(entry.target)));
    for (const box of boxes) {
      observer.observe(box);
      if (!box.matches("pre, span.math")) {
        const hint = document.createElement("p");
        hint.className = "scroll-hint";
        hint.setAttribute("aria-hidden", "true");
        hint.textContent = "scroll sideways →";
        box.after(hint);
      }
      box.addEventListener("scroll", () => edges(box), { passive: true, capture: true });
      edges(box);
    }
    const again = () => boxes.forEach(edges);
    Promise.resolve(window.MathJax?.startup?.promise).then(again);
    addEventListener("load", () => setTimeout(again, 300));
    document.addEventListener("toggle", again, { capture: true }); // what was folded has a width only now
  }

  // ---- each line of code is an element, so that on a phone a long one goes on below, set in
  function lines() {
    for (const pre of document.querySelectorAll(".bd-article div.highlight pre")) {
      if (pre.closest(".cell_output")) continue;
      const rows = [[]];
      for (const node of pre.childNodes) {
        node.textContent.split("\n").forEach((text, i) => {
          if (i) rows.push([]);
          if (!text) return;
          const part = node.cloneNode(false);
          part.textContent = text;
          rows[rows.length - 1].push(part);
        });
      }
      const last = rows[rows.length - 1].length ? "" : rows.pop() && "\n";
      pre.replaceChildren();
      rows.forEach((parts, i) => {
        const line = document.createElement("span");
        line.className = "code-line";
        line.append(...parts);
        const indent = line.textContent.length - line.textContent.trimStart().length;
        line.style.setProperty("--indent", Math.min(indent + 2, 20));
        pre.append(line, i < rows.length - 1 ? "\n" : last); // the text stays as it was, to be copied
      });
      pre.classList.add("has-lines");
    }
  }

  // ---- a formula keeps the full stop or comma behind it on its own line
  function tie() {
    for (const formula of document.querySelectorAll(".bd-article span.math")) {
      const next = formula.nextSibling;
      const mark = next?.nodeType === Node.TEXT_NODE && /^[.,;:?)]+/.exec(next.data);
      if (!mark) continue;
      next.data = next.data.slice(mark[0].length);
      const tied = document.createElement("span");
      tied.className = "tied";
      formula.before(tied);
      tied.append(formula, mark[0]);
    }
  }

  // ---- a cell tagged `predict` keeps its output back until the reader asks for it
  function predict() {
    document.querySelectorAll(".bd-article div.cell.tag_predict").forEach((cell, i) => {
      const output = cell.querySelector(":scope > .cell_output");
      if (!output) return;
      const box = document.createElement("div"), status = document.createElement("p"), button = document.createElement("button");
      box.className = "predict";
      status.setAttribute("role", "status");
      status.textContent = "Decide first, then run it.";
      button.type = "button";
      button.textContent = "Run it";
      output.id ||= `predicted-${i + 1}`;
      button.setAttribute("aria-controls", output.id);
      button.setAttribute("aria-expanded", "false");
      button.addEventListener("click", () => {
        cell.classList.remove("is-waiting");
        status.textContent = "This is what came out.";
        output.tabIndex = -1; // the button goes, and the keyboard stays here
        output.focus({ preventScroll: true });
        button.remove();
      });
      box.append(button, status);
      output.before(box);
      cell.classList.add("is-waiting");
    });
  }

  // ---- minutes beside each page of the contents; beside a chapter's first page, those of the chapter
  function times() {
    const minutes = window.READING_MINUTES || {}; // written by the build
    const root = new URL(document.documentElement.dataset.content_root || ".", location.href).pathname;
    for (const link of document.querySelectorAll(".bd-docs-nav li > a.reference.internal")) {
      const page = new URL(link.href, location.href).pathname.replace(root, "").replace(/\.html$/, "");
      if (!(minutes[page] >= 3) || page === "book/index") continue;
      const badge = document.createElement("span");
      badge.className = "minutes";
      badge.textContent = `${minutes[page]} min`;
      link.append(" ", badge);
    }
  }

  function start() {
    tie();
    lines();
    predict();
    wide();
    times();
  }
  // Everything that is folded is printed open.
  addEventListener("beforeprint", () => document.querySelectorAll(".bd-article details").forEach((node) => { node.open = true; }));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
