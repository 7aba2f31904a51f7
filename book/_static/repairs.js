/* Small repairs of the theme's page, for assistive technology and for reading from a folder.
   Plain script, no library; in the book alone, since a notebook's page belongs to JupyterLab. */
(() => {
  "use strict";
  // A page opened from a folder may not fetch others, which the summaries of a search would need.
  if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

  function repair() {
    if (!document.querySelector(".bd-article-container")) return;
    // A label that does not hold the visible text leaves voice control without a name to call.
    for (const node of document.querySelectorAll("details > summary[aria-label], .search-button__button[aria-label]"))
      if (node.textContent.trim()) node.removeAttribute("aria-label");
    for (const icon of document.querySelectorAll(".theme-switch-button .theme-switch")) {
      icon.removeAttribute("title");
      icon.setAttribute("aria-hidden", "true");
    }
    // The book's name and the search button stand in no landmark of the sidebar.
    const sidebar = document.querySelector(".bd-sidebar-primary");
    if (sidebar && !sidebar.hasAttribute("role")) {
      sidebar.setAttribute("role", "complementary");
      sidebar.setAttribute("aria-label", "Course contents");
    }
    // The switch that folds the pages below a page is a bare icon.
    for (const fold of document.querySelectorAll("li.has-children > details > summary"))
      if (!fold.textContent.trim()) fold.setAttribute("aria-label", `Pages of: ${fold.closest("li").querySelector("a").textContent.trim()}`);
    // The corner of a table is an empty heading, in Markdown as in pandas.
    for (const cell of document.querySelectorAll(".bd-article table th")) {
      if (!cell.textContent.trim()) {
        const corner = document.createElement("td");
        corner.colSpan = cell.colSpan;
        cell.replaceWith(corner);
      } else if (!cell.scope) cell.scope = cell.closest("thead") ? "col" : "row";
    }
    // docutils gives references a role that ARIA has withdrawn, in lists that then hold no item.
    for (const node of document.querySelectorAll('.citation-list, [role="doc-biblioentry"]')) node.removeAttribute("role");
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", repair);
  else repair();
})();
