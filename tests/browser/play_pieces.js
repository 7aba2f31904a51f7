/* Drivers of the pieces, for test_pieces_say_what_is_so.py: each takes one through its range and returns what it
   shows on the way. `faults` lists names in drawings that cover one another or leave the frame. */
"use strict";
(piece, [driver, given]) => {
  const all = (what) => [...piece.querySelectorAll(what)];
  const one = (what) => piece.querySelector(what);
  const status = () => one("[role=status]").textContent;
  const press = (name) => all("button").find((button) => button.textContent === name).click();
  const named = (name) => all("input, select").find((field) => field.getAttribute("aria-label") === name
    || [...field.labels ?? []].some((label) => label.textContent.trim().startsWith(name)));
  const set = (field, value) => {
    if (field.type === "radio" || field.type === "checkbox") { if (field.checked !== value) field.click(); return; }
    field.value = value;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  const points = (what) => all(what).map((node) => ["cx", "cy"].map((side) => Number(node.getAttribute(side))));
  function faults() {
    const found = [];
    for (const picture of all("svg")) {
      const frame = picture.getBoundingClientRect();
      const names = [...picture.querySelectorAll("text")].map((node) => [node.textContent, node.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0);
      names.forEach(([text, box], n) => {
        const air = box.height * 0.2; // a line of text is less high than its box
        if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top + air < frame.top || box.bottom - air > frame.bottom) found.push(`“${text}” is cut`);
        for (const [other, its] of names.slice(0, n)) {
          if (box.left + 2 < its.right && its.left + 2 < box.right && box.top + air < its.bottom - air && its.top + air < box.bottom - air) found.push(`“${text}” covers “${other}”`);
        }
      });
    }
    return found;
  }

  const drivers = {
    "pull-view"() {
      const fields = all("input[type=number]");
      return given[0].map((pairs) => {
        pairs.flat().forEach((times, n) => set(fields[n], times));
        press("Back to the start");
        const said = [];
        for (let n = 0; n <= 260; n++) {
          if (n) press(n > 60 ? "Twenty steps" : "One step");
          if (n < 60 || n % 10 === 0) said.push([n <= 60 ? n : 60 + 20 * (n - 60), status(), points("circle"), faults()]);
        }
        return said;
      });
    },
    "tied-view"() {
      return given[0].map(([read, target]) => {
        press("Start over");
        set(named("token read"), read);
        set(named("token that comes next"), target);
        const said = [];
        for (let n = 0; n <= given[1]; n++) {
          if (n) press("Take a step");
          said.push([status(), points("circle.td-point"), points(".td-read"), all(".td-trail").map((trail) => trail.getAttribute("points").split(" ").map((pair) => pair.split(",").map(Number))), faults()]);
        }
        return said;
      });
    },
    "start-view"() {
      const [width, sigma] = ["Width", "Standard deviation"].map(named);
      return given[0].map((_, d) => given[1].map((__, s) => {
        set(width, d);
        set(sigma, s);
        return [status(), all(".st-ray").map((ray) => Math.hypot(ray.getAttribute("x2") - 150, ray.getAttribute("y2") - 150)), one(".st-scale")?.textContent, faults()];
      }));
    },
    "table-map"() {
      const field = named("a word of the map");
      return given[0].map((word) => {
        field.value = word;
        press("Find");
        return [status(), one(".tm-table")?.textContent ?? "", all("ol li button").map((button) => button.textContent), all("circle.tm-near").length];
      });
    },
    "table-map names"() {
      const field = named("a word of the map");
      return given[0].map((word) => { field.value = word; press("Find"); return [word, faults()]; });
    },
    "position-view"() {
      const [query, key] = ["Position of the query", "The key"].map(named);
      const kinds = all("input[type=radio]"), said = [];
      given[0].forEach((settings, kind) => {
        set(kinds[kind], true);
        for (let setting = 0; setting < settings; setting++) {
          if (settings > 1) set(all("input[type=range]")[2], setting);
          for (let stop = 0; stop < given[1]; stop++) {
            const back = [0, 13, 47][stop % 3];
            set(query, stop);
            set(key, back);
            said.push([kind, setting, stop, back, status(), points(".pv-dot"), one(".pv-low")?.textContent ?? "", faults()]);
          }
        }
      });
      return said;
    },
    "clock-view"() {
      const [query, key] = ["Position of the query", "Position of the key"].map(named);
      return given[0].map(([m, n]) => {
        set(query, m);
        set(key, n);
        return [status(), all("[role=img]").map((picture) => picture.getAttribute("aria-label")), faults()];
      });
    },
    "counts-view"() {
      const [center, context, rank] = ["Center", "Context", "Numbers a word"].map(named);
      return given[0].map(([word, beside, d]) => {
        set(center, word);
        set(context, beside);
        set(rank, d);
        return [status(), all("p.co-value, .co-near").map((told) => told.textContent), faults()];
      });
    },
    "norm-view"() {
      const fields = all("select");
      return given[0].map((places) => {
        places.forEach((place, n) => set(fields[n], place));
        return [status(), all("svg g text").map((tick) => tick.textContent), points("circle").map(([, y]) => y), faults()];
      });
    },
    "batch-view"() {
      return given[0].map((_, n) => {
        set(named("Words in a batch"), n);
        const said = [];
        for (let k = 0; k < 6; k++) {
          if (k) press("Ten batches");
          said.push([status(), all("svg path").map((path) => path.getAttribute("d").split("M").length - 1), all("tbody tr").map((row) => [...row.children].map((cell) => cell.textContent))]);
        }
        return said;
      });
    },
    "flow-view"() {
      return given[0].map(([moment, line]) => all(".fv-grid button").map((_, t) => {
        set(all("fieldset")[0].querySelectorAll("input")[line], true);
        set(all("fieldset")[1].querySelectorAll("input")[moment], true);
        all(".fv-grid button")[t].click();
        return [status(), all(".fv-well").map((well) => well.textContent), all(".fv-well .fv-bar").map((bar) => bar.getBoundingClientRect().height)];
      }));
    },
    "search-view"() {
      const [picture, slider] = [one(".se-map > svg"), one("input")];
      return given[0].map(([x, y, opened]) => {
        const box = picture.getBoundingClientRect();
        picture.dispatchEvent(new MouseEvent("click", { clientX: box.left + (box.width * x) / 1000, clientY: box.bottom - (box.height * y) / 1000 }));
        set(slider, opened);
        return [one(".se-handle").getAttribute("aria-label"), status(), faults()];
      });
    },
    "hash-view"() {
      return given[0].map(([sentence, n, K, at]) => {
        set(one("textarea"), sentence);
        set(named(["pairs", "triples"][n - 2]), true);
        set(named(String(K)), true);
        set(one("input[type=range]"), at);
        const chips = all(".ha-grams button");
        return [status(), chips.map((chip) => { chip.click(); return one(".ha-chosen").textContent; }), all(".ha-ring").length, faults()];
      });
    },
    "heads-view"() {
      return all("tbody button").flatMap((button) => all("input[type=radio]").map((radio) => {
        button.click();
        set(radio, true);
        return [status(), all("tbody tr").map((row) => [...row.querySelectorAll(".hv-bar")].map((bar) => bar.getBoundingClientRect().width / bar.parentNode.getBoundingClientRect().width)), all(".is-met").length];
      }));
    },
    "gather-view"() {
      return given[0].map((_, n) => {
        all("[role=toolbar] button")[n].click();
        const said = [];
        for (const way of [1, 0]) { set(all("input[type=radio]")[way], true); said.push(status()); }
        set(all("input[type=range]")[0], 0.5);
        return [...said, status(), all("tr.is-chosen, tr.is-twin").length];
      });
    },
    "scatter-view"() {
      return given[0].map((ids) => {
        ids.forEach((id, n) => set(named(`id of position ${n}`) ?? all("select")[n], id));
        const end = status();
        press("Start over");
        return [end, ...ids.map(() => { press("Next position"); return status(); })];
      });
    },
    "softmax-view"() {
      const [radios, sliders] = ["radio", "range"].map((type) => all(`input[type=${type}]`));
      return given[0].map(([z, label, name]) => {
        press("Start over");
        z.forEach((logit, n) => set(sliders[n], logit));
        set(radios[label], true);
        if (name) press(name);
        return [status(), sliders.map(({ value }) => Number(value)), all("svg").map((picture) => [...picture.querySelectorAll("text:not(.sm-name)")].map((text) => text.textContent)),
          all("rect").map((bar) => ["y", "height"].map((side) => Number(bar.getAttribute(side)))), faults()];
      });
    },
    "joins-view"() {
      return given[0].map((word) => {
        set(one("input"), word);
        const said = [status()];
        while (all("button").find((button) => button.textContent === "Next join").getAttribute("aria-disabled") === "false") {
          press("Next join");
          said.push(status());
        }
        return [one("input").value, said];
      });
    },
    "memory-calculator"() {
      const of = Object.fromEntries(["model", "memory", "optimizer", "mixed precision", "weights in", "train it", "use it", "show GiB"].map((name) => [name, named(name)]));
      return given[0].map(([preset, device, [train, optimizer, mixed, dtype], binary]) => {
        set(of["model"], preset);
        set(of["memory"], device);
        set(of[train ? "train it" : "use it"], true);
        set(of["optimizer"], optimizer);
        set(of["mixed precision"], mixed);
        set(of["weights in"], dtype);
        set(of["show GiB"], binary);
        return [status(), one(".mc-end").textContent, all("tr.is-largest:not([hidden]) th").map((head) => head.textContent)];
      });
    },
  };
  return drivers[driver]();
}
