import { identityOf, refuseUsedPlan } from './journal/begin-run.ts';
import { openJournal } from './journal/journal.ts';
import { unfinishedRun } from './journal/runs.ts';
import type { ImportOptions } from './options.ts';
import { type ImportPlan, refuseExpired, shortName, timeText } from './plan/plan.ts';
import { rowCount } from './report/words.ts';
import { runImport } from './run.ts';

/**
 * Imports exactly the rows of a plan. Returns the exit code.
 * @throws CliError `usage` for a plan that was already applied or has expired
 */
export async function applyPlan(options: ImportOptions & { readonly plan: ImportPlan }): Promise<number> {
  const { plan, context, hint } = options;
  const { person, created } = plan.heading;
  const isStarted = await wasStarted(options);
  const now = context.clock.now().getTime();
  if (!isStarted) refuseExpired(plan, now);
  await hint(
    `Plan ${shortName(plan)}, made on ${timeText(created)} by ${person}: ${rowCount(plan.records.size)} to create on ${options.store.storeLabel()}.`,
  );
  if (isStarted && now > plan.heading.validUntil)
    await hint('The plan has expired, but its import started in time. Continuing it.');
  return await runImport(options);
}

/** Whether an application of the plan was interrupted. It is checked again when the journal is locked. */
async function wasStarted(options: ImportOptions & { readonly plan: ImportPlan }): Promise<boolean> {
  const { plan, files, context } = options;
  const { store, file } = plan.heading;
  if (files.journal === undefined || !(await context.files.exists(files.journal))) return false;
  const identity = identityOf(options, store.identity, file.sha256);
  const journal = await openJournal(files.journal, { lock: 'unlocked' }, context);
  try {
    await refuseUsedPlan(plan, journal, identity);
    return unfinishedRun(journal, identity.identity) !== undefined;
  } finally {
    await journal.close();
  }
}
