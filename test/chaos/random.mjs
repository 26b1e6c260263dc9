/** Numbers from 0 (included) to 1 (not included), the same for the same seed (Tommy Ettinger's mulberry32), and choices made of them. */
export function randomFrom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (least, most) => Math.round(least + next() * (most - least)),
    chance: (share) => next() < share,
    oneOf: (choices) => choices[Math.floor(next() * choices.length)],
  };
}
