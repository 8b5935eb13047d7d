// SHA-256 of a short ASCII text. The browser's own is not there for pages opened from a disk.
const sha256 = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 0x100000000) | 0;
  const K = primes.map((p) => fraction(Math.cbrt(p)));
  const H = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  function compress(hash, words) {
    const w = words.slice();
    for (let i = 16; i < 64; i++) {
      const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + a + w[i - 7] + b) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((value, i) => (value + hash[i]) | 0);
  }

  return function sha256(text) {
    const size = ((text.length + 8) >> 6) + 1;
    const words = new Array(size * 16).fill(0);
    for (let i = 0; i < text.length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - (i % 4) * 8);
    words[text.length >> 2] |= 0x80 << (24 - (text.length % 4) * 8);
    words[size * 16 - 1] = text.length * 8;
    let hash = H;
    for (let i = 0; i < words.length; i += 16) hash = compress(hash, words.slice(i, i + 16));
    return hash.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
  };
})();
