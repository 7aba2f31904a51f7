/* <small-model src="model-data.js" kilobytes="200">: a trained language model that runs in the page. It loads
   its numbers when asked to, reads a beginning, shows rows, attention and probabilities, and writes on.
   What is computed is in model.js; drawing is by words.js. */
(() => {
  "use strict";
  const { html, svg, button, spelled, strip, bar } = window.CourseWords;
  const { load, softmax, random, draw } = window.CourseModel;
  const HERE = document.currentScript.src; // the data lie beside this script
  const SHOWN = 8; // words with a bar of their own
  const AT_ONCE = 60, MOST = 240; // words that "Write on" writes, and that a text may have
  const LARGE = 0.6; // a number of a row that is drawn in full colour
  const LOOK_BACK = 24; // words among which the different ones are counted
  const TRIES = ["the value of", "if the object is", "a class"];
  const UNKNOWN = 0; // the row of all words that the model does not know
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const percent = (p) => (p > 0 && p < 0.005 ? "< 1%" : `${Math.round(100 * p)}%`);
  const kind = (id) => (id === UNKNOWN ? "small-model-unknown" : undefined); // the class of a word
  const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  /** Words in lower case, numbers, and every other sign alone, as the text was cut for the training. */
  const cut = (text) => text.toLowerCase().match(/\p{L}+|\p{Nd}+|\S/gu) ?? [];

  class SmallModel extends HTMLElement {
    connectedCallback() {
      if (this.model) return;
      const size = `The model's numbers are a file of ${this.getAttribute("kilobytes")} kB.`;
      const says = html("p", { class: "five-says" }, size, " It is loaded when you ask for it.");
      this.note = html("p", { class: "five-says", role: "status" });
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

    // ---------------------------------------------------------------- what stays while words come and go

    build() {
      this.field = html("input", {
        type: "text", id: "small-model-beginning", maxlength: "120",
        autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      });
      const label = html("label", { for: "small-model-beginning" }, "A beginning");
      const form = html("form", {}, label, this.field, html("button", { type: "submit" }, "Use it"));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.use(this.field.value);
      });
      const tries = html("p", { class: "five-tries" }, "Or ");
      for (const text of TRIES) tries.append(button(text, () => this.use(text)), " ");

      const range = { min: "0.1", max: "2", step: "0.1", value: "0.8" };
      this.heat = html("input", { type: "range", id: "small-model-heat", ...range });
      this.degree = html("output", { for: "small-model-heat" }, "0.8");
      this.heat.addEventListener("input", () => {
        this.degree.textContent = Number(this.heat.value).toFixed(1);
        this.render();
      });
      const whole = { min: "0", max: "9999", value: "1" };
      this.seed = html("input", { type: "number", id: "small-model-seed", ...whole });
      this.seed.addEventListener("change", () => this.reset());
      this.on = button("Write on", () => (this.timer ? this.stop() : this.writeOn()));
      const one = button("Write a word", () => this.write());
      const again = button("Begin again", () => this.reset());
      const buttons = html("p", { class: "small-model-buttons" }, one, this.on, again);
      const name = (id, text) => html("label", { for: `small-model-${id}` }, text);
      const heat = html("span", {}, name("heat", "Temperature"), this.heat, this.degree);
      const seed = html("span", {}, name("seed", "Seed"), this.seed);
      const turn = html("div", { class: "small-model-turn" }, heat, seed);

      this.note = html("p", { class: "five-says small-model-note", role: "status" });
      this.text = html("div", { class: "small-model-text", role: "log", "aria-label": "The text" });
      this.told = html("p", { class: "five-says small-model-told" });
      this.next = html("div", { class: "small-model-next" });
      this.reading = html("div", { class: "small-model-reading" });
      const pictures = [this.next, this.reading];
      this.replaceChildren(form, tries, this.note, this.text, turn, buttons, this.told, ...pictures);
    }

    // ---------------------------------------------------------------- what the reader does

    /** Takes a beginning; a word that the model does not know reads the row of the unknown. */
    use(text) {
      const words = cut(text);
      if (!words.length) return;
      this.field.value = text;
      this.given = words.map((word) => ({ word, id: this.model.id.get(word) ?? UNKNOWN }));
      const strangers = [...new Set(this.given.filter(({ id }) => id === UNKNOWN).map(({ word }) => word))];
      this.note.replaceChildren();
      for (const word of strangers.slice(0, 3)) this.note.append(...this.stranger(word));
      this.reset();
    }

    stranger(word) {
      const { words } = this.model, [near] = spelled({ common: words.length, all: words }, word, 1);
      const said = `“${word}” is not among the model's ${words.length} words: it reads the row of unknown ones.`;
      if (near === undefined || near === UNKNOWN) return [`${said} `];
      const name = words[near];
      const instead = () => {
        this.use(this.given.map((one) => (one.word === word ? name : one.word)).join(" "));
        this.field.focus();
      };
      return [`${said} The nearest spelling is `, button(name, instead), ". "];
    }

    /** Back to the beginning; the same seed and the same temperature write the same words again. */
    reset() {
      this.stop();
      this.written = [];
      this.times = [];
      this.number = random(Number(this.seed.value) || 0);
      this.render();
    }

    write() {
      if (this.written.length >= MOST) return false;
      this.take(draw(this.chances, this.number()));
      return true;
    }

    take(id) {
      this.written.push(id);
      this.render();
    }

    writeOn() {
      let left = AT_ONCE;
      const step = () => {
        if (left-- <= 0 || !this.write()) this.stop();
        else this.timer = setTimeout(step, calm.matches ? 600 : 120);
      };
      this.on.textContent = "Stop";
      this.text.setAttribute("aria-busy", "true"); // a screen reader reads the whole when it is done
      step();
    }

    stop() {
      clearTimeout(this.timer);
      this.timer = 0;
      this.on.textContent = "Write on";
      this.text.removeAttribute("aria-busy");
    }

    // ---------------------------------------------------------------- what is shown

    render() {
      const { model } = this, ids = [...this.given.map(({ id }) => id), ...this.written];
      const begun = performance.now(), { scores, attention } = model.read(ids);
      this.times.push(performance.now() - begun);
      scores[UNKNOWN] = -Infinity; // it may read the row of the unknown, but cannot write it
      this.chances = softmax(scores, Number(this.heat.value));
      this.show();
      this.showNext();
      this.showReading(ids, attention);
    }

    name = (id) => this.model.words[id];

    show() {
      const parts = this.given.flatMap(({ word, id }) => [html("span", { class: kind(id) }, word), " "]);
      const written = this.written.map(this.name);
      this.text.replaceChildren(html("span", { class: "small-model-given" }, ...parts), written.join(" ").replace(/_ (?=_)/g, "_\u00a0"));
      const middle = [...this.times].sort((a, b) => a - b)[Math.floor(this.times.length / 2)];
      const took = middle < 0.1 ? "less than 0.1" : middle.toFixed(1);
      const told = [`Computing what comes next takes ${took} ms here.`], last = written.slice(-LOOK_BACK);
      if (last.length) told.unshift(`${counted(written.length, "word")} written.`);
      const different = `Of the last ${LOOK_BACK}, ${new Set(last).size} are different.`;
      if (last.length === LOOK_BACK) told.splice(1, 0, different);
      if (written.length >= MOST) told.push("It stops here; begin again.");
      this.told.textContent = told.join(" ");
    }

    showNext() {
      const { chances } = this;
      const focused = [...this.next.querySelectorAll("button")].indexOf(document.activeElement);
      const order = [...chances.keys()].sort((a, b) => chances[b] - chances[a]).slice(0, SHOWN);
      const rest = Math.max(0, 1 - order.reduce((sum, id) => sum + chances[id], 0));
      const list = html("ol", { class: "words-bars", "aria-label": "The most probable next words" });
      for (const id of order) {
        const name = button(this.name(id), () => this.written.length < MOST && this.take(id));
        list.append(bar(name, chances[id], percent(chances[id])));
      }
      const others = html("span", { class: "words-name" }, `${chances.length - 1 - SHOWN} others`);
      const line = bar(others, rest, percent(rest));
      line.className = "small-model-rest";
      list.append(line);
      const head = "What comes next? Press a word to choose it yourself.";
      this.next.replaceChildren(html("p", { class: "small-model-head" }, head), list);
      if (focused >= 0) this.next.querySelectorAll("button")[focused].focus({ preventScroll: true });
    }

    /** A line for each token that is read: its row, and how much of it the last position takes. */
    showReading(ids, attention) {
      const { model } = this;
      const read = ids.slice(-model.reach), first = ids.length - read.length;
      const column = (text, given = {}) => html("th", { scope: "col", ...given }, text);
      const group = { scope: "colgroup", colspan: model.heads };
      const blocks = attention.map((_, b) => column(`block ${b + 1}`, group));
      const wide = (share) => {
        const line = svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" });
        line.append(svg("rect", { width: (100 * share).toFixed(1), height: 1 }));
        const told = html("span", { class: "visually-hidden" }, percent(share));
        return html("td", { class: "small-model-share" }, line, told);
      };
      const lines = read.map((id, t) => {
        const text = this.given[first + t]?.word ?? this.name(id);
        const token = html("th", { scope: "row" }, html("span", { class: kind(id) }, text));
        const levels = Array.from(model.row(id), (x) => x / LARGE);
        const drawn = strip(levels, `Row ${id}, as ${model.columns} colours`);
        const row = html("td", {}, html("div", {}, html("span", { class: "five-id" }, id), drawn));
        return html("tr", {}, token, row, ...attention.flat().map((weights) => wide(weights.at(-1)[t])));
      });
      const heads = `${attention.length} blocks of ${counted(model.heads, "head")}`;
      const what = "The tokens that it reads, their rows, and how much the last position attends to each";
      const passed = first ? ` Of ${ids.length} tokens it sees the last ${model.reach}.` : "";
      const head = html("thead", {}, html("tr", {}, column("token"), column("its row"), ...blocks));
      const caption = html("caption", {}, `${what}, in ${heads}.${passed}`);
      this.reading.replaceChildren(html("table", {}, caption, head, html("tbody", {}, ...lines)));
    }
  }
  customElements.define("small-model", SmallModel);
})();
