/* The words of the cover and of the five minutes: unpacks window.WORD_MAP (made by course/words.py),
   cuts a sentence into pieces, finds the nearest spelling, draws a row as colours. No library, no request. */
(() => {
  "use strict";
  let signs = ""; // what one character of the data stands for, as in course/words.py
  for (let code = 33; code < 127; code++) if (!"\"\\'<".includes(String.fromCharCode(code))) signs += String.fromCharCode(code);
  const BASE = signs.length, WIDE = 10;
  const value = new Map([...signs].map((sign, k) => [sign, k]));
  const NS = "http://www.w3.org/2000/svg";
  const SIZE = 1000; // the map's own units

  const html = (tag, given = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, what] of Object.entries(given)) if (what !== undefined) node.setAttribute(name, what);
    node.append(...children);
    return node;
  };
  const svg = (tag, given = {}) => {
    const node = document.createElementNS(NS, tag);
    for (const [name, what] of Object.entries(given)) node.setAttribute(name, what);
    return node;
  };
  const button = (text, act, given = {}) => {
    const node = html("button", { type: "button", ...given }, text);
    node.addEventListener("click", act);
    return node;
  };
  const number = (x, digits = 2) => x.toFixed(digits).replace(/^-(0\.?0*)$/, "$1").replace("-", "−");

  function unpack(data) {
    const words = data.words.split(" "), marks = data.marks.split(" ");
    const ids = [];
    for (const step of data.ids.split(" ")) ids.push((ids.at(-1) ?? 0) + Number(step));
    const others = [];
    for (const [, same, rest] of data.others.matchAll(/(\d)([a-z]*)/g)) others.push((others.at(-1) ?? "").slice(0, Number(same)) + rest);
    const all = [...words, ...marks, ...others], known = words.length + marks.length;
    const near = [];
    for (let at = 0; at < data.near.length; ) {
      const [a, b, c] = [0, 1, 2].map((k) => value.get(data.near[at + k]));
      const wide = a >= BASE - WIDE;
      near.push(wide ? ((a - BASE + WIDE) * BASE + b) * BASE + c + (BASE - WIDE) * BASE : a * BASE + b);
      at += wide ? 3 : 2;
    }
    const places = all.map((_, k) => {
      const [a, b, c] = [0, 1, 2].map((j) => value.get(data.map[3 * k + j]));
      const grid = (a * BASE + b) * BASE + c;
      return [30 + (Math.floor(grid / 800) / 799) * (SIZE - 60), SIZE - 30 - ((grid % 800) / 799) * (SIZE - 60)];
    });
    const half = (data.levels - 1) / 2, columns = data.columns;
    const levels = new Int8Array(known * columns), rows = new Float32Array(known * columns);
    for (let k = 0; k < (known * columns) / 2; k++) {
      const two = value.get(data.rows[k]);
      levels[2 * k] = Math.floor(two / data.levels) - half;
      levels[2 * k + 1] = (two % data.levels) - half;
    }
    levels.forEach((level, k) => { rows[k] = level * data.steps[k % columns]; });
    const count = data.neighbours;
    return {
      all, known, columns, half, steps: data.steps,
      common: words.length, // the first of `all`: the words of the map
      place: new Map(all.map((word, k) => [word, k])),
      id: (k) => (k < words.length ? ids[k] : data.markIds[k - words.length]),
      at: (k) => places[k],
      levels: (k) => levels.subarray(k * columns, (k + 1) * columns),
      row: (k) => rows.subarray(k * columns, (k + 1) * columns),
      near: (k) => Array.from({ length: count }, (_, j) => ({ k: near[count * k + j], cosine: (value.get(data.cosines[count * k + j]) + data.least) / 100 })),
    };
  }

  /** How many letters have to be put in, left out, changed or swapped with the next; `most` + 1 where it is more. */
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [], last = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
      const line = [i];
      for (let j = 1; j <= b.length; j++) {
        line[j] = Math.min(last[j] + 1, line[j - 1] + 1, last[j - 1] + (a[i - 1] !== b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) line[j] = Math.min(line[j], before[j - 2] + 1);
      }
      if (Math.min(...line) > most) return most + 1;
      [before, last] = [last, line];
    }
    return last[b.length];
  }

  /** The words of the map that are spelled most alike, the more frequent first; at most `count`. */
  function spelled(data, word, count = 3) {
    let best = [], least = Math.max(2, Math.floor(word.length / 2));
    for (let k = 0; k < data.common; k++) {
      const far = distance(word, data.all[k], least);
      if (far > least) continue;
      if (far < least) [best, least] = [[], far];
      best.push(k);
    }
    return best.slice(0, count);
  }

  const simple = (text) => text.toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "").replace(/[‘’]/g, "'").replace(/[–—]/g, "-");

  /** A sentence as pieces: {k, text} each, and the words that had to be cut, each with its pieces. */
  function cut(data, text, most) {
    const pieces = [], broken = [];
    const known = (word) => data.place.get(word) < data.known;
    for (const word of simple(text).match(/\p{L}+|\p{N}|[^\s\p{L}\p{N}]/gu) ?? []) {
      const parts = [];
      for (let at = 0; at < word.length; ) {
        let end = word.length;
        while (end > at + 1 && !known(word.slice(at, end))) end--;
        let part = word.slice(at, end);
        if (!known(part)) part = String.fromCodePoint(word.codePointAt(at));
        parts.push({ k: data.place.get(known(part) ? part : "[UNK]"), text: part });
        at += part.length;
      }
      if (parts.length > 1) broken.push({ word, parts: parts.map((part) => part.text) });
      pieces.push(...parts);
    }
    return { pieces: pieces.slice(0, most), broken, left: Math.max(0, pieces.length - most) };
  }

  /** Numbers as coloured cells: blue below zero, orange above, stronger farther from it. `values` from -1 to 1. */
  function strip(values, label) {
    const box = svg("svg", { class: "words-strip", viewBox: `0 0 ${values.length} 1`, preserveAspectRatio: "none", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) });
    values.forEach((level, x) => {
      if (level) box.append(svg("rect", { x: x + 0.02, width: 1.02, height: 1, class: level < 0 ? "words-cold" : "words-hot", "fill-opacity": Math.min(1, Math.abs(level)).toFixed(2) }));
    });
    return box;
  }
  const levels = (data, k) => Array.from(data.levels(k), (level) => level / data.half);

  /** A word and a bar as long as a number from 0 to `most`. */
  function bar(name, share, shown) {
    const line = svg("svg", { class: "words-bar", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" });
    line.append(svg("rect", { width: (100 * Math.max(0, Math.min(1, share))).toFixed(1), height: 1 }));
    return html("li", {}, name, line, html("span", { class: "words-number" }, shown));
  }

  /** How wide a text is in a font, in px. */
  const brush = document.createElement("canvas").getContext("2d");
  function width(text, font) {
    brush.font = font;
    return brush.measureText(text).width;
  }

  let data;
  window.CourseWords = { get data() { return window.WORD_MAP && (data ??= unpack(window.WORD_MAP)); }, html, svg, button, number, spelled, distance, simple, cut, strip, levels, bar, width, SIZE };
})();
