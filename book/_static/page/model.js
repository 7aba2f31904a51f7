/* A small language model in plain JavaScript: unpacks window.COURSE_MODEL (made by course/model.py), cuts a text
   into pieces, and computes what PyTorch computes, in double precision, one piece after the other. It touches
   nothing of the page: model-view.js shows what comes out. */
(() => {
  "use strict";
  const EPS = 1e-6; // under the root of each norm, as in the experiment's nn.RMSNorm
  const BYTES = 256; // the first ids are the bytes
  // Words and runs of signs, as the vocabulary's training cut them: these are \w and \s of Python's `re`.
  const LETTER = "\\p{L}\\p{N}_";
  const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
  const WORD = new RegExp(` ?[${LETTER}]+| ?[^${LETTER}${SPACE}]+|[${SPACE}]`, "gu");

  // ---------------------------------------------------------------- pieces

  function vocabulary(pairs) {
    const bytes = Array.from({ length: BYTES }, (_, k) => [k]), joins = new Map();
    for (const [a, b] of pairs) {
      joins.set(a * 65536 + b, bytes.length);
      bytes.push([...bytes[a], ...bytes[b]]);
    }
    /** The ids of a word: of the joins that fit, the one learned first, until none fits. */
    function word(text) {
      let ids = Array.from(new TextEncoder().encode(text));
      for (;;) {
        let first = Infinity;
        for (let k = 1; k < ids.length; k++) first = Math.min(first, joins.get(ids[k - 1] * 65536 + ids[k]) ?? Infinity);
        if (first === Infinity) return ids;
        const [a, b] = pairs[first - BYTES], out = [];
        for (const id of ids) {
          if (out.length && out.at(-1) === a && id === b) out[out.length - 1] = first;
          else out.push(id);
        }
        ids = out;
      }
    }
    const encode = (text) => (text.match(WORD) ?? []).flatMap(word);
    /** The text of each id; a character whose bytes are spread over pieces stands at the last of them. */
    function texts(ids) {
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      return ids.map((id, k) => decoder.decode(Uint8Array.from(bytes[id]), { stream: k < ids.length - 1 }));
    }
    /** A piece on its own, with names for what would not be seen. */
    function name(id) {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes[id]));
      if (text.includes("\ufffd")) return bytes[id].map((byte) => `<${byte.toString(16).padStart(2, "0")}>`).join("");
      return text.replace(/^ /, "␣").replace(/\n/g, "↵").replace(/[\x00-\x1f\x7f]/g, (sign) => `<${sign.charCodeAt(0).toString(16).padStart(2, "0")}>`);
    }
    return { count: bytes.length, encode, texts, decode: (ids) => texts(ids).join(""), name };
  }

  // ---------------------------------------------------------------- numbers

  /** The pairs of the vocabulary, and the matrices by name: each number a row's scale times a whole number. */
  function unpack(data) {
    const text = atob(data.weights), bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const view = new DataView(bytes.buffer), parts = {}, pairs = [];
    let at = 4 * data.joins;
    for (let k = 0; k < at; k += 4) pairs.push([view.getUint16(k, true), view.getUint16(k + 2, true)]);
    for (const [name, rows, columns] of data.layout) {
      const values = new Float32Array(rows * columns); // rounds each product as PyTorch's float32 does
      const whole = new Int8Array(bytes.buffer, at + 4 * rows, rows * columns);
      for (let r = 0; r < rows; r++) {
        const scale = view.getFloat32(at + 4 * r, true);
        for (let c = r * columns; c < (r + 1) * columns; c++) values[c] = scale * whole[c];
      }
      parts[name] = { rows, columns, values };
      at += rows * (4 + columns);
    }
    if (at !== bytes.length) throw new Error(`the weights have ${bytes.length} bytes, ${at} are expected`);
    return { pairs, parts };
  }

  const row = (matrix, r) => matrix.values.subarray(r * matrix.columns, (r + 1) * matrix.columns);

  /** The product of a matrix with a vector. */
  function product({ rows, columns, values }, x) {
    const found = new Float64Array(rows);
    for (let r = 0, at = 0; r < rows; r++) {
      let sum = 0;
      for (let c = 0; c < columns; c++) sum += values[at++] * x[c];
      found[r] = sum;
    }
    return found;
  }

  function norm(x, weight) {
    let squares = 0;
    for (const value of x) squares += value * value;
    const root = Math.sqrt(squares / x.length + EPS);
    return x.map((value, j) => (value / root) * weight.values[j]);
  }

  const add = (x, y) => x.map((value, j) => value + y[j]);

  /** Scores as probabilities; at a low temperature the largest scores take nearly all. */
  function softmax(scores, temperature = 1) {
    let most = -Infinity, total = 0;
    for (const score of scores) most = Math.max(most, score);
    const found = Float64Array.from(scores, (score) => Math.exp((score - most) / temperature));
    for (const value of found) total += value;
    return found.map((value) => value / total);
  }

  /** The most probable that together reach `share`, made to add up to one; all others become zero. */
  function nucleus(probabilities, share) {
    const order = Array.from(probabilities.keys()).sort((a, b) => probabilities[b] - probabilities[a] || a - b);
    const found = new Float64Array(probabilities.length);
    let total = 0;
    for (const k of order) {
      if (total >= share) break;
      total += found[k] = probabilities[k];
    }
    return found.map((value) => value / total);
  }

  // ---------------------------------------------------------------- the path of one piece

  /** What the last of the keys and values so far gives to one query: mixed values, and the weights by head. */
  function attend(q, keys, values, heads) {
    const size = q.length / heads, mixed = new Float64Array(q.length), weights = [];
    for (let begin = 0; begin < q.length; begin += size) {
      const share = softmax(keys.map((key) => {
        let fit = 0;
        for (let j = begin; j < begin + size; j++) fit += q[j] * key[j];
        return fit / Math.sqrt(size);
      }));
      values.forEach((value, s) => {
        for (let j = begin; j < begin + size; j++) mixed[j] += share[s] * value[j];
      });
      weights.push(share);
    }
    return { mixed, weights };
  }

  /** One more piece: a score for each that may follow, and attention[block][head][s] to those read so far.

      The keys and values of the pieces before it are kept, so that each is computed once. */
  function step(model, kept, id) {
    const { parts, heads } = model, t = kept[0].keys.length;
    let x = add(Float64Array.from(row(parts["E.weight"], id)), row(parts["P.weight"], t));
    const d = x.length, attention = [];
    kept.forEach(({ keys, values }, b) => {
      const part = (name) => parts[`blocks.${b}.${name}.weight`];
      const maps = product(part("maps"), norm(x, part("norm1")));
      keys.push(maps.subarray(d, 2 * d));
      values.push(maps.subarray(2 * d));
      const { mixed, weights } = attend(maps.subarray(0, d), keys, values, heads);
      attention.push(weights);
      x = add(x, product(part("out"), mixed));
      const hidden = product(part("up"), norm(x, part("norm2"))).map((value) => Math.max(0, value));
      x = add(x, product(part("down"), hidden));
    });
    return { scores: product(parts["E.weight"], norm(x, parts["norm.weight"])), attention }; // the same table again
  }

  /** A text that is read piece by piece. When the window is full, its first half is let go and the rest read anew. */
  class Reader {
    constructor(model) {
      this.model = model;
      this.ids = [];
      this.found = []; // for each piece: scores of the next, attention, and where its window begins
      this.begin(0);
    }

    begin(at) {
      this.from = at;
      this.kept = Array.from({ length: this.model.blocks }, () => ({ keys: [], values: [] }));
      for (const id of this.ids.slice(at)) step(this.model, this.kept, id);
    }

    read(id) {
      if (this.ids.length - this.from === this.model.reach) this.begin(this.from + this.model.reach / 2);
      this.ids.push(id);
      this.found.push({ ...step(this.model, this.kept, id), from: this.from });
      return this.found.at(-1);
    }
  }

  // ---------------------------------------------------------------- chance

  /** Numbers from 0 to 1 that look random, the same for the same seed (mulberry32). */
  function random(seed) {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let x = Math.imul(state ^ (state >>> 15), 1 | state);
      x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
      return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  /** An index, each as often as its probability says. */
  function draw(probabilities, number) {
    let rest = number, last = 0;
    for (let k = 0; k < probabilities.length; k++) {
      if (probabilities[k] > 0) last = k;
      if ((rest -= probabilities[k]) < 0) return k;
    }
    return last; // the sum may miss one by rounding
  }

  /** The model of window.COURSE_MODEL. */
  function load(data) {
    const { pairs, parts } = unpack(data);
    const blocks = data.layout.filter(([name]) => name.endsWith(".maps.weight")).length;
    const model = { parts, blocks, heads: data.heads, reach: parts["P.weight"].rows, pieces: vocabulary(pairs), moments: data.moments };
    model.reader = () => new Reader(model);
    return model;
  }

  window.CourseModel = { load, softmax, nucleus, random, draw };
})();
