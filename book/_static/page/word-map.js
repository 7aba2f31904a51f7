/* <word-map>: a word, its row as colours, its nearest neighbours in the whole trained table, and a map of
   the page's words. Reads window.CourseWords (words.js). */
(() => {
  "use strict";
  const { html, svg, button, number, spelled, simple, strip, levels, bar, width, SIZE } = window.CourseWords;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const TRIES = ["piano", "tuesday", "ocean", "seven", "queen", "bank"];
  const FULL = [0, 0, SIZE];
  const count = (n) => n.toLocaleString("en");

  class WordMap extends HTMLElement {
    connectedCallback() {
      if (this.data || !window.CourseWords.data) return;
      this.data = window.CourseWords.data;
      this.field = html("input", { type: "text", id: "word-map-word", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "40", list: "word-map-list" });
      const list = html("datalist", { id: "word-map-list" });
      this.field.addEventListener("focus", () => list.append(...this.data.all.slice(0, this.data.common).map((value) => html("option", { value }))), { once: true });
      const form = html("form", { class: "word-map-form" }, html("label", { for: "word-map-word" }, "A word"), this.field, html("button", { type: "submit" }, "Look up"), list);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.typed();
      });
      const tries = html("p", { class: "word-map-tries" }, "Try ");
      for (const word of TRIES) tries.append(button(word, () => this.choose(this.data.place.get(word))), " ");
      tries.append(button("any word", () => this.choose(Math.floor(Math.random() * this.data.common)), { class: "word-map-any" }));
      this.status = html("p", { class: "word-map-status", role: "status" });
      this.instead = html("p", { class: "word-map-instead" });
      this.compared = html("div", { class: "word-map-rows" });
      this.list = html("ol", { class: "words-bars", "aria-label": "The nearest neighbours and their cosines" });
      this.map = this.draw();
      this.whole = this.drawWhole();
      this.replaceChildren(
        html("div", { class: "word-map-top" }, form, tries, this.status, this.instead),
        html("div", { class: "word-map-body" }, this.map, html("div", { class: "word-map-side" }, this.compared, this.list, this.whole)),
      );
      this.dataset.ready = "";
      this.choose(this.data.place.get(TRIES[0]), { quietly: true });
      let width = this.map.getBoundingClientRect().width;
      this.resized = new ResizeObserver(() => {
        const now = this.map.getBoundingClientRect().width;
        if (now !== width) this.mark(false); // the first report is of no change
        width = now;
      });
      this.resized.observe(this.map);
    }

    disconnectedCallback() {
      this.resized?.disconnect();
      cancelAnimationFrame(this.moving);
    }

    // One path for all dots: a line of no length with round ends is a dot.
    dots() {
      const path = Array.from({ length: this.data.common }, (_, k) => `M${this.data.at(k).map((a) => a.toFixed(1)).join(" ")}h0`).join("");
      return svg("path", { class: "word-map-dots", d: path });
    }

    draw() {
      const map = svg("svg", { class: "word-map-map", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" });
      this.marks = svg("g");
      map.append(this.dots(), this.marks);
      this.touch(map);
      this.view = FULL;
      return map;
    }

    /** The whole cloud, small, with a frame around the part that is shown large. */
    drawWhole() {
      const whole = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" });
      this.frame = svg("rect", { class: "word-map-frame", rx: 14 });
      whole.append(this.dots(), this.frame);
      this.touch(whole);
      return html("div", { class: "word-map-whole" }, whole, html("p", {}, `All ${count(this.data.common)} words. Touch either map to choose the word that is closest.`));
    }

    touch(map) {
      map.addEventListener("click", (event) => {
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
        let best = 0, least = Infinity;
        for (let k = 0; k < this.data.common; k++) {
          const [x, y] = this.data.at(k);
          const far = (x - point.x) ** 2 + (y - point.y) ** 2;
          if (far < least) [best, least] = [k, far];
        }
        this.choose(best);
      });
    }

    typed() {
      const word = simple(this.field.value.trim());
      if (!word) return;
      const { data } = this, k = data.place.get(word);
      if (k < data.common) return this.choose(k);
      const still = ` The map still shows ${data.all[this.chosen]}.`;
      const offer = (text, found) => {
        this.instead.replaceChildren(...(found.length ? [text] : []), ...found.flatMap((j) => [" ", button(data.all[j], () => this.choose(j))]));
      };
      if (k >= data.known) {
        this.status.replaceChildren(html("strong", {}, word), ` has a row in the table, but not on this page: here it is only a neighbour.${still}`);
        const of = [];
        for (let j = 0; j < data.common && of.length < 3; j++) if (data.near(j).some((other) => other.k === k)) of.push(j);
        return offer("It is near", of);
      }
      const close = spelled(data, word);
      const named = close.length ? ` Nearest in spelling: ${close.map((j) => data.all[j]).join(", ")}.` : " No word here is spelled like it.";
      this.status.replaceChildren(html("strong", {}, word), ` is not among the ${count(data.common)} words of this page.${still}${named}`);
      offer("Look up", close);
    }

    choose(k, { quietly = false, from } = {}) {
      const { data } = this;
      this.chosen = k;
      this.others = data.near(k);
      if (!quietly) this.field.value = data.all[k];
      this.instead.replaceChildren();
      const first = this.others.slice(0, 3).map((other) => data.all[other.k]);
      this.status.replaceChildren(html("strong", {}, data.all[k]), ` is row ${count(data.id(k))} of the table. Nearest: ${first.join(", ")}.`);
      const pair = [k, this.others.find((other) => other.k < data.common)?.k].filter((j) => j !== undefined);
      this.compared.replaceChildren(...pair.map((j) => html("div", {}, html("span", {}, data.all[j]), strip(levels(data, j), `The row of ${data.all[j]}, as ${data.columns} colours`))));
      this.list.replaceChildren(...this.others.map((other) => {
        const word = data.all[other.k];
        const name = other.k < data.common ? button(word, () => this.choose(other.k, { from: "list" })) : html("span", { class: "words-name" }, word);
        return bar(name, other.cosine, number(other.cosine));
      }));
      if (from === "list") {
        (this.list.querySelector("button") ?? this.field).focus({ preventScroll: true });
        this.map.scrollIntoView({ block: "nearest" });
      }
      this.map.setAttribute("aria-label", `A map of ${count(data.common)} words. Around ${data.all[k]}: ${this.around(k).join(", ")}.`);
      this.mark(true);
    }

    /** The words whose dots are nearest on the map. */
    around(k) {
      const [x, y] = this.data.at(k);
      const far = (j) => (this.data.at(j)[0] - x) ** 2 + (this.data.at(j)[1] - y) ** 2;
      return Array.from({ length: this.data.common }, (_, j) => j).sort((a, b) => far(a) - far(b)).filter((j) => j !== k).slice(0, 5).map((j) => this.data.all[j]);
    }

    /** The part of the map to show: most neighbours, and enough dots that it is not empty. */
    target() {
      const here = this.data.at(this.chosen);
      const reach = (k) => Math.max(Math.abs(this.data.at(k)[0] - here[0]), Math.abs(this.data.at(k)[1] - here[1]));
      const near = this.others.map((other) => reach(other.k)).sort((a, b) => a - b);
      const dots = Array.from({ length: this.data.common }, (_, k) => k).sort((a, b) => reach(a) - reach(b)).slice(0, 40);
      const half = Math.min(Math.max(near[4] * 1.25, reach(dots.at(-1)), 30), 250);
      // At the rim of the cloud the frame moves inward, where the words are.
      const [x, y] = [0, 1].map((axis) => here[axis] + 0.9 * (dots.reduce((sum, k) => sum + this.data.at(k)[axis], 0) / dots.length - here[axis]));
      return [Math.min(Math.max(x - half, 0), SIZE - 2 * half), Math.min(Math.max(y - half, 0), SIZE - 2 * half), 2 * half];
    }

    mark(move) {
      if (this.chosen === undefined) return;
      const target = this.target(), { data } = this;
      const pixels = this.map.getBoundingClientRect().width || 360, unit = target[2] / pixels;
      const [left, top, size] = target, inside = ([x, y]) => x > left && x < left + size && y > top && y < top + size;
      const here = data.at(this.chosen), taken = [], crossed = [];
      const box = (x, y, w, h) => taken.push([x, y, w, h]);
      const face = getComputedStyle(this).fontFamily;
      this.marks.replaceChildren();
      /** A name beside its dot; the names of neighbours may lie on a line where there is no other place. */
      const label = (text, at, kind, last = true) => {
        place(text, at, kind, [...taken, ...crossed]) || (last && place(text, at, kind, taken));
      };
      const place = (text, [px, py], kind, full) => {
        const wide = (width(text, `700 14px ${face}`) + 4) * unit, high = 15 * unit;
        for (const [dx, dy, anchor] of [[9, 4.5, "start"], [-9, 4.5, "end"], [0, -9, "middle"], [0, 20, "middle"], [8, -9, "start"], [-8, -9, "end"], [8, 20, "start"], [-8, 20, "end"], [0, -24, "middle"], [0, 35, "middle"]]) {
          const x = px + dx * unit - (anchor === "end" ? wide : anchor === "middle" ? wide / 2 : 0), y = py + dy * unit - high * 0.8;
          if (x < left || x + wide > left + size || y < top || y + high > top + size) continue;
          if (full.some(([l, t, w, h]) => x < l + w && l < x + wide && y < t + h && t < y + high)) continue;
          box(x, y, wide, high);
          const node = svg("text", { x: px + dx * unit, y: py + dy * unit, "text-anchor": anchor, class: kind });
          node.textContent = text;
          this.marks.append(node);
          return true;
        }
        return false;
      };
      const ends = this.others.map((other) => {
        const [x, y] = data.at(other.k);
        if (inside([x, y])) return { word: data.all[other.k], at: [x, y], here: true };
        // A neighbour outside of the frame is named where its line leaves it.
        const edge = 4 * unit, toX = x - here[0], toY = y - here[1];
        const share = Math.min(toX > 0 ? (left + size - edge - here[0]) / toX : toX < 0 ? (left + edge - here[0]) / toX : 1, toY > 0 ? (top + size - edge - here[1]) / toY : toY < 0 ? (top + edge - here[1]) / toY : 1);
        return { word: `${data.all[other.k]} ${Math.abs(toX) > Math.abs(toY) ? (toX > 0 ? "→" : "←") : toY > 0 ? "↓" : "↑"}`, at: [here[0] + share * toX, here[1] + share * toY], here: false };
      });
      for (const [x, y] of [here, ...ends.map((end) => end.at)]) box(x - 5 * unit, y - 5 * unit, 10 * unit, 10 * unit);
      for (const end of ends) {
        this.marks.append(svg("path", { class: "word-map-line", d: `M${here.join(" ")}L${end.at.join(" ")}` }));
        for (let k = 1; k < 40; k++) {
          const [x, y] = [0, 1].map((axis) => here[axis] + (k / 40) * (end.at[axis] - here[axis]));
          crossed.push([x - unit, y - unit, 2 * unit, 2 * unit]);
        }
      }
      for (const end of ends) if (end.here) this.marks.append(svg("path", { class: "word-map-near", d: `M${end.at.join(" ")}h0` }));
      this.marks.append(svg("path", { class: "word-map-here", d: `M${here.join(" ")}h0` }));
      label(data.all[this.chosen], here, "word-map-label word-map-label-here");
      for (const end of ends) label(end.word, end.at, "word-map-label");
      // Some words around, so that the neighbourhood can be read.
      const shown = new Set([this.chosen, ...this.others.map((other) => other.k)]);
      for (let k = 0; k < data.common && taken.length < 44; k++) if (!shown.has(k) && inside(data.at(k))) label(data.all[k], data.at(k), "word-map-label word-map-label-far", false);
      this.glide(target, pixels, move);
    }

    glide(target, pixels, move) {
      const show = ([x, y, size]) => {
        this.view = [x, y, size];
        this.map.setAttribute("viewBox", `${x} ${y} ${size} ${size}`);
        for (const [name, what] of Object.entries({ x, y, width: size, height: size })) this.frame.setAttribute(name, what);
        this.map.style.setProperty("--word-map-unit", size / pixels); // dots and letters keep their size on the screen
      };
      cancelAnimationFrame(this.moving);
      if (!move || still.matches) return show(target);
      const from = this.view, begin = performance.now();
      const step = (now) => {
        const t = Math.min(Math.max(now - begin, 0) / 800, 1), ease = t * t * (3 - 2 * t);
        show(t < 1 ? from.map((a, j) => a + (target[j] - a) * ease) : target);
        if (t < 1) this.moving = requestAnimationFrame(step);
      };
      this.moving = requestAnimationFrame(step);
    }
  }
  customElements.define("word-map", WordMap);
})();
