/* <five-minutes part="...">: five pictures of one sentence. It is cut, picks its rows, shows their neighbours,
   gets gradients back, and meets the same table as scores. Reads window.CourseWords (words.js). */
(() => {
  "use strict";
  const { html, svg, button, number, cut, strip, levels, bar, width, SIZE } = window.CourseWords;
  const MOST = 20; // pieces of a sentence
  const SEEN = 16; // columns of a gradient that are drawn
  const START = "The cat chased the dog.";
  const TRIES = [START, "A bank by the river is no bank.", "My embeddings learn to sing."];
  const LINE = 32; // px, the height of a line of the pictures that join positions to rows
  const HUES = ["var(--row-1)", "var(--row-2)", "var(--row-3)"]; // of rows that repeat; blue is the chosen one
  const ASKED = { rows: "Which position picks?", near: "Whose neighbours?", gradient: "Whose gradient?", scores: "Which position answers?" };
  const data = window.CourseWords.data;
  if (!data) return;
  const count = (n) => n.toLocaleString("en");
  const times = (n) => (n === 2 ? "twice" : `${["", "once", "", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"][n] ?? n} times`);

  // ------------------------------------------------------------------ the one state

  const state = { text: "", pieces: [], broken: [], left: 0, chosen: 1, back: [], sums: new Map() };
  const pictures = new Set();

  /** Scores of the whole page's table for a row h: the product of each row with h. */
  function scores(h) {
    const found = new Float64Array(data.known);
    for (let k = 0; k < data.known; k++) {
      const row = data.row(k);
      let sum = 0;
      for (let j = 0; j < data.columns; j++) sum += row[j] * h[j];
      found[k] = sum;
    }
    return found;
  }

  /** The gradient of the cross-entropy of the next piece with respect to the row h: rows in proportion, less the right one. */
  function gradient(h, next) {
    const all = scores(h), most = Math.max(...all), found = new Float64Array(data.columns);
    let total = 0;
    for (let k = 0; k < data.known; k++) total += all[k] = Math.exp(all[k] - most);
    for (let k = 0; k < data.known; k++) {
      const row = data.row(k), share = all[k] / total - (k === next);
      for (let j = 0; j < data.columns; j++) found[j] += share * row[j];
    }
    return found;
  }

  function read(text) {
    Object.assign(state, cut(data, text, MOST), { text });
    const { pieces } = state;
    state.chosen = Math.min(state.chosen, Math.max(0, pieces.length - 1));
    // The last position has nothing after it, so nothing comes back to it.
    state.back = pieces.map(({ k }, t) => (t + 1 < pieces.length ? gradient(data.row(k), pieces[t + 1].k) : null));
    state.sums = new Map();
    pieces.forEach(({ k }, t) => {
      const sum = state.sums.get(k) ?? new Float64Array(data.columns);
      state.back[t]?.forEach((x, j) => { sum[j] += x; });
      state.sums.set(k, sum);
    });
    show();
  }
  const show = () => pictures.forEach((picture) => picture.render());
  function choose(t) {
    state.chosen = t;
    show();
  }

  // ------------------------------------------------------------------ what pictures share

  /** The pieces as buttons; the one pressed is the position that pictures speak of. */
  function chips(label, ids) {
    const list = html("ol", { class: "five-chips", "aria-label": label });
    state.pieces.forEach(({ k, text }, t) => {
      const chip = button(text, () => {
        choose(t);
      }, { "aria-pressed": String(t === state.chosen) });
      if (ids) chip.append(html("span", { class: "visually-hidden" }, ", row "), html("span", { class: "five-id" }, count(data.id(k))));
      list.append(html("li", {}, chip));
    });
    return list;
  }

  const rows = () => [...state.sums.keys()].sort((a, b) => data.id(a) - data.id(b));
  const repeats = () => rows().filter((k) => state.pieces.filter((piece) => piece.k === k).length > 1);
  const chosenRow = () => state.pieces[state.chosen].k;
  /** The positions, from 1, that picked a row. */
  const positions = (k) => state.pieces.flatMap((piece, t) => (piece.k === k ? [t + 1] : []));
  const hue = (k) => {
    if (k === chosenRow()) return "var(--ink-blue)";
    const place = repeats().filter((j) => j !== chosenRow()).indexOf(k);
    return place < 0 ? "var(--ink-line)" : HUES[place % HUES.length];
  };
  const here = (chosen) => (chosen ? { class: "five-chosen" } : {});

  /** Positions on the left, rows on the right, and a line from each position to its row. */
  function joined(left, right, back) {
    const { pieces } = state, found = rows(), high = LINE * Math.max(pieces.length, found.length, 1);
    const middle = (place, n) => (place + 0.5) * LINE + (high - n * LINE) / 2;
    const lines = svg("svg", { viewBox: `0 0 60 ${high}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    pieces.forEach(({ k }, t) => {
      if (back && !state.back[t]) return;
      const y1 = middle(t, pieces.length), y2 = middle(found.indexOf(k), found.length);
      const path = svg("path", { d: `M4 ${y1}C30 ${y1} 26 ${y2} 52 ${y2}`, "vector-effect": "non-scaling-stroke" });
      if (t === state.chosen) path.setAttribute("class", "five-chosen");
      const head = svg("path", { class: "five-head", d: `M60 ${y2}l-9 -4v8z` });
      path.style.stroke = head.style.fill = hue(k);
      if (t === state.chosen) path.style.strokeWidth = "4px";
      lines.append(path, head);
    });
    const column = (items, kind, label, marked) => {
      items[marked].classList.add("five-chosen");
      return html("ol", { class: kind, "aria-label": label }, ...items);
    };
    const box = html("div", { class: `five-joined${back ? " five-back" : ""}` }, column(pieces.map(left), "five-left", "Positions", state.chosen), lines, column(found.map(right), "five-right", "Rows of the table", found.indexOf(chosenRow())));
    box.style.setProperty("--five-high", `${high}px`);
    return box;
  }
  const say = (...what) => html("p", { class: "five-says" }, ...what);
  const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
  const quoted = (word) => `“${word}”`;

  // ------------------------------------------------------------------ the five pictures

  const PARTS = {
    cut(box) {
      if (!box.field) {
        box.field = html("input", { type: "text", id: "five-sentence", value: state.text, maxlength: "120", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
        const form = html("form", { class: "five-form" }, html("label", { for: "five-sentence" }, "A sentence of yours"), box.field, html("button", { type: "submit" }, "Use it"));
        form.addEventListener("submit", (event) => {
          event.preventDefault();
          if (box.field.value.trim()) read(box.field.value);
        });
        const tries = html("p", { class: "five-tries" }, "Or ");
        for (const text of TRIES) {
          tries.append(button(text, () => {
            box.field.value = text;
            read(text);
          }), " ");
        }
        box.status = html("p", { class: "five-says", role: "status" });
        box.shown = html("div", {});
        box.replaceChildren(form, tries, box.shown, box.status);
      }
      box.shown.replaceChildren(chips("The pieces and the numbers of their rows", true));
      const n = state.pieces.length, told = [`${n} piece${n === 1 ? "" : "s"}, each with the number of its row.`];
      for (const { word, parts } of state.broken.slice(0, 3)) told.push(`${quoted(word)} is not among this page's words, so it is cut into ${listed(parts)}.`);
      if (state.pieces.some(({ k }) => data.all[k] === "[UNK]")) told.push("A sign that this page does not know takes the row that the table keeps for the unknown.");
      if (state.left) told.push(`The page takes ${MOST} pieces; ${state.left} more are left out.`);
      box.status.textContent = told.join(" ");
    },

    rows(box) {
      const { k: chosen, text: piece } = state.pieces[state.chosen];
      const left = ({ text }, t) => html("li", here(t === state.chosen), text);
      const right = (k) => {
        const word = data.all[k];
        const line = html("li", here(k === chosen), html("span", { class: "five-name" }, word, html("span", { class: "five-id" }, count(data.id(k)))), strip(levels(data, k), `The row of ${word}, as ${data.columns} colours`));
        line.style.setProperty("--five-hue", hue(k));
        return line;
      };
      const n = state.pieces.length, found = rows().length;
      const often = repeats().map((k) => `${quoted(data.all[k])} ${times(state.pieces.filter((piece) => piece.k === k).length)}`);
      const what = `${n} position${n === 1 ? "" : "s"}, ${found} row${found === 1 ? "" : "s"}`;
      const k = chosenRow(), mine = positions(k);
      const picks = mine.length > 1 ? `Positions ${listed(mine)}, ${quoted(data.all[k])}, pick one and the same row, ${count(data.id(k))}.` : `Position ${mine[0]}, ${quoted(state.pieces[state.chosen].text)}, picks row ${count(data.id(k))}.`;
      box.replaceChildren(joined(left, right, false), say(`${what}: ${often.length ? listed(often) : "no piece comes twice"}. ${picks}`));
    },

    near(box) {
      const { k, text } = state.pieces[state.chosen];
      const near = data.near(k);
      const list = html("ol", { class: "words-bars", "aria-label": `The nearest neighbours of ${text} and their cosines` }, ...near.map((other) => bar(html("span", { class: "words-name" }, data.all[other.k]), other.cosine, number(other.cosine))));
      box.replaceChildren(html("div", { class: "five-near" }, list, cloud(k, near)));
    },

    gradient(box) {
      const most = Math.max(1e-9, ...[...state.sums.values()].flatMap((sum) => Array.from(sum.slice(0, SEEN), Math.abs)));
      const drawn = (values, label) => strip(Array.from(values.slice(0, SEEN), (x) => (Math.abs(x) < most / 50 ? 0 : x / most)), label);
      const left = ({ text }, t) => {
        const back = state.back[t], next = state.pieces[t + 1]?.text;
        return html("li", here(t === state.chosen), html("span", { class: "five-name" }, text), back ? drawn(back, `The gradient of position ${t + 1}, asked for ${next}`) : html("span", { class: "five-none" }, "nothing"));
      };
      const right = (k) => {
        const line = html("li", here(k === state.pieces[state.chosen].k), html("span", { class: "five-name" }, data.all[k]), drawn(state.sums.get(k), `What is added up in the row of ${data.all[k]}`));
        line.style.setProperty("--five-hue", hue(k));
        return line;
      };
      const arrive = (k) => positions(k).filter((t) => state.back[t - 1]);
      const k = chosenRow(), name = quoted(data.all[k]), mine = arrive(k), twice = repeats().filter((j) => arrive(j).length > 1).map((j) => quoted(data.all[j]));
      let told = mine.length ? `The row of ${name} gets one gradient through the lookup, that of position ${mine[0]}.` : `Nothing follows ${name}, so its row gets none through the lookup.`;
      if (mine.length > 1) {
        const parts = mine.map((t) => state.back[t - 1]), sum = state.sums.get(k);
        const whole = (x) => Math.round(100 * x);
        // A column whose rounded numbers add up as a reader would add them, and one where much arrives.
        const [column] = Array.from({ length: SEEN }, (_, j) => j).sort((i, j) => exact(j) - exact(i) || Math.abs(sum[j]) - Math.abs(sum[i]));
        function exact(j) { return Number(parts.reduce((total, part) => total + whole(part[j]), 0) === whole(sum[j])); }
        const terms = parts.map((part, t) => { const text = number(part[column]); return t && text.startsWith("−") ? `(${text})` : text; });
        told = `The row of ${name} gets ${parts.length} gradients through the lookup, and they add up. In column ${column + 1}: ${terms.join(" + ")} = ${number(sum[column])}.`;
      } else told += twice.length ? ` Choose ${twice.join(" or ")} to see gradients meet.` : " No row gets more than one here: write a word twice, with something after it.";
      // The model's table is its way out too, and there the softmax reaches every row.
      const rest = `Drawn are the first ${SEEN} of ${data.columns} columns. Not drawn is what the table gets as the way out, where each of its ${count(data.known)} rows gets a gradient.`;
      box.replaceChildren(joined(left, right, true), say(`${told} ${rest}`));
    },

    scores(box) {
      const { k, text } = state.pieces[state.chosen], next = state.pieces[state.chosen + 1];
      const all = scores(data.row(k)), order = Array.from(all.keys()).sort((a, b) => all[b] - all[a]);
      const most = all[order[0]];
      const line = (j, kind) => {
        const item = bar(html("span", { class: "words-name" }, data.all[j]), all[j] / most, number(all[j]));
        if (kind) item.className = kind;
        return item;
      };
      const list = html("ol", { class: "words-bars", "aria-label": `The largest scores after ${text}` }, ...order.slice(0, 8).map((j) => line(j, j === next?.k ? "five-right-one" : "")));
      const place = next ? order.indexOf(next.k) + 1 : 0;
      if (place > 8) list.append(line(next.k, "five-right-one"));
      const told = next ? `After ${quoted(text)} your sentence has ${quoted(next.text)}: of ${count(data.known)} scores it has place ${count(place)}.` : `${quoted(text)} is the last piece of your sentence, so there is no right answer to compare with.`;
      box.replaceChildren(list, say(told));
    },
  };

  /** Which button of a picture has the focus, and giving it back once the picture is drawn anew. */
  function held(box) {
    return [...box.querySelectorAll("button")].indexOf(document.activeElement);
  }
  function focus(box, place) {
    if (place >= 0) box.querySelectorAll("button")[place]?.focus({ preventScroll: true });
  }

  /** All words as dots, the pieces of the sentence with names, and lines to the neighbours of one. */
  function cloud(k, near) {
    const names = listed([...new Set(state.pieces.map(({ k: j }) => data.all[j]))]);
    const map = svg("svg", { class: "five-map", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": `A map of ${count(data.common)} words, with the places of ${names}.` });
    const dot = (j) => `M${data.at(j).map((x) => x.toFixed(0)).join(" ")}h0`;
    map.append(svg("path", { class: "five-dots", d: Array.from({ length: data.common }, (_, j) => dot(j)).join("") }));
    for (const other of near) map.append(svg("path", { class: "five-line", d: `M${data.at(k).join(" ")}L${data.at(other.k).join(" ")}` }));
    const words = [k, ...new Set(state.pieces.map((piece) => piece.k))].filter((j, place, all) => all.indexOf(j) === place && j < data.common);
    const taken = words.map((j) => data.at(j)).map(([x, y]) => [x - 16, y - 16, 32, 32]); // the dots
    for (const j of words) {
      const [x, y] = data.at(j), wide = data.all[j].length * (j === k ? 26 : 24) + 12;
      map.append(svg("path", { class: j === k ? "five-dot five-dot-here" : "five-dot", d: dot(j) }));
      for (const [dx, dy, anchor] of [[20, 14, "start"], [-20, 14, "end"], [0, -26, "middle"], [0, 54, "middle"], [18, 56, "start"], [-18, 56, "end"], [18, -24, "start"], [-18, -24, "end"]]) {
        const left = x + dx - (anchor === "end" ? wide : anchor === "middle" ? wide / 2 : 0), top = y + dy - 36;
        if (left < 0 || left + wide > SIZE || top < 0 || top + 44 > SIZE || taken.some(([l, t, w, h]) => left < l + w && l < left + wide && top < t + h && t < top + 44)) continue;
        taken.push([left, top, wide, 44]);
        const name = svg("text", { x: x + dx, y: y + dy, "text-anchor": anchor, class: j === k ? "five-here" : "" });
        name.textContent = data.all[j];
        map.append(name);
        break;
      }
    }
    return map;
  }

  class FiveMinutes extends HTMLElement {
    connectedCallback() {
      this.part = this.getAttribute("part");
      pictures.add(this);
      this.replaceChildren();
      if (state.text) this.render();
      else read(START);
      this.dataset.ready = "";
    }

    disconnectedCallback() {
      pictures.delete(this);
    }

    render() {
      if (!state.pieces.length) return;
      const focused = held(this); // a button that was pressed keeps the focus, though it is drawn anew
      PARTS[this.part](this);
      if (this.part in ASKED) this.prepend(chips(ASKED[this.part], false));
      focus(this, focused);
    }
  }
  customElements.define("five-minutes", FiveMinutes);
})();
