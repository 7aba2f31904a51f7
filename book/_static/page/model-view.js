/* <small-model src="model-data.js" kilobytes="900">: a trained language model that runs in the page. It loads its
   numbers when asked to, goes on from the reader's own sentence in two ways side by side, shows what was computed
   at each piece, and what it wrote while it learned. What is computed is in model.js; bars are by words.js. */
(() => {
  "use strict";
  const { html, svg, button, bar } = window.CourseWords;
  const { load, softmax, nucleus, random, draw } = window.CourseModel;
  const HERE = document.currentScript.src; // the data lie beside this script
  const SHOWN = 8; // next pieces with a bar of their own
  const AT_ONCE = 80, MOST = 400; // pieces that "Write on" writes, and that a text may have
  const TRIES = ["It is a truth universally acknowledged,", "My dear Miss", "A neural network is"];
  const SIDES = [["A", 0.8, 0.95], ["B", 0.4, 1]]; // with the temperature and the nucleus at the start
  const WIDE = 340, HIGH = 170, LEFT = 34, RIGHT = 8, TOP = 10, LOW = 34; // the curve's drawing, in its own units
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const percent = (p) => (p > 0 && p < 0.005 ? "< 1%" : `${Math.round(100 * p)}%`);
  const count = (n) => n.toLocaleString("en");

  class SmallModel extends HTMLElement {
    connectedCallback() {
      if (this.model) return;
      const size = `The model's numbers are a file of ${this.getAttribute("kilobytes")} kB.`;
      const says = html("p", { class: "small-model-says" }, size, " It is loaded when you ask for it.");
      this.note = html("p", { class: "small-model-says", role: "status" });
      this.asking = button("Load the model", () => this.fetch(), { class: "small-model-load" });
      this.replaceChildren(says, this.asking, this.note);
      this.dataset.ready = "";
    }

    disconnectedCallback() {
      clearTimeout(this.timer);
    }

    /** A script, since browsers refuse all other data to a page that was opened from a folder. */
    fetch() {
      const address = new URL(this.getAttribute("src"), HERE), name = address.pathname.split("/").at(-1);
      const script = html("script", { src: address.href });
      const failed = (why) => {
        script.remove();
        this.asking.disabled = false;
        this.note.textContent = `${why} It is the file ${name} in the site's folder _static/page.`;
      };
      script.addEventListener("error", () => failed("The model could not be loaded."));
      script.addEventListener("load", () => {
        try {
          this.model = load(window.COURSE_MODEL);
        } catch (error) {
          failed(`The model's file is not as it should be: ${error.message}.`);
          return;
        }
        this.build();
        this.use(TRIES[0]);
        this.field.focus();
      });
      this.asking.disabled = true;
      this.note.textContent = "Loading …";
      document.head.append(script);
    }

    // ---------------------------------------------------------------- what stays while pieces come and go

    /** A range with its label and the number that it stands at. */
    range(id, text, settings, shown, act) {
      const input = html("input", { type: "range", id: `small-model-${id}`, ...settings });
      const output = html("output", { for: input.id });
      const tell = () => {
        output.textContent = shown(Number(input.value));
        input.setAttribute("aria-valuetext", output.textContent);
      };
      input.addEventListener("input", () => {
        tell();
        act();
      });
      tell();
      return { input, tell, all: html("span", {}, html("label", { for: input.id }, text), input, output) };
    }

    build() {
      const head = (text) => html("p", { class: "small-model-head" }, text);
      this.field = html("input", { type: "text", id: "small-model-beginning", maxlength: "200", autocomplete: "off", spellcheck: "false" });
      const form = html("form", {}, html("label", { for: this.field.id }, "A beginning of yours"), this.field, html("button", { type: "submit" }, "Use it"));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.use(this.field.value);
      });
      const tries = html("p", { class: "small-model-tries" }, "Or ");
      for (const text of TRIES) tries.append(button(text, () => this.use(text)), " ");

      this.sides = SIDES.map(([name, heat, share]) => this.side(name, heat, share));
      this.seed = html("input", { type: "number", id: "small-model-seed", min: "0", max: "9999", value: "1" });
      this.seed.addEventListener("change", () => this.reset());
      this.on = button("Write on", () => (this.timer ? this.stop() : this.writeOn()));
      const one = button("Write a piece", () => this.write() && this.render());
      const again = button("Begin again", () => this.reset());
      const seed = html("span", {}, html("label", { for: this.seed.id }, "Seed"), this.seed);
      const buttons = html("div", { class: "small-model-turn small-model-buttons" }, one, this.on, again, seed);
      this.note = html("p", { class: "small-model-says", role: "status" });

      this.which = html("select", { id: "small-model-which" }, ...SIDES.map(([name], k) => html("option", { value: k }, name)));
      this.which.addEventListener("change", () => this.choose(Number(this.which.value), Infinity));
      this.place = this.range("place", "Piece", { min: "1", max: "1", value: "1" }, (t) => this.told(t), () => this.choose(this.chosen.side, Number(this.place.input.value) - 1));
      this.head = html("select", { id: "small-model-attention" }, html("option", { value: "" }, "all heads, averaged"));
      for (let b = 0; b < this.model.blocks; b++) {
        for (let h = 0; h < this.model.heads; h++) this.head.append(html("option", { value: `${b} ${h}` }, `block ${b + 1}, head ${h + 1}`));
      }
      this.head.addEventListener("change", () => this.showPiece());
      const text = html("span", {}, html("label", { for: this.which.id }, "Text"), this.which);
      const looking = html("div", { class: "small-model-turn" }, text, this.place.all);
      const heads = html("div", { class: "small-model-turn" }, html("span", {}, html("label", { for: this.head.id }, "Attention of"), this.head));
      this.next = html("div", {});
      this.seen = html("div", {});
      this.replaceChildren(
        head("Let it go on"), form, tries, html("div", { class: "small-model-sides" }, ...this.sides.map(({ box }) => box)), buttons, this.note,
        head("What was computed at a piece"), html("p", { class: "small-model-says" }, "Press a piece of a text above, or choose it here."), looking, this.next, heads, this.seen,
        head("While it learned"), this.story(),
      );
    }

    side(name, heat, share) {
      const redraw = () => this.showPiece();
      const turn = this.range(`heat-${name}`, `Temperature ${name}`, { min: "0.1", max: "2", step: "0.1", value: heat }, (x) => x.toFixed(1), redraw);
      const cut = this.range(`nucleus-${name}`, `Nucleus ${name}`, { min: "0.05", max: "1", step: "0.05", value: share }, (x) => percent(x), redraw);
      const text = html("p", { class: "small-model-text", "aria-label": `Text ${name}` });
      const side = { heat: turn.input, share: cut.input, text };
      text.addEventListener("click", ({ target }) => {
        if (target.dataset.t) this.choose(this.sides.indexOf(side), Number(target.dataset.t));
      });
      side.box = html("div", { role: "group", "aria-label": `Continuation ${name}` }, html("div", { class: "small-model-turn" }, turn.all, cut.all), text);
      return side;
    }

    // ---------------------------------------------------------------- what the reader does

    use(text) {
      const beginning = text.trimEnd(); // a space belongs to the word that follows it
      if (!beginning.trim()) return;
      this.field.value = beginning;
      this.given = this.model.pieces.encode(beginning).slice(0, MOST / 2);
      this.reset();
    }

    /** Back to the beginning; the same seed and settings write the same pieces again. */
    reset() {
      this.stop();
      this.times = [];
      for (const side of this.sides) {
        side.number = random(Number(this.seed.value) || 0);
        side.reader = this.model.reader();
        for (const id of this.given) side.reader.read(id);
      }
      this.chosen = { side: 0, t: this.given.length - 1 };
      this.render();
    }

    chances(side, found) {
      return nucleus(softmax(found.scores, Number(side.heat.value)), Number(side.share.value));
    }

    /** One more piece for each text; false when they are full. */
    write() {
      if (this.sides[0].reader.ids.length >= MOST) return false;
      for (const side of this.sides) {
        const id = draw(this.chances(side, side.reader.found.at(-1)), side.number());
        const begun = performance.now();
        side.reader.read(id);
        this.times.push(performance.now() - begun);
      }
      this.chosen.t = Infinity;
      return true;
    }

    writeOn() {
      let left = AT_ONCE;
      const step = () => {
        const more = left-- > 0 && this.write();
        this.render();
        if (more) this.timer = setTimeout(step, 30);
        else this.stop();
      };
      if (calm.matches) { // all at once
        while (left-- > 0 && this.write());
        this.render();
        this.tell();
        return;
      }
      this.on.textContent = "Stop";
      step();
    }

    stop() {
      if (this.timer) this.tell();
      clearTimeout(this.timer);
      this.timer = 0;
      this.on.textContent = "Write on";
    }

    tell() {
      const middle = [...this.times].sort((a, b) => a - b)[Math.floor(this.times.length / 2)] ?? 0;
      const written = this.sides[0].reader.ids.length - this.given.length;
      const full = written + this.given.length >= MOST ? " The texts stop here: press Begin again." : "";
      this.note.textContent = `${count(written)} pieces written in each text. Computing one takes ${middle.toFixed(1)} ms here.${full}`;
    }

    choose(side, t) {
      this.chosen = { side, t };
      this.render();
    }

    // ---------------------------------------------------------------- what is shown

    render() {
      const last = this.sides[this.chosen.side].reader.ids.length - 1;
      this.chosen.t = Math.min(last, this.chosen.t);
      this.sides.forEach((side, k) => {
        const texts = this.model.pieces.texts(side.reader.ids);
        side.text.replaceChildren(...texts.map((text, t) => {
          const given = t < this.given.length ? "small-model-given" : "";
          const here = k === this.chosen.side && t === this.chosen.t ? " small-model-here" : "";
          return html("span", { class: given + here, "data-t": t }, text);
        }));
      });
      this.which.value = this.chosen.side;
      this.place.input.max = last + 1;
      this.place.input.value = this.chosen.t + 1;
      this.place.tell();
      if (!this.times.length) this.note.textContent = "";
      this.showPiece();
    }

    told(t) {
      const ids = this.sides[this.chosen?.side ?? 0].reader?.ids;
      return ids ? `${t} of ${ids.length}: ${this.model.pieces.name(ids[t - 1])}` : "";
    }

    showPiece() {
      const side = this.sides[this.chosen.side], { t } = this.chosen, { ids, found } = side.reader, { name } = this.model.pieces;
      const p = softmax(found[t].scores, Number(side.heat.value)), kept = this.chances(side, found[t]);
      const order = Array.from(p.keys()).sort((a, b) => p[b] - p[a] || a - b), first = order.slice(0, SHOWN);
      if (t + 1 < ids.length && !first.includes(ids[t + 1])) first.push(ids[t + 1]);
      const lines = first.map((id) => {
        const line = bar(html("span", { class: "words-name" }, name(id)), p[id] / p[order[0]], percent(p[id]));
        line.className = [id === ids[t + 1] ? "small-model-taken" : "", kept[id] > 0 ? "" : "small-model-rest"].join(" ").trim();
        return line;
      });
      const inside = kept.reduce((n, value) => n + (value > 0), 0);
      const taken = t + 1 < ids.length ? " The one that follows is green." : "";
      const label = `The most probable next pieces after ${name(ids[t])}`;
      const says = html("p", { class: "small-model-says" }, `After “${name(ids[t])}”, of ${count(this.model.pieces.count)} pieces; ${count(inside)} of them ${inside === 1 ? "is" : "are"} in the nucleus.${taken}`);
      this.next.replaceChildren(says, html("ol", { class: "words-bars", "aria-label": label }, ...lines));
      this.showAttention(ids, found[t], t);
    }

    showAttention(ids, { attention, from }, t) {
      const heads = this.head.value ? [this.head.value.split(" ").reduce((all, k) => all[k], attention)] : attention.flat();
      const share = Array.from({ length: t - from + 1 }, (_, s) => heads.reduce((sum, head) => sum + head[s], 0) / heads.length);
      const most = Math.max(...share), texts = this.model.pieces.texts(ids);
      const spans = share.map((value, s) => {
        const span = html("span", {}, texts[from + s]);
        span.style.setProperty("--small-model-share", `${Math.round((100 * value) / most)}%`);
        return span;
      });
      const order = Array.from(share.keys()).sort((a, b) => share[b] - share[a]).slice(0, 3);
      const list = order.map((s) => `“${this.model.pieces.name(ids[from + s])}” ${percent(share[s])}`).join(", ");
      const passed = from ? ` It sees the last ${count(t - from + 1)} pieces and no others.` : "";
      this.seen.replaceChildren(html("p", { class: "small-model-text small-model-seen" }, ...spans), html("p", { class: "small-model-says" }, `Most of the weight: ${list}.${passed}`));
    }

    // ---------------------------------------------------------------- while it learned

    story() {
      const { moments } = this.model, steps = moments.at(-1).step;
      const values = moments.flatMap(({ learned, judged }) => [learned, judged]);
      const low = Math.floor(Math.min(...values)), high = Math.ceil(Math.max(...values));
      const x = (step) => LEFT + (WIDE - LEFT - RIGHT) * (Math.log(step) / Math.log(steps));
      const y = (bits) => TOP + (HIGH - TOP - LOW) * ((high - bits) / (high - low));
      const label = `Bits a character at ${moments.length} checkpoints: on the novel that it has not read from ${moments[0].judged.toFixed(2)} to ${moments.at(-1).judged.toFixed(2)}.`;
      const chart = svg("svg", { class: "small-model-curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label });
      const write = (text, at, given) => {
        const node = svg("text", { x: at[0], y: at[1], ...given });
        node.textContent = text;
        chart.append(node);
      };
      for (let bits = low; bits <= high; bits += high - low > 5 ? 2 : 1) {
        chart.append(svg("path", { class: "small-model-grid", d: `M${LEFT} ${y(bits)}H${WIDE - RIGHT}` }));
        write(bits, [LEFT - 5, y(bits) + 4], { "text-anchor": "end" });
      }
      for (let step = 1; step <= steps; step *= 10) write(count(step), [x(step), HIGH - LOW + 15], { "text-anchor": "middle" });
      write("training step", [(LEFT + WIDE - RIGHT) / 2, HIGH - 4], { "text-anchor": "middle" });
      for (const key of ["learned", "judged"]) {
        chart.append(svg("path", { class: `small-model-${key}`, d: moments.map((one, k) => `${k ? "L" : "M"}${x(one.step).toFixed(1)} ${y(one[key]).toFixed(1)}`).join("") }));
      }
      const here = svg("path", { class: "small-model-mark" });
      chart.append(here);
      const sample = html("p", { class: "small-model-text" }), says = html("p", { class: "small-model-says" });
      const show = () => {
        const one = moments[Number(slider.input.value)];
        here.setAttribute("d", `M${x(one.step).toFixed(1)} ${TOP}V${HIGH - LOW}`);
        says.textContent = `${one.judged.toFixed(2)} bits a character on the novel that it has not read (dashed), ${one.learned.toFixed(2)} on what it learned from in the last hundred steps.`;
        sample.textContent = one.sample;
      };
      const slider = this.range("moment", "Checkpoint", { min: "0", max: moments.length - 1, value: moments.length - 1 }, (k) => `after ${count(moments[k].step)} step${moments[k].step > 1 ? "s" : ""}`, show);
      show();
      return html("div", {}, chart, html("div", { class: "small-model-turn" }, slider.all), says, sample);
    }
  }
  customElements.define("small-model", SmallModel);
})();
