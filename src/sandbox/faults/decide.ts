import type { Route } from '../route.ts';
import type { FaultOptions, Range } from './options.ts';
import { type FaultName, latestCommit, readFaults, writeFaults } from './table.ts';

/** One fault and the part of the requests that it hits. */
type Share = readonly [name: FaultName, share: number];

type Endpoint = Pick<Route, 'method' | 'path'>;

/** Whether requests of this route create products. */
export const isCreation = ({ method, path }: Endpoint): boolean => method === 'POST' && path === '/products';

/** What is decided for a request, each sort from a stream of its own: another latency does not move the faults. */
export interface Decisions {
  /** The fault that hits a request of this route, if one does. */
  readonly fault: (route: Endpoint) => FaultName | undefined;
  /** Milliseconds. */
  readonly latency: () => number;
  /** Milliseconds from the client's reset to the commit. */
  readonly delay: () => number;
  /** Whether a fault that creates in half of the cases does so now. */
  readonly coin: () => boolean;
}

export function decisionsOf({
  seed,
  shares = {},
  latency,
}: Pick<FaultOptions, 'seed' | 'shares' | 'latency'>): Decisions {
  const [write, read] = [writeFaults, readFaults].map(
    (table) => Object.entries(shares).filter(([name]) => name in table) as Share[],
  );
  const [writing, reading] = [streamOf(seed, 'write fault'), streamOf(seed, 'read fault')];
  const [waiting, late, tossed] = [streamOf(seed, 'latency'), streamOf(seed, 'delay'), streamOf(seed, 'coin')];
  return {
    fault(route) {
      if (route.method === 'GET') return faultAt(read ?? [], reading());
      return isCreation(route) ? faultAt(write ?? [], writing()) : undefined;
    },
    latency: () => (latency ? within(latency, waiting()) : 0),
    delay: () => within({ least: 0, most: latestCommit }, late()),
    coin: () => tossed() < 0.5,
  };
}

/** The fault that a draw from [0, 1) falls on. The shares lie side by side; what they leave over is no fault. */
export function faultAt(shares: readonly Share[], draw: number): FaultName | undefined {
  let end = 0;
  for (const [name, share] of shares) {
    end += share;
    if (draw < end) return name;
  }
  return undefined;
}

const within = ({ least, most }: Range, draw: number): number => Math.round(least + draw * (most - least));

/** Numbers from 0 (included) to 1 (not included), the same ones for the same seed and purpose. */
type Stream = () => number;

/** A stream of its own for one kind of decision: mulberry32, begun from the seed and the FNV-1a hash of what it decides. */
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
