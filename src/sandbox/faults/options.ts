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
    about: 'seed of an earlier run, to repeat its faults',
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

/** A fault with its percentage of the requests, or a quirk, which hits all. */
type Entry = { readonly name: FaultName; readonly percent: number } | { readonly name: Quirk };

/**
 * Reads `5xx-before=1%,hang=0.5%,fold-keys`. Outer spaces do not matter.
 * @throws CliError `usage` that names every wrong entry, and what would be right.
 */
export function parseFaults(text: string): ChosenFaults {
  const read = text.split(',').map((entry) => parseEntry(entry.trim()));
  const entries = read.filter((entry) => typeof entry !== 'string');
  const wrong = [...read.filter((entry) => typeof entry === 'string'), ...namedTwice(entries), ...overfull(entries)];
  if (wrong.length > 0)
    throw new CliError('usage', wrong.map((what) => `--fault ${what}.`).join('\n'), { field: '--fault', hint });
  return {
    shares: Object.fromEntries(
      entries.flatMap((entry) => ('percent' in entry ? [[entry.name, entry.percent / 100]] : [])),
    ),
    quirks: quirks.filter((quirk) => entries.some(({ name }) => name === quirk)),
  };
}

const hint = `Faults with a share of the requests: ${Object.keys(faults).join(', ')}. Without a share: ${quirks.join(', ')}. Example: --fault reset-after=1%,hang=0.5%,fold-keys`;

/** The entry, or what is wrong with it. */
function parseEntry(entry: string): Entry | string {
  const [name = '', ...share] = entry.split('=');
  if (isQuirk(name)) return share.length === 0 ? { name } : `"${entry}": ${name} takes no share`;
  if (!isFault(name)) return `"${entry}": unknown fault`;
  const text = share.join('=');
  const percent = /^\d{1,3}(\.\d{1,6})?%$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN;
  return percent <= 100 ? { name, percent } : `"${entry}": the share must be from 0% to 100%, for example ${name}=1%`;
}

const isQuirk = (name: string): name is Quirk => quirks.some((quirk) => quirk === name);
const isFault = (name: string): name is FaultName => Object.hasOwn(faults, name);

function namedTwice(entries: readonly Entry[]): readonly string[] {
  const names = entries.map(({ name }) => name);
  const again = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return [...again].map((name) => `lists ${name} more than once`);
}

/** A request meets one fault at most, so the shares lie side by side. */
function overfull(entries: readonly Entry[]): readonly string[] {
  return [faultsThatHit('creations'), faultsThatHit('reads')].flatMap((names) => {
    const percents = entries.flatMap((entry) =>
      'percent' in entry && names.includes(entry.name) ? entry.percent : [],
    );
    const percent = Math.round(percents.reduce((sum, one) => sum + one, 0) * 1e6) / 1e6;
    return percent > 100 ? [`shares of ${names.join(', ')} add up to ${percent}%; the maximum is 100%`] : [];
  });
}
