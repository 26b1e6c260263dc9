import type { Command } from 'commander';
import { type Noun, wayToFind } from '../../../client/endpoints/noun.ts';
import type { ImportOptions } from '../../../import/options.ts';
import { readShard } from '../../../import/rows/shard.ts';
import { addOptions, option, type RawOptions, rareOption, rareOptions, readOptions } from '../../../input/options.ts';
import type { Kind } from '../../../resources/kind.ts';
import { codeKind, durationKind, oneOf, textKind, wholeFrom } from '../../../resources/kinds.ts';
import { parseDuration } from '../../../text/numbers.ts';

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

/** When to stop, how to verify, where the journal is: they do not change what is sent. */
export const stopOptions = {
  maxErrors: option(wholeFrom(0), 'stop when more than n rows are rejected'),
  verify: rareOption(oneOf(['all'], 'what'), 'all: look up every row again at the end'),
  settle: rareOption(durationKind, 'wait before resending a lost row (default 90s)'),
  journal: option(file, 'journal file; keep it between CI jobs'),
  waitLock: rareOption(patience, 'wait for another import to end (default 0)'),
};

export const speedOptions = {
  concurrency: rareOption(wholeFrom(1, 64), 'maximum requests at a time, 1 to 64 (default 16)'),
  rate: option(rateKind, 'maximum requests per second for all shards together'),
  maxWait: rareOption(durationKind, 'longest wait for the store (default 15m)'),
};

export const shardOption = {
  shard: option({ ...codeKind, placeholder: 'part/of' }, 'send one part of the file: 3/10, or auto/10 in CI'),
};

/** The files that an import writes. */
export const outputOptions = {
  rejected: option(file, 'write invalid and rejected rows, with reasons'),
  results: option(file, "write every row's outcome (.csv, .json, .xlsx, …)"),
  report: option(file, 'write the report as JSON'),
  reportHtml: option(file, 'write the report as a web page'),
  reportJunit: option(file, 'write the report as JUnit XML, for CI'),
};

const existingOption = {
  onExisting: option(oneOf(['skip', 'fail'], 'what'), 'when a key exists: skip or fail (default skip)'),
};

const runOptions = { ...existingOption, ...stopOptions, ...shardOption, ...speedOptions, ...outputOptions };

/** Adds the options that decide which rows are sent, and when to stop. Some ask what a store has, which not every noun tells. */
export function addSafetyOptions(command: Command, noun: Noun): void {
  command.option('--skip-invalid', 'skip invalid rows and send the others');
  command.option('--fail-on-warnings', 'treat any warning as an error');
  const { verify: _, ...others } = stopOptions;
  const tellsOfEach = doesStoreTell(noun);
  addOptions(command, tellsOfEach ? { ...existingOption, ...stopOptions } : others);
  const rare = (flags: string, about: string) =>
    command.addOption(command.createOption(flags, about).helpGroup(rareOptions));
  rare('--restart', 'start over instead of continuing an import');
  if (tellsOfEach) rare('--full', 'look up unchanged rows too');
}

/** Whether a store tells of every row what it has: before it is sent, and at the end. */
function doesStoreTell(noun: Noun): boolean {
  switch (wayToFind(noun).by) {
    case 'search':
      return true;
    case 'owner':
    case 'ids':
    case 'none':
      return false;
  }
}

type RunOptions = Pick<
  ImportOptions,
  'onExisting' | 'shard' | 'restart' | 'full' | 'failOnWarnings' | 'pace' | 'maxErrors' | 'verifyAll' | 'files'
>;

/** Reads the options of a run. @throws CliError `usage` */
export function readRunOptions(raw: RawOptions, env: Readonly<Record<string, string | undefined>>): RunOptions {
  const { onExisting = 'skip', verify, shard, maxErrors, ...rest } = readOptions(runOptions, raw);
  const { journal } = rest;
  const { concurrency = 16, rate, settle = 90_000, maxWait = 15 * 60_000, waitLock = 0 } = rest;
  const part = shard === undefined ? undefined : readShard(shard, env);
  return {
    onExisting,
    shard: part,
    restart: raw.restart === true,
    full: raw.full === true,
    failOnWarnings: raw.failOnWarnings === true,
    maxErrors,
    verifyAll: verify === 'all',
    // A rate is for the store: each shard takes its part of it.
    pace: { concurrency, rate: rate && rate / (part?.of ?? 1), settle, maxWait, waitLock },
    files: { journal, ...readOutputFiles(raw) },
  };
}

/** The files that an import writes, by the names of their options. @throws CliError `usage` */
export function readOutputFiles(raw: RawOptions): ImportOptions['files'] {
  const { rejected, results, report, reportHtml, reportJunit } = readOptions(outputOptions, raw);
  return { rejected, results, report, 'report-html': reportHtml, 'report-junit': reportJunit };
}
