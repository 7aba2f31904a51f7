/* An equation wider than its column scrolls; whoever has no mouse must be able to reach it. */
(() => {
  "use strict";
  const LABEL = "Wide equation, scroll to read";
  const MARK = { tabindex: "0", role: "group", "aria-label": LABEL };

  function mark() {
    // Which of the two scrolls is up to the theme: the box that Sphinx makes or the one in it.
    for (const box of document.querySelectorAll("div.math, mjx-container[display='true']")) {
      const scrolls = getComputedStyle(box).overflowX !== "visible" && box.scrollWidth > box.clientWidth;
      if (scrolls) for (const [name, value] of Object.entries(MARK)) box.setAttribute(name, value);
      else if (box.getAttribute("aria-label") === LABEL) for (const name of Object.keys(MARK)) box.removeAttribute(name);
    }
  }

  // This script is deferred, as MathJax's is, so the promise exists once the page has loaded.
  window.addEventListener("load", () => {
    const typeset = window.MathJax && window.MathJax.startup && window.MathJax.startup.promise;
    Promise.resolve(typeset).then(mark);
    window.addEventListener("resize", mark);
  });
})();
