import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { type RawOptions, readOptions } from '../../input/options.ts';
import type { Kind, Suggestion } from '../../resources/kind.ts';
import { durationKind, textKind, wholeFrom } from '../../resources/kinds.ts';
import { type FaultOptions, parseFaults, type Range } from '../../sandbox/faults/options.ts';
import { quirks, readFaults, writeFaults } from '../../sandbox/faults/table.ts';
import { parseDuration } from '../../text/numbers.ts';

/** What the sandbox sends at most. */
const largestPage = 100;
const seeds = 2 ** 32;

/** The options that make a sandbox slow, strict or unreliable. The repeatable `--fault` is separate. */
export const faultOptions = {
  latency: {
    flag: '--latency',
    kind: kindOf('a duration such as 50ms, or a range such as 20ms..200ms', '20ms..200ms', parseLatency),
    about: 'delay each request',
  },
  rateLimit: {
    flag: '--rate-limit',
    kind: kindOf('requests per second such as 50/s', '50/s', parseRate),
    about: 'answer 429 above this rate; bursts of one second are allowed',
  },
  maxConcurrent: {
    flag: '--max-concurrent',
    kind: wholeFrom(1),
    about: 'answer 503 above this number of parallel requests',
  },
  pageCap: {
    flag: '--page-cap',
    kind: wholeFrom(1, largestPage),
    about: `largest page of a list (default ${largestPage})`,
  },
  indexLag: {
    flag: '--index-lag',
    kind: durationKind,
    about: 'time before lists and searches show a new product',
  },
  seed: {
    flag: '--seed',
    kind: wholeFrom(0, seeds - 1),
    about: 'seed of an earlier run, to repeat its faults',
  },
} as const;

/** The completions of `--fault`. */
export const faultTexts: readonly Suggestion[] = [
  ...Object.keys(writeFaults).map((name) => [`${name}=`, 'of creations'] as const),
  ...Object.keys(readFaults).map((name) => [`${name}=`, 'of reads'] as const),
  ...quirks.map((name) => [name, 'always'] as const),
];

/**
 * The faults that the options ask for, or undefined. Without `--seed` the seed is random.
 * @throws CliError `usage`
 */
export function readFaultOptions(
  raw: RawOptions,
  { clock, randomHex }: Pick<Context, 'clock' | 'randomHex'>,
): FaultOptions | undefined {
  const { seed, ...limits } = readOptions(faultOptions, raw);
  const chosen = Array.isArray(raw.fault) ? parseFaults(raw.fault.join(',')) : undefined;
  if (chosen || Object.keys(limits).length > 0)
    return { seed: seed ?? Number.parseInt(randomHex(4), 16), ...limits, ...chosen, clock };
  if (seed === undefined) return undefined;
  throw new CliError('usage', '--seed works only with faults.', {
    field: '--seed',
    hint: 'Pass the --fault or --latency of the earlier run.',
  });
}

function kindOf<T>(expects: string, placeholder: string, typed: (text: string) => T | undefined): Kind<T> {
  return { ...textKind, expects, placeholder, typed, wire: () => undefined, send: String };
}

function parseLatency(text: string): Range | undefined {
  const [first = '', last = first, ...more] = text.split('..');
  const [least, most] = [parseDuration(first), parseDuration(last)];
  return least !== undefined && most !== undefined && least <= most && more.length === 0 ? { least, most } : undefined;
}

function parseRate(text: string): number | undefined {
  const perSecond = Number(/^(\d{1,6}(?:\.\d{1,3})?)\/s$/.exec(text)?.[1] ?? 0);
  return perSecond > 0 ? perSecond : undefined;
}
