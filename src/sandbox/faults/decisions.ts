import type { Route } from '../route.ts';
import type { FaultOptions, Range } from './options.ts';
import { pickByShare, streamOf } from './random.ts';
import { type FaultName, faults, latestCommit } from './table.ts';

type Endpoint = Pick<Route, 'method' | 'path'>;

/** Whether requests of this route create what is imported from files. */
const isCreation = ({ method, path }: Endpoint): boolean =>
  method === 'POST' && (path === '/products' || path.startsWith('/customers'));

/** Whether they create products, which lists show late. */
export const createsProducts = ({ method, path }: Endpoint): boolean => method === 'POST' && path === '/products';

/** Decides about a request, each time from a random stream of its own: another latency does not change the faults. */
export function decisionsOf({ seed, shares = {}, latency }: Pick<FaultOptions, 'seed' | 'shares' | 'latency'>) {
  const chosen = Object.entries(shares) as (readonly [FaultName, number])[];
  const creations = chosen.filter(([name]) => faults[name].hits === 'creations');
  const reads = chosen.filter(([name]) => faults[name].hits === 'reads');
  const writing = streamOf(seed, 'write fault');
  const reading = streamOf(seed, 'read fault');
  const waiting = streamOf(seed, 'latency');
  const late = streamOf(seed, 'delay');
  const tossed = streamOf(seed, 'coin');
  return {
    /** The fault that hits a request of this route, if one does. */
    fault(route: Endpoint): FaultName | undefined {
      if (route.method === 'GET') return pickByShare(reads, reading());
      return isCreation(route) ? pickByShare(creations, writing()) : undefined;
    },
    /** Milliseconds. */
    latency: () => (latency ? within(latency, waiting()) : 0),
    /** Milliseconds from the client's reset to the commit. */
    delay: () => within({ least: 0, most: latestCommit }, late()),
    /** Whether a fault that creates in half of the cases does so now. */
    coin: () => tossed() < 0.5,
  };
}

const within = ({ least, most }: Range, draw: number): number => Math.round(least + draw * (most - least));
