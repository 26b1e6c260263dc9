import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { type RawOptions, readOptions } from '../../input/options.ts';
import { durationKind, type Kind, type Suggestion, textKind, wholeFrom } from '../../resources/kinds.ts';
import type { FaultOptions, Range } from '../../sandbox/faults/options.ts';
import { parseFaults } from '../../sandbox/faults/parse.ts';
import { quirks, readFaults, writeFaults } from '../../sandbox/faults/table.ts';
import { parseDuration } from '../../text/numbers.ts';

const largestPage = 100;
const seeds = 2 ** 32;

/** The options that make a sandbox slow, strict or unreliable. `--fault` stands beside them, since it can be repeated. */
export const faultOptions = {
  latency: {
    flag: '--latency',
    kind: kindOf('a duration such as 50ms, or two, the shorter first: 20ms..200ms', '20ms..200ms', parseLatency),
    about: 'how long every request takes',
  },
  rateLimit: {
    flag: '--rate-limit',
    kind: kindOf('requests per second such as 50/s', '50/s', parseRate),
    about: 'answer 429 beyond so many requests, with a burst of one second',
  },
  maxConcurrent: {
    flag: '--max-concurrent',
    kind: wholeFrom(1),
    about: 'answer 503 beyond so many requests at the same time',
  },
  pageCap: {
    flag: '--page-cap',
    kind: wholeFrom(1, largestPage),
    about: `the largest page of a list (${largestPage})`,
  },
  indexLag: {
    flag: '--index-lag',
    kind: durationKind,
    about: 'lists and searches find a new product only after this time',
  },
  seed: {
    flag: '--seed',
    kind: wholeFrom(0, seeds - 1),
    about: 'repeat the faults of an earlier sandbox, which printed it',
  },
} as const;

/** What `--fault` takes. */
export const faultsHelp =
  `fail in this part of the requests, such as reset-after=1%,hang=0.5%. Of creations: ${Object.keys(writeFaults).join(' ')}. ` +
  `Of reads: ${Object.keys(readFaults).join(' ')}. Without a share: ${quirks.join(' ')}`;

/** The same, to be chosen from. */
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
  throw new CliError('usage', '--seed has nothing to repeat without a fault.', {
    field: '--seed',
    hint: 'Give the --fault or --latency that it belongs to.',
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
