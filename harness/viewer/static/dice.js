// Every recorded draw against the seed: the page trusts nothing it was given.
const WORDS = 1n << 64n;
const word = (seed, stream, k) => BigInt(`0x${sha256(`${seed}:${stream}:${k}`).slice(0, 16)}`);

// The k and value that a stream gives next, from k on, for one of n things.
function expected(film, k, n) {
  const { stream, limits } = film.chance;
  if (limits) {
    const u = Number(word(film.seed, stream, k) >> 11n) / 2 ** 53;
    return { k, value: limits.filter((limit) => u >= limit).length };
  }
  const things = BigInt(n);
  let x;
  while ((x = word(film.seed, stream, k)) >= WORDS - (WORDS % things)) k += 1;
  return { k, value: Number(x % things) };
}

function draws(film) {
  const found = [];
  film.frames.forEach((frame, at) =>
    frame.events.forEach((event, number) => {
      const own = [event.draw, ...(event.draws || [])].filter((draw) => draw);
      for (const draw of own) found.push({ at, event, draw, told: frame.told[number] });
    }),
  );
  return found;
}

// All draws with what the seed says, and whether seed and commitment belong together.
function checkDice(film) {
  if (!film.chance) return null;
  let next = 0;
  const checked = draws(film).map((entry) => {
    const due = expected(film, next, entry.draw.of);
    next = due.k + 1;
    return { ...entry, due, fair: due.k === entry.draw.k && due.value === entry.draw.value };
  });
  const published = film.frames[0].events.find((event) => event.commitment);
  const sealed = Boolean(published) && sha256(film.seed) === published.commitment;
  return { checked, sealed, fair: sealed && checked.every((entry) => entry.fair) };
}
