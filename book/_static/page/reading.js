/* What a page does for its reader beyond the theme: a cue where something wide is cut, punctuation that stays
   with its formula, minutes in the contents, folds that are printed open. Plain script. */
(() => {
  "use strict";

  // ---- what is wider than the column: a stop of the Tab key, a name, a shadow at the cut edge
  const WIDE = ".bd-article pre, .bd-article .math, .bd-article .pst-scrollable-table-container, .bd-article .table-scroll";
  const kind = (box) => (box.closest(".cell_output") && box.matches("pre") ? "Output" : box.matches("pre") ? "Code" : box.matches(".math") ? "Formula" : "Table");
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
    if (over > 1) {
      box.tabIndex = 0;
      if (!box.hasAttribute("role")) box.setAttribute("role", "group");
      if (!box.hasAttribute("aria-label")) box.setAttribute("aria-label", `${kind(box)}, scrolls sideways`);
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
      if (!box.matches("span.math")) {
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

  // ---- minutes beside each page of the contents; beside a chapter's first page, those of the chapter
  function times() {
    const minutes = window.READING_MINUTES || {}; // written by the build
    const root = new URL(document.documentElement.dataset.content_root || ".", location.href).pathname;
    for (const link of document.querySelectorAll(".bd-docs-nav li > a.reference.internal")) {
      const page = new URL(link.href, location.href).pathname.replace(root, "").replace(/\.html$/, "");
      if (!(minutes[page] >= 3) || page === "book/index" || page === "book/five-minutes") continue; // which says it itself
      const badge = document.createElement("span");
      badge.className = "minutes";
      badge.textContent = `${minutes[page]} min`;
      link.append(" ", badge);
    }
  }

  function start() {
    tie();
    wide();
    times();
  }
  // Everything that is folded is printed open.
  addEventListener("beforeprint", () => document.querySelectorAll(".bd-article details").forEach((node) => { node.open = true; }));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
