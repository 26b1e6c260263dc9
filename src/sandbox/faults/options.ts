import type { Clock } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Kind } from '../../resources/kind.ts';
import { durationKind, textKind, wholeFrom } from '../../resources/kinds.ts';
import { parseDuration } from '../../text/numbers.ts';
import { largestLimit } from '../http/paging.ts';
import { type FaultName, faults, faultsThatHit, type Quirk, quirks } from './table.ts';

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** The options that make a sandbox slow, strict or unreliable. Times are in milliseconds. `--fault` is separate. */
export const faultOptions = {
  /** Half of it before the work, half after. */
  latency: {
    kind: kindOf('a duration such as 50ms, or a range such as 20ms..200ms', '20ms..200ms', parseLatency),
    about: 'delay each request',
  },
  rateLimit: {
    kind: kindOf('requests per second such as 50/s', '50/s', parseRate),
    about: 'answer 429 above this rate; bursts of one second are allowed',
  },
  maxConcurrent: {
    kind: wholeFrom(1),
    about: 'answer 503 above this number of parallel requests',
  },
  pageCap: {
    kind: wholeFrom(1, largestLimit),
    about: `largest page of a list (default ${largestLimit})`,
  },
  indexLag: {
    kind: durationKind,
    about: 'time before lists and searches show a new product',
  },
  /** Where the random streams begin: the same seed and the same requests meet the same faults. */
  seed: {
    kind: wholeFrom(0, 2 ** 32 - 1),
    about: 'seed of an earlier run, to repeat its faults or people',
  },
} as const;

type Limits = {
  readonly [K in keyof typeof faultOptions]?: NonNullable<ReturnType<(typeof faultOptions)[K]['kind']['typed']>>;
};

/** How a store fails on demand. Absent options have no effect. */
export interface FaultOptions extends Limits, Partial<ChosenFaults> {
  readonly seed: number;
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
}

/** The faults that `--fault` names. */
interface ChosenFaults {
  /** The part of the requests that each hits, from 0 to 1. */
  readonly shares: Readonly<Partial<Record<FaultName, number>>>;
  readonly quirks: readonly Quirk[];
}

function kindOf<T>(expects: string, placeholder: string, typed: (text: string) => T | undefined): Kind<T> {
  return { ...textKind, expects, placeholder, typed, wire: () => undefined, send: String };
}

function parseLatency(text: string): Range | undefined {
  const [first = '', last = first, ...more] = text.split('..');
  const least = parseDuration(first);
  const most = parseDuration(last);
  return least !== undefined && most !== undefined && least <= most && more.length === 0 ? { least, most } : undefined;
}

function parseRate(text: string): number | undefined {
  const perSecond = Number(/^(\d{1,6}(?:\.\d{1,3})?)\/s$/.exec(text)?.[1] ?? 0);
  return perSecond > 0 ? perSecond : undefined;
}

/**
 * Reads `5xx-before=1%,hang=0.5%,fold-keys`. Outer spaces do not matter.
 * @throws CliError `usage` that names every wrong entry, and what would be right.
 */
export function parseFaults(text: string): ChosenFaults {
  const shares: Partial<Record<FaultName, number>> = {};
  const chosen = new Set<string>();
  const wrong: string[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, name = '', percent] = /^([\w-]+)(?:=(\d{1,3}(?:\.\d{1,6})?)%)?$/.exec(entry) ?? [];
    if (chosen.has(name)) wrong.push(`lists ${name} more than once`);
    else if (isFault(name) && Number(percent) <= 100) shares[name] = Number(percent) / 100;
    else if (!quirks.some((quirk) => quirk === name && percent === undefined))
      wrong.push(`"${entry}": expected a fault with a share from 0% to 100%, such as hang=1%`);
    chosen.add(name);
  }
  wrong.push(...overfull(shares));
  if (wrong.length > 0)
    throw new CliError('usage', wrong.map((what) => `--fault ${what}.`).join('\n'), { field: '--fault', hint });
  return { shares, quirks: quirks.filter((quirk) => chosen.has(quirk)) };
}

const hint = `Faults with a share of the requests: ${Object.keys(faults).join(', ')}. Without a share: ${quirks.join(', ')}. Example: --fault reset-after=1%,hang=0.5%,fold-keys`;

const isFault = (name: string): name is FaultName => Object.hasOwn(faults, name);

/** A request meets one fault at most, so the shares lie side by side. */
const overfull = (shares: Partial<Record<FaultName, number>>): readonly string[] =>
  [faultsThatHit('creations'), faultsThatHit('reads')].flatMap((names) => {
    const sum = names.reduce((total, name) => total + (shares[name] ?? 0), 0);
    // A sum of decimals may be a little more than they are.
    return sum > 1 + 1e-9 ? [`shares of ${names.join(', ')} add up to more than 100%`] : [];
  });
