import { type Counts, type Simulation, simulate } from '../../test/pace/simulator.ts';
import { crowded, gone, type Make, mixed, moody, rateLimited, shaky, willing } from '../../test/pace/stores.ts';

/** A store that limits its clients in one way, and how much of it a perfect client would use. */
interface Scenario extends Omit<Simulation, 'seed' | 'seconds'> {
  readonly name: string;
  /** 300 by default. */
  readonly seconds?: number;
  /** Requests per second that the store accepts at most, over the whole time. */
  readonly allowed: number;
  /** Seconds from and to which the store accepts nothing: no stall of the client. */
  readonly outage?: readonly [number, number];
}

/** What became of one scenario with one seed. */
interface Outcome {
  /** Accepted, as a share of what the store allows. */
  readonly used: number;
  /** Refused or failed, as a share of all requests; probes excluded. */
  readonly refused: number;
  /** The longest time in which one process had no request accepted, in seconds. */
  readonly stall: number;
  /** What the process with the fewest, and the one with the most, got accepted after two minutes: 1 is its fair share. */
  readonly least: number;
  readonly most: number;
}

/** 16 at a time, each 50 ms in the store and 10 ms on the way. */
const ceiling = 16 / 0.06;
const saysWhen = true;
const both = (
  name: string,
  make: (retryAfter: { readonly saysWhen?: boolean }) => Omit<Scenario, 'name'>,
): Scenario[] => [
  { name, ...make({}) },
  { name: `${name}, Retry-After`, ...make({ saysWhen }) },
];
const limited = (perSecond: number, seconds: number): Scenario[] =>
  both(`${perSecond}/s for ${seconds} s`, (retryAfter) => ({
    store: rateLimited({ perSecond, burst: perSecond, ...retryAfter }),
    seconds,
    allowed: perSecond,
  }));
const halved = (perSecond: number): Scenario[] =>
  both(`${perSecond}/s, halved half-way`, (retryAfter) => ({
    store: rateLimited({
      perSecond: (now) => (now < 150_000 ? perSecond : perSecond / 2),
      burst: perSecond,
      ...retryAfter,
    }),
    allowed: perSecond * 0.75,
  }));
const shared = (perSecond: number, processes: number): Scenario[] =>
  both(`${perSecond}/s, ${processes} processes`, (retryAfter) => ({
    store: rateLimited({ perSecond, burst: perSecond, ...retryAfter }),
    allowed: perSecond,
    processes,
  }));

const sharings = [2, 5, 20, 200].flatMap((perSecond) => [4, 8].map((processes) => [perSecond, processes] as const));

const outage = [60, 120] as const;
const absent = (then?: Make): Make => gone(60_000, 120_000, then);
const twenty = rateLimited({ perSecond: 20, burst: 20 });

const scenarios: readonly Scenario[] = [
  ...limited(2, 60),
  ...limited(20, 60),
  ...[1, 2, 5, 20, 200].flatMap((perSecond) => limited(perSecond, 300)),
  { name: 'no limit', store: willing, allowed: ceiling },
  { name: '2 % random 429', store: moody(0.02), allowed: 0.98 * ceiling },
  { name: '2 % random 429, Retry-After', store: moody(0.02, undefined, 1000), allowed: 1 / (0.02 + 1 / ceiling) },
  { name: '10 % random 429', store: moody(0.1), allowed: 0.9 * ceiling },
  { name: '10 % random 429, Retry-After', store: moody(0.1, undefined, 1000), allowed: 0.9 / (0.1 + 1 / ceiling) },
  { name: '20/s, 2 % random 429', store: rateLimited({ perSecond: 20, burst: 20 }, moody(0.02)), allowed: 0.98 * 20 },
  { name: '15 % random failures', store: shaky(0.15), allowed: 0.85 * ceiling },
  {
    name: '20/s, 15 % random failures',
    store: rateLimited({ perSecond: 20, burst: 20 }, shaky(0.15)),
    allowed: 0.85 * 20,
  },
  {
    name: '2 % random 429, 15 % failures',
    store: mixed({ throttled: 0.02, overloaded: 0.15, slow: 0 }),
    allowed: (0.83 * 16) / 0.07,
  },
  { name: 'outage of a minute', store: absent(), outage, allowed: 0.8 * ceiling },
  { name: '20/s, outage of a minute', store: absent(twenty), outage, allowed: 0.8 * 20 },
  ...halved(20),
  ...halved(200),
  ...sharings.flatMap(([perSecond, processes]) => shared(perSecond, processes)),
  ...[1, 4, 12].map((most) => ({ name: `${most} at once`, store: crowded(most), allowed: most / 0.05 })),
  { name: '30/s and 6 at once', store: rateLimited({ perSecond: 30, burst: 30 }, crowded(6)), allowed: 30 },
];

export interface Summary {
  readonly name: string;
  /** Accepted a minute at the median. */
  readonly perMinute: number;
  readonly median: Outcome;
  readonly worst: Outcome;
}

/** Runs every scenario with so many seeds. */
export function* runScenarios(seeds: number, only = ''): Generator<Summary> {
  for (const scenario of scenarios) {
    if (!scenario.name.includes(only)) continue;
    const outcomes = Array.from({ length: seeds }, (_, at) => outcomeOf(scenario, at + 1));
    const sorted = (column: keyof Outcome): readonly number[] =>
      outcomes.map((outcome) => outcome[column]).sort((left, right) => left - right);
    const each = (pick: (column: readonly number[], isBetterHigh: boolean) => number): Outcome => ({
      used: pick(sorted('used'), true),
      refused: pick(sorted('refused'), false),
      stall: pick(sorted('stall'), false),
      least: pick(sorted('least'), true),
      most: pick(sorted('most'), false),
    });
    const median = each(middle);
    const worst = each((column, isBetterHigh) => column.at(isBetterHigh ? 0 : -1) ?? 0);
    yield { name: scenario.name, perMinute: median.used * scenario.allowed * 60, median, worst };
  }
}

const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

function outcomeOf({ allowed, outage: gap, seconds = 300, ...simulation }: Scenario, seed: number): Outcome {
  const counts = simulate({ ...simulation, seconds, seed });
  const [accepted, refused] = [sum(counts.map((one) => one.accepted)), sum(counts.map((one) => one.refused))];
  return {
    used: accepted / (allowed * seconds),
    refused: refused / (accepted + refused),
    stall: Math.max(...counts.map((one) => longestStall(one, seconds, gap))),
    ...(counts.length === 1 ? { least: 1, most: 1 } : shares(counts)),
  };
}

const settled = 120_000;

/** How far from fair the processes are after two minutes. */
function shares(counts: readonly Counts[]): Pick<Outcome, 'least' | 'most'> {
  const each = counts.map(({ log }) => log.filter(({ at, kind }) => at >= settled && kind === 'answered').length);
  const fair = sum(each) / each.length;
  return { least: Math.min(...each) / fair, most: Math.max(...each) / fair };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function longestStall({ log }: Counts, seconds: number, gap: Scenario['outage'] = [0, 0]): number {
  const times = [0, ...log.filter(({ kind }) => kind === 'answered').map(({ at }) => at / 1000), seconds];
  times.sort((left, right) => left - right);
  const length = (from: number, to: number): number =>
    to - from - Math.max(0, Math.min(to, gap[1]) - Math.max(from, gap[0]));
  return Math.max(...times.slice(1).map((time, at) => length(times[at] ?? 0, time)));
}
