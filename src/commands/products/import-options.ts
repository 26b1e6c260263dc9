import type { Command } from 'commander';
import { CliError } from '../../errors.ts';
import type { ImportOptions } from '../../import/options.ts';
import { indexVariables, parseShard, type Shard } from '../../import/rows/shard.ts';
import { addOptions, type OptionSpecs, type RawOptions, rareOptions, readOptions } from '../../input/options.ts';
import type { Kind } from '../../resources/kind.ts';
import { codeKind, durationKind, oneOf, textKind, wholeFrom } from '../../resources/kinds.ts';
import { parseDuration } from '../../text/numbers.ts';

/** 0 is no time at all. */
const patience: Kind<number> = {
  ...durationKind,
  typed: (text) => (/^0+(ms|s|m|h)?$/.test(text) ? 0 : parseDuration(text)),
};
/** A file that is written. Not standard output, though `-` means it elsewhere: that has the result. */
export const file: Kind<string> = {
  ...textKind,
  placeholder: 'file',
  expects: 'the name of a file, not -',
  typed: (text) => (text === '-' ? undefined : text),
};

/** `60`, or `60/s` as the sandbox writes it. */
const rateKind: Kind<number> = {
  ...wholeFrom(1, 10_000),
  expects: 'requests per second, from 1 to 10000, such as 20 or 20/s',
  typed: (text) => wholeFrom(1, 10_000).typed(text.replace(/\/s$/, '')),
};

const runOptions = {
  onExisting: {
    flag: '--on-existing',
    kind: oneOf(['skip', 'fail'], 'what'),
    about: 'when a key exists: skip or fail (default skip)',
  },
  maxErrors: { flag: '--max-errors', kind: wholeFrom(0), about: 'stop when more than n rows are rejected' },
  verify: {
    flag: '--verify',
    kind: oneOf(['all'], 'what'),
    about: 'all: look up every row again at the end',
  },
  shard: {
    flag: '--shard',
    kind: { ...codeKind, placeholder: 'part/of' },
    about: 'send one part of the file: 3/10, or auto/10 in CI',
  },
  concurrency: {
    flag: '--concurrency',
    kind: wholeFrom(1, 64),
    about: 'maximum requests at a time, 1 to 64 (default 16)',
  },
  rate: {
    flag: '--rate',
    kind: rateKind,
    about: 'maximum requests per second, of all shards together',
  },
  settle: {
    flag: '--settle',
    kind: durationKind,
    about: 'wait before resending a lost row (default 90s)',
    isRare: true,
  },
  maxWait: {
    flag: '--max-wait',
    kind: durationKind,
    about: 'longest wait the store may ask for (default 15m)',
    isRare: true,
  },
  waitLock: {
    flag: '--wait-lock',
    kind: patience,
    about: 'wait for another import to end (default 0)',
    isRare: true,
  },
  journal: {
    flag: '--journal',
    kind: file,
    about: 'journal file; keep it between CI jobs',
  },
  rejected: {
    flag: '--rejected',
    kind: file,
    about: 'write invalid and rejected rows, with reasons',
  },
  results: { flag: '--results', kind: file, about: 'write the outcome of every row as CSV' },
  report: {
    flag: '--report',
    kind: file,
    about: 'write the report as JSON',
  },
  reportHtml: { flag: '--report-html', kind: file, about: 'write the report as a web page' },
  reportJunit: { flag: '--report-junit', kind: file, about: 'write the report as JUnit XML, for CI' },
} as const satisfies OptionSpecs;

/** Adds the options that decide which rows are sent, and when to stop. */
export function addSafetyOptions(command: Command): void {
  command.option('--skip-invalid', 'skip invalid rows and send the others');
  addOptions(command, { onExisting: runOptions.onExisting });
  addStopOptions(command);
  command.option('--restart', 'start over instead of continuing an import');
  command.addOption(command.createOption('--full', 'look up unchanged rows too').helpGroup(rareOptions));
}

/** Adds the options that do not change what is sent: when to stop, how to verify, where the journal is. */
export function addStopOptions(command: Command): void {
  const { maxErrors, verify, settle, journal, waitLock } = runOptions;
  addOptions(command, { maxErrors, verify, settle, journal, waitLock });
}

export function addSpeedOptions(command: Command): void {
  const { concurrency, rate, maxWait } = runOptions;
  addOptions(command, { concurrency, rate, maxWait });
}

export const addShardOption = (command: Command): void => addOptions(command, { shard: runOptions.shard });

/** Adds the options for the files that an import writes. */
export function addOutputOptions(command: Command): void {
  const { rejected, results, report, reportHtml, reportJunit } = runOptions;
  addOptions(command, { rejected, results, report, reportHtml, reportJunit });
}

type RunOptions = Pick<
  ImportOptions,
  'onExisting' | 'shard' | 'restart' | 'full' | 'pace' | 'maxErrors' | 'verifyAll' | 'files'
>;

/** Reads the options of a run. @throws CliError `usage` */
export function readRunOptions(raw: RawOptions, env: Readonly<Record<string, string | undefined>>): RunOptions {
  const { onExisting = 'skip', verify, shard, maxErrors, ...rest } = readOptions(runOptions, raw);
  const { journal, rejected, results, report, reportHtml, reportJunit } = rest;
  const { concurrency = 16, rate, settle = 90_000, maxWait = 15 * 60_000, waitLock = 0 } = rest;
  const part = shard === undefined ? undefined : readShard(shard, env);
  return {
    onExisting,
    shard: part,
    restart: raw.restart === true,
    full: raw.full === true,
    maxErrors,
    verifyAll: verify === 'all',
    // A rate is for the store: each shard takes its part of it.
    pace: { concurrency, rate: rate && rate / (part?.of ?? 1), settle, maxWait, waitLock },
    files: {
      journal,
      rejected,
      results,
      report,
      'report-html': reportHtml,
      'report-junit': reportJunit,
    },
  };
}

function readShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const shard = parseShard(text, env);
  if (shard) return shard;
  const variables = Object.keys(indexVariables).join(', ');
  throw new CliError('usage', `Invalid --shard "${text}".`, {
    field: '--shard',
    hint: text.startsWith('auto/')
      ? `auto takes the part number from one of these variables: ${variables}`
      : 'Parts begin at 1: --shard 1/10 to --shard 10/10. auto/10 takes the part number from the CI job.',
  });
}
