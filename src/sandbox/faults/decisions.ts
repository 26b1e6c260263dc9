import type { Route } from '../route.ts';
import type { FaultOptions, Range } from './options.ts';
import { pickByShare, streamOf } from './random.ts';
import { type FaultName, latestCommit, readFaults, writeFaults } from './table.ts';

/** One fault and the part of the requests that it hits. */
type Share = readonly [name: FaultName, share: number];

type Endpoint = Pick<Route, 'method' | 'path'>;

/** Whether requests of this route create products. */
export const isCreation = ({ method, path }: Endpoint): boolean => method === 'POST' && path === '/products';

/** The decisions for a request, each from its own random stream: another latency does not change the faults. */
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
      if (route.method === 'GET') return pickByShare(read ?? [], reading());
      return isCreation(route) ? pickByShare(write ?? [], writing()) : undefined;
    },
    latency: () => (latency ? within(latency, waiting()) : 0),
    delay: () => within({ least: 0, most: latestCommit }, late()),
    coin: () => tossed() < 0.5,
  };
}

const within = ({ least, most }: Range, draw: number): number => Math.round(least + draw * (most - least));
