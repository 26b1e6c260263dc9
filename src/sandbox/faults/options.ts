import type { Clock } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { type FaultName, faults, type Quirk, quirks, readFaults, writeFaults } from './table.ts';

/** The faults that `--fault` names. */
interface ChosenFaults {
  /** The part of the requests that each hits, from 0 to 1. */
  readonly shares: Readonly<Partial<Record<FaultName, number>>>;
  readonly quirks: readonly Quirk[];
}

/** How a store fails on demand. Times are in milliseconds; absent options have no effect. */
export interface FaultOptions extends Partial<ChosenFaults> {
  /**
   * Where the pseudo-random streams begin: the same seed and the same requests meet the same faults. From 0 to 2^32 -
   * 1.
   */
  readonly seed: number;
  /** Every request takes a time between these two: half of it before the work, half after. */
  readonly latency?: Range;
  /** Requests per second, with a burst of one second; beyond it 429. */
  readonly rateLimit?: number;
  /** Requests at the same time; beyond it 503. */
  readonly maxConcurrent?: number;
  /** The largest page of a list; only smaller than the store's own has an effect. */
  readonly pageCap?: number;
  /** Lists and searches show a new product only after this time. */
  readonly indexLag?: number;
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
}

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** One part of the text, read: a fault with its share, a habit, or what is wrong with it. */
type Entry =
  | { readonly name: FaultName; readonly share: number }
  | { readonly name: Quirk; readonly share: undefined }
  | { readonly wrong: string };

/**
 * Reads `5xx-before=1%,hang=0.5%,fold-keys`. Outer spaces do not matter.
 * @throws CliError `usage` that names every wrong entry, and what would be right.
 */
export function parseFaults(text: string): ChosenFaults {
  const entries = text.split(',').map((entry) => parseEntry(entry.trim()));
  const wrong = [
    ...entries.flatMap((entry) => ('wrong' in entry ? [entry.wrong] : [])),
    ...namedTwice(entries),
    ...overfull(entries),
  ];
  if (wrong.length > 0)
    throw new CliError('usage', wrong.map((what) => `--fault ${what}.`).join('\n'), { field: '--fault', hint });
  return {
    shares: Object.fromEntries(
      entries.flatMap((entry) => ('share' in entry && entry.share !== undefined ? [[entry.name, entry.share]] : [])),
    ),
    quirks: quirks.filter((quirk) => entries.some((entry) => 'name' in entry && entry.name === quirk)),
  };
}

const hint = `Faults with a share of the requests: ${Object.keys(faults).join(', ')}. Without a share: ${quirks.join(', ')}. Example: --fault reset-after=1%,hang=0.5%,fold-keys`;

function parseEntry(entry: string): Entry {
  const [name = '', share, ...more] = entry.split('=');
  if (isQuirk(name)) return share === undefined ? { name, share } : { wrong: `"${entry}": ${name} takes no share` };
  if (!isFault(name)) return { wrong: `"${entry}": unknown fault` };
  const percent = more.length === 0 ? parsePercent(share ?? '') : undefined;
  return percent === undefined
    ? { wrong: `"${entry}": the share must be from 0% to 100%, for example ${name}=1%` }
    : { name, share: percent / 100 };
}

const isQuirk = (name: string): name is Quirk => quirks.some((quirk) => quirk === name);
const isFault = (name: string): name is FaultName => Object.hasOwn(faults, name);

function parsePercent(text: string): number | undefined {
  const percent = /^\d{1,3}(\.\d{1,6})?%$/.test(text) ? Number(text.slice(0, -1)) : undefined;
  return percent !== undefined && percent <= 100 ? percent : undefined;
}

function namedTwice(entries: readonly Entry[]): readonly string[] {
  const names = entries.flatMap((entry) => ('name' in entry ? [entry.name] : []));
  const again = names.filter((name, at) => names.indexOf(name) !== at);
  return [...new Set(again)].map((name) => `lists ${name} more than once`);
}

/** A request meets one fault at most, so the shares lie side by side. */
function overfull(entries: readonly Entry[]): readonly string[] {
  return [writeFaults, readFaults].flatMap((table) => {
    const shares = entries.flatMap((entry) =>
      'name' in entry && Object.hasOwn(table, entry.name) ? [entry.share ?? 0] : [],
    );
    const percent = Math.round(shares.reduce((sum, share) => sum + share, 0) * 1e8) / 1e6;
    return percent > 100
      ? [`shares of ${Object.keys(table).join(', ')} add up to ${percent}%; the maximum is 100%`]
      : [];
  });
}
