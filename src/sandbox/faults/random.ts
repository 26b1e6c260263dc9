/** Numbers from 0 (included) to 1 (not included), the same ones for the same seed and purpose. */
type Stream = () => number;

/** A separate stream for each kind of decision: mulberry32, seeded with the seed and the FNV-1a hash of its name. */
export function streamOf(seed: number, decision: string): Stream {
  let state = (seed ^ fnv1a(decision)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** The name that a draw from [0, 1) falls on, where each name has a share of that range; undefined in the rest. */
export function pickByShare<N>(shares: readonly (readonly [name: N, share: number])[], draw: number): N | undefined {
  let end = 0;
  for (const [name, share] of shares) {
    end += share;
    if (draw < end) return name;
  }
  return undefined;
}
