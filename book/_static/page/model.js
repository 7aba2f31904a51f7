/* A small language model in plain JavaScript: unpacks the weights of window.COURSE_MODEL (made by
   course/model.py) and computes what PyTorch computes, in double precision. It touches nothing of the page:
   model-view.js shows what comes out. */
(() => {
  "use strict";
  const EPS = 1e-6; // under the root of each norm, as in the experiment's nn.RMSNorm

  /** The matrices by name: {rows, columns, values}, each number a row's scale times a whole number. */
  function unpack(data) {
    const text = atob(data.weights), bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const view = new DataView(bytes.buffer), found = {};
    let at = 0;
    for (const [name, rows, columns] of data.layout) {
      const values = new Float32Array(rows * columns); // rounds each product as PyTorch's float32 does
      const whole = new Int8Array(bytes.buffer, at + 4 * rows, rows * columns);
      for (let r = 0; r < rows; r++) {
        const scale = view.getFloat32(at + 4 * r, true);
        for (let c = r * columns; c < (r + 1) * columns; c++) values[c] = scale * whole[c];
      }
      found[name] = { rows, columns, values };
      at += rows * (4 + columns);
    }
    if (at !== bytes.length) throw new Error(`the weights have ${bytes.length} bytes, ${at} are expected`);
    return found;
  }

  const row = (matrix, r) => matrix.values.subarray(r * matrix.columns, (r + 1) * matrix.columns);

  /** The product of a matrix, or of `count` of its rows, with a vector. */
  function product(matrix, x, first = 0, count = matrix.rows) {
    const { columns, values } = matrix, found = new Float64Array(count);
    for (let r = 0; r < count; r++) {
      let sum = 0;
      for (let c = 0, at = (first + r) * columns; c < columns; c++) sum += values[at + c] * x[c];
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

  /** Attention of each position to itself and those before: the mixed values, and the weights by head. */
  function attend(block, u, heads) {
    const d = u[0].length, size = d / heads;
    const [q, k, val] = [0, 1, 2].map((part) => u.map((row) => product(block("maps"), row, part * d, d)));
    const weights = [], mixed = u.map(() => new Float64Array(d));
    for (let head = 0; head < heads; head++) {
      const begin = head * size;
      weights.push(u.map((_, t) => {
        const fits = new Float64Array(t + 1); // the causal mask: nothing after position t
        for (let s = 0; s <= t; s++) {
          for (let j = begin; j < begin + size; j++) fits[s] += q[t][j] * k[s][j];
          fits[s] /= Math.sqrt(size);
        }
        const share = softmax(fits);
        for (let s = 0; s <= t; s++) {
          for (let j = begin; j < begin + size; j++) mixed[t][j] += share[s] * val[s][j];
        }
        return share;
      }));
    }
    return { mixed, weights };
  }

  /** What follows `ids`: a score for each word, and attention[block][head][t][s], of position t to s. */
  function forward(model, ids) {
    const { parts, heads, blocks } = model, table = parts["E.weight"], positions = parts["P.weight"];
    let x = ids.map((id, t) => add(Float64Array.from(row(table, id)), row(positions, t)));
    const attention = [];
    for (let b = 0; b < blocks; b++) {
      const block = (name) => parts[`blocks.${b}.${name}.weight`];
      const u = x.map((one) => norm(one, block("norm1")));
      const { mixed, weights } = attend(block, u, heads);
      attention.push(weights);
      x = x.map((one, t) => {
        const y = add(one, product(block("out"), mixed[t]));
        const hidden = product(block("up"), norm(y, block("norm2"))).map((value) => Math.max(0, value));
        return add(y, product(block("down"), hidden));
      });
    }
    const h = norm(x.at(-1), parts["norm.weight"]);
    return { scores: product(table, h), attention }; // the same table again
  }

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
    const parts = unpack(data), words = data.words.split(" "), table = parts["E.weight"];
    const blocks = data.layout.filter(([name]) => name.endsWith(".maps.weight")).length;
    const reach = parts["P.weight"].rows;
    const model = { parts, words, blocks, heads: data.heads, reach, columns: table.columns };
    model.id = new Map(words.map((word, k) => [word, k]));
    model.row = (k) => row(table, k);
    model.read = (ids) => forward(model, ids.slice(-model.reach)); // it sees no further back
    return model;
  }

  window.CourseModel = { load, softmax, random, draw };
})();
