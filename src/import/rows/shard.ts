import { CliError } from '../../errors.ts';
import { hashOf } from '../../text/hash-set.ts';
import { type Key, keyText } from '../map/rows/key.ts';

/** One of several parts of a file; the first is 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** Whether a row belongs to a shard. Only the key decides, so that every machine divides a file alike. */
export const isInShard = ({ part, of }: Shard, key: Key): boolean => hashOf(`shard ${keyText(key)}`) % of === part - 1;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads `3/10`, or `auto/10`, which takes the part from the variables that CI services and Kubernetes set.
 * @throws CliError `usage` for anything else, for a part outside the range, and for variables that say something else: the
 * rows of a part that no job sends would be missing, and every job would succeed
 */
export function readShard(text: string, env: Variables): Shard {
  const match = /^(auto|\d{1,6})\/(\d{1,6})$/.exec(text);
  const of = Number(match?.[2]);
  if (match?.[1] === 'auto' && of >= 1) return { part: partFrom({ text, of, env }), of };
  const part = Number(match?.[1]);
  if (part >= 1 && part <= of) return { part, of };
  throw invalid(
    text,
    'Parts begin at 1: --shard 1/10 to --shard 10/10. auto/10 takes the part number from the CI job.',
  );
}

/** The variables that say which part a job is, where each begins, and which one says how many parts there are. */
const indexVariables = [
  // Kubernetes says nowhere how many completions an Indexed Job has.
  { name: 'JOB_COMPLETION_INDEX', first: 0 },
  // GitLab also sets CI_NODE_TOTAL in a job that is not parallel, but CI_NODE_INDEX only in one that is.
  { name: 'CI_NODE_INDEX', first: 1, total: 'CI_NODE_TOTAL' },
  // What a matrix sets.
  { name: 'SHARD_INDEX', first: 0 },
  { name: 'SHARD_NUMBER', first: 1 },
];

/** A matrix can say how many parts there are beside any of these. */
const matrixTotal = 'SHARD_TOTAL';

/** What is asked for, and the variables of the job. */
interface AskedShard {
  readonly text: string;
  readonly of: number;
  readonly env: Variables;
}

function partFrom(asked: AskedShard): number {
  const set = indexVariables.filter(({ name }) => valueIn(name, asked) !== '');
  const [one, ...others] = set.map(({ name, first }) => ({ name, part: readIndex(name, first, asked) - first + 1 }));
  if (!one) throw invalid(asked.text, `auto takes the part number from one of these variables: ${indexNames()}.`);
  for (const total of [...set.map((variable) => variable.total), matrixTotal]) refuseOtherTotal(total, asked);
  const other = others.find(({ part }) => part !== one.part);
  if (!other) return one.part;
  const [first, second] = [one, other].map(({ name, part }) => `${name} is ${valueIn(name, asked)} (part ${part})`);
  throw invalid(asked.text, `${first}, but ${second}. Pass the number instead of auto, or unset one of them.`);
}

const indexNames = (): string => indexVariables.map(({ name }) => name).join(', ');

function readIndex(name: string, first: number, asked: AskedShard): number {
  const value = valueIn(name, asked);
  const number = wholeNumber(value);
  const end = first + asked.of;
  if (number >= first && number < end) return number;
  throw invalid(asked.text, `${name} is ${shown(value)}, but must be from ${first} to ${end - 1}.`);
}

function refuseOtherTotal(name: string | undefined, asked: AskedShard): void {
  const value = name === undefined ? '' : valueIn(name, asked);
  if (value === '' || wholeNumber(value) === asked.of) return;
  const why = 'All jobs together must be all parts, or rows would be missing.';
  throw invalid(asked.text, `${name} is ${shown(value)}, but --shard says ${asked.of}. ${why}`);
}

/** CI services pass a variable that is not set on as an empty one. */
const valueIn = (name: string, { env }: AskedShard): string => (env[name] ?? '').trim();

const wholeNumber = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN);

const shown = (value: string): string => (/^\d+$/.test(value) ? value : JSON.stringify(value));

const invalid = (text: string, hint: string): CliError =>
  new CliError('usage', `Invalid --shard "${text}".`, { field: '--shard', hint });
