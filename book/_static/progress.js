/* A reader's progress, kept in this browser alone and shown beside each page in the contents: read to
   the end, questions answered rightly, assignment downloaded. A chapter of several pages, in the
   contents its first, shows the sum of its pages: it is read when all of them are. What is kept of a
   first page has the chapter's name, that of the others their path. Plain script, no library. */
(() => {
  "use strict";
  const ALL = "embedding-course:"; // quizzes and predictions keep their answers under the same beginning
  const PREFIX = `${ALL}progress:`;
  const CHAPTER = /\/chapters\/([a-z0-9-]+(?:\/[a-z0-9-]+)?)\.html$/;

  // A browser may refuse storage (private windows): progress then lasts as long as the page.
  const memory = new Map();
  function recall(name) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + name)) || {};
    } catch (refusedOrDamaged) {
      return memory.get(name) || {};
    }
  }
  function keep(name, change) {
    const state = { ...recall(name), ...change };
    memory.set(name, state);
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(state));
    } catch (refused) {
      // kept in memory above
    }
    show();
  }
  let forgetting = false;
  function forget() {
    memory.clear();
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(ALL)) localStorage.removeItem(key);
    } catch (refused) {
      // there was nothing to remove
    }
    forgetting = true; // each question that empties itself tells of the others that still stand
    document.dispatchEvent(new CustomEvent("course-forget"));
    forgetting = false;
  }

  const nameOf = (path) => (CHAPTER.exec(path) || [])[1]; // "lookup" of a first page, "lookup/gather" of another
  const here = nameOf(location.pathname);

  /** The state of a page; of a chapter's first page that of the chapter. */
  function stateOf(name) {
    const pages = Object.entries((window.CHAPTER_QUESTIONS || {})[name] || {}); // written by the build
    if (pages.length < 2) return recall(name);
    const states = pages.map(([page]) => recall(nameOf(`/${page}.html`)));
    const read = states.filter((state) => state.read).length;
    const right = pages.map(([, total], i) => Math.min((states[i].quiz || {}).right || 0, total));
    const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
    return {
      read: read === pages.length || (read && `${read} of ${pages.length} pages read`),
      quiz: { right: sum(right), total: sum(pages.map(([, total]) => total)) },
      notebook: states.some((state) => state.notebook),
    };
  }

  /** What has been done, in words; empty where nothing has. */
  function words({ read, quiz, notebook }) {
    const done = [];
    if (read) done.push(typeof read === "string" ? read : "read ✓");
    if (quiz && quiz.right) done.push(quiz.right >= quiz.total ? "quiz ✓" : `quiz ${quiz.right} of ${quiz.total}`);
    if (notebook) done.push("notebook ✓");
    return done.join(" · ");
  }

  /** Are there guesses of predictions, which the contents do not show? */
  function guesses() {
    try {
      return Object.keys(localStorage).some((key) => key.startsWith(`${ALL}predict:`));
    } catch (refused) {
      return false;
    }
  }

  let clear, status;
  function show() {
    let any = guesses();
    for (const link of document.querySelectorAll(".bd-docs-nav li > a.reference.internal")) {
      const name = nameOf(new URL(link.href, location.href).pathname);
      if (!name) continue;
      const text = words(stateOf(name));
      let note = link.parentElement.querySelector(":scope > .course-progress");
      if (!note && text) {
        note = document.createElement("span");
        note.className = "course-progress";
        link.after(note);
      }
      if (note) note.textContent = text;
      any ||= text !== "";
    }
    if (clear) clear.hidden = !any;
    if (any && status) status.textContent = "";
  }

  function start() {
    const contents = document.querySelector(".bd-docs-nav");
    if (!contents) return;
    clear = document.createElement("button");
    clear.type = "button";
    clear.className = "course-forget";
    clear.textContent = "Clear my progress";
    status = document.createElement("p");
    status.className = "course-forgotten";
    status.setAttribute("role", "status");
    clear.addEventListener("click", () => {
      if (!window.confirm("Clear your answers and your progress in every chapter? They are kept in this browser only.")) return;
      forget();
      show();
      status.textContent = "Your answers and progress are cleared.";
    });
    contents.append(clear, status);
    if (here) watch();
    document.addEventListener("predictions-shown", show);
    show();
  }

  /** Follow what the reader does on a chapter's page. */
  function watch() {
    const cards = document.querySelectorAll("quiz-card").length;
    const count = () => {
      if (forgetting) return;
      const right = document.querySelectorAll('.quiz[data-verdict="right"]').length;
      if (right || recall(here).quiz) keep(here, { quiz: { right, total: cards } });
    };
    document.addEventListener("quiz-verdict", count);
    count();
    for (const link of document.querySelectorAll(".course-assignment li:first-child a[download]"))
      link.addEventListener("click", () => keep(here, { notebook: true }));
    const last = document.querySelector(".prev-next-footer") || document.querySelector(".bd-article > section > :last-child");
    if (!last || recall(here).read) return;
    const seen = new IntersectionObserver((entries) => {
      // A page that has only begun to load is short: its end is in sight without having been reached.
      if (!entries.some((entry) => entry.isIntersecting) || window.scrollY === 0) return;
      if (document.querySelector(".predict-wait[hidden]")) return; // what waits for a guess is not read
      seen.disconnect();
      document.removeEventListener("predictions-shown", look);
      keep(here, { read: true });
    });
    const look = () => {
      seen.unobserve(last); // an end that is in sight already is reported only to who begins to look
      seen.observe(last);
    };
    document.addEventListener("predictions-shown", look);
    look();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
