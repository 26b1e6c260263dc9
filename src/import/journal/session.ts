import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { formatCount } from '../../text/numbers.ts';
import type { Import } from '../import-run.ts';
import type { Journal } from './journal.ts';
import type { Run, StateCounts } from './runs.ts';

/** What this invocation works on: a run of its own, or one that was broken off. */
export interface ImportSession {
  readonly run: number;
  /** The run as it was left; undefined for a new one. */
  readonly continued: Run | undefined;
}

/** What makes another invocation the same run: the store, the file's bytes, and every option that changes what is sent. */
export interface Identity {
  readonly store: string;
  readonly file: string;
  readonly options: string;
  readonly identity: string;
}

export function identityOf({ catalogue, settings, shard }: Import, store: string, file: string): Identity {
  const sent = { ...catalogue, language: settings.language, taxField: settings.taxField, shard };
  // Amounts are exact integers, which JSON does not know.
  const options = JSON.stringify(sent, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return { store, file, options, identity: createHash('sha256').update(`${store}\n${file}\n${options}`).digest('hex') };
}

/** The run that this invocation would continue, if there is one. */
export const runToContinue = ({ restart }: Import, journal: Journal, { identity }: Identity): Run | undefined =>
  restart ? undefined : journal.unfinished(identity);

interface NewSession {
  readonly rows: number;
  readonly faulty: number;
  readonly leftOut: number;
  readonly elsewhere: number;
}

/** Continues a run and says so, or begins one. An unfinished run of the same part of the file, as it was or otherwise, is set aside; what it left open is settled. */
export async function beginSession(
  run: Import,
  journal: Journal,
  identity: Identity,
  found: NewSession,
): Promise<ImportSession> {
  const { context, notice } = run;
  const continued = runToContinue(run, journal, identity);
  if (continued) {
    await notice(`Continuing import ${continued.run}: ${doneText(journal.counts(continued.run), continued)}.`);
    return { run: continued.run, continued };
  }
  const path = run.path === '-' ? '-' : resolve(context.cwd, run.path);
  for (const before of path === '-' ? [] : journal.replacedBy({ ...identity, path })) {
    const why =
      before.identity === identity.identity
        ? 'is set aside'
        : 'is set aside, since the file or the options are not the same any more';
    await notice(
      `Import ${before.run} (${doneText(journal.counts(before.run), before)}) ${why}. Rows that are in the store are skipped.`,
    );
    journal.endRun(before.run, 'set aside', before.stopped);
  }
  return {
    run: journal.beginRun({ ...identity, path, started: context.clock.now().getTime(), ...found }),
    continued: undefined,
  };
}

const doneText = ({ created, existing }: StateCounts, { rows, leftOut, elsewhere }: Run): string =>
  `${formatCount(created + existing)} of ${formatCount(rows - leftOut - elsewhere)} rows are in the store`;
