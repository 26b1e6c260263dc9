import type { Route } from '../route.ts';
import type { FaultOptions, Range } from './options.ts';
import { pickByShare, streamOf } from './random.ts';
import { type FaultName, faults, latestCommit } from './table.ts';

type Endpoint = Pick<Route, 'method' | 'path'>;

/** Whether requests of this route create products. */
export const isCreation = ({ method, path }: Endpoint): boolean => method === 'POST' && path === '/products';

/** The decisions for a request, each from its own random stream: another latency does not change the faults. */
interface Decisions {
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
  const chosen = Object.entries(shares) as (readonly [FaultName, number])[];
  const creations = chosen.filter(([name]) => faults[name].hits === 'creations');
  const reads = chosen.filter(([name]) => faults[name].hits === 'reads');
  const writing = streamOf(seed, 'write fault');
  const reading = streamOf(seed, 'read fault');
  const waiting = streamOf(seed, 'latency');
  const late = streamOf(seed, 'delay');
  const tossed = streamOf(seed, 'coin');
  return {
    fault(route) {
      if (route.method === 'GET') return pickByShare(reads, reading());
      return isCreation(route) ? pickByShare(creations, writing()) : undefined;
    },
    latency: () => (latency ? within(latency, waiting()) : 0),
    delay: () => within({ least: 0, most: latestCommit }, late()),
    coin: () => tossed() < 0.5,
  };
}

const within = ({ least, most }: Range, draw: number): number => Math.round(least + draw * (most - least));
