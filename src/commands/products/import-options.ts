import type { Command } from 'commander';
import { CliError } from '../../errors.ts';
import { indexVariables, parseShard, type Shard } from '../../import/check/shard.ts';
import type { ImportOptions } from '../../import/options.ts';
import { addOptions, type OptionSpecs, type RawOptions, readOptions } from '../../input/options.ts';
import { codeKind, durationKind, type Kind, oneOf, textKind, wholeFrom } from '../../resources/kinds.ts';
import { parseDuration } from '../../text/numbers.ts';

/** 0 is no time at all. */
const patience: Kind<number> = {
  ...durationKind,
  typed: (text) => (/^0+(ms|s|m|h)?$/.test(text) ? 0 : parseDuration(text)),
};
const file = { ...textKind, placeholder: 'file' };

const runOptions = {
  onExisting: {
    flag: '--on-existing',
    kind: oneOf(['skip', 'fail'], 'what'),
    about: 'what a row is whose key the store has already: skip it, or fail before anything is sent (skip)',
  },
  maxErrors: { flag: '--max-errors', kind: wholeFrom(0), about: 'stop after more rejected rows than this' },
  verify: {
    flag: '--verify',
    kind: oneOf(['all'], 'what'),
    about: 'all: look every row up once more at the end, not only those that were sent twice',
  },
  shard: {
    flag: '--shard',
    kind: { ...codeKind, placeholder: 'part/of' },
    about: `only one part of the file, 3/10, or auto/10 by ${Object.keys(indexVariables).join(', ')}`,
  },
  concurrency: { flag: '--concurrency', kind: wholeFrom(1, 64), about: 'requests at a time, at most, 1 to 64 (16)' },
  rate: { flag: '--rate', kind: wholeFrom(1, 10_000), about: 'requests a second, at most' },
  settle: {
    flag: '--settle',
    kind: durationKind,
    about: 'how long the store may take until it shows what it was sent (90s)',
  },
  maxWait: {
    flag: '--max-wait',
    kind: durationKind,
    about: 'how long the store may ask to wait; beyond it the import stops safely (15m)',
  },
  waitLock: {
    flag: '--wait-lock',
    kind: patience,
    about: 'how long to wait for another import into this store to end (not at all)',
  },
  journal: {
    flag: '--journal',
    kind: file,
    about: 'where to remember what was sent; keep it between CI jobs (else in the state directory of this user)',
  },
  rejected: {
    flag: '--rejected',
    kind: file,
    about: 'write the rows that did not get in to this file, as they were, with the reason: mend and import it again',
  },
  results: { flag: '--results', kind: file, about: 'write what became of every row to this file, as CSV' },
  report: {
    flag: '--report',
    kind: file,
    about: 'write the report to this file, as JSON; also when the import stops early',
  },
} as const satisfies OptionSpecs;

/** Adds the options of a run: how it sends, and what it writes. */
export function addRunOptions(command: Command): void {
  addOptions(command, runOptions);
  command.option('--restart', 'set an unfinished run of this file aside, and begin anew');
}

type RunOptions = Pick<
  ImportOptions,
  'onExisting' | 'shard' | 'restart' | 'pace' | 'maxErrors' | 'verifyAll' | 'files'
>;

/** Reads the options of a run. @throws CliError `usage` */
export function readRunOptions(raw: RawOptions, env: Readonly<Record<string, string | undefined>>): RunOptions {
  const {
    onExisting = 'skip',
    verify,
    shard,
    maxErrors,
    journal,
    rejected,
    results,
    report,
    ...given
  } = readOptions(runOptions, raw);
  const { concurrency = 16, rate, settle = 90_000, maxWait = 15 * 60_000, waitLock = 0 } = given;
  return {
    onExisting,
    shard: shard === undefined ? undefined : readShard(shard, env),
    restart: raw.restart === true,
    maxErrors,
    verifyAll: verify === 'all',
    pace: { concurrency, rate, settle, maxWait, waitLock },
    files: { journal, rejected, results, report },
  };
}

function readShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const shard = parseShard(text, env);
  if (shard) return shard;
  const variables = Object.keys(indexVariables).join(', ');
  throw new CliError('usage', `--shard "${text}" is not a part of a whole.`, {
    field: '--shard',
    hint: text.startsWith('auto/')
      ? `auto needs one of these variables, within the number of parts: ${variables}`
      : 'Parts begin at 1: --shard 1/10 to --shard 10/10. auto/10 takes the part from the CI job.',
  });
}
