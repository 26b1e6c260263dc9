import { isAbsolute, normalize, resolve } from 'node:path';
import { type Identity, identityOfSource } from './journal/begin-run.ts';
import type { Journal } from './journal/journal.ts';
import { countStates } from './journal/rows.ts';
import { allRuns, type RunRecord, unfinishedRun, whenApplied } from './journal/runs.ts';
import type { ImportOptions } from './options.ts';
import type { ImportPlan } from './plan/plan.ts';

/**
 * Which run of the journal an import is. Its options are all that change what is sent, the plan included.
 * @param store the identity of the store @param file the SHA-256 of the file
 */
export function identityOf(imported: ImportOptions, store: string, file: string): Identity {
  const { noun, catalogue, settings, shard, plan, context } = imported;
  const { language, taxField } = settings;
  const sent = { ...catalogue, language, taxField, shard, plan: plan?.sha256 };
  // Amounts are BigInt, which JSON does not have.
  const options = JSON.stringify(sent, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const path = imported.path === '-' ? '-' : resolve(context.cwd, imported.path);
  return identityOfSource({ store, noun: noun.names[1], path, typed: belowHere(imported.path), options }, file);
}

/** The folder of a job of CI may be another one each time. */
const belowHere = (path: string): string | undefined =>
  path === '-' || isAbsolute(path) || normalize(path).startsWith('..') ? undefined : normalize(path);

/**
 * A plan is applied once. An unfinished run of it is continued, and one that was set aside before it created anything
 * does not count: every row is looked up again. @throws CliError `usage`
 */
export async function refuseUsedPlan(plan: ImportPlan, journal: Journal, identity: Identity): Promise<void> {
  const used = usedPlan(plan, journal, identity);
  if (used) throw (await import('./plan/plan.ts')).appliedBefore(plan, used.applied, used.run?.run);
}

/** When a plan was applied, and its run, if that is not deleted; undefined for a plan that can be applied. */
export function usedPlan(
  plan: ImportPlan,
  journal: Journal,
  { identity }: Identity,
): { readonly applied: number; readonly run: RunRecord | undefined } | undefined {
  const applied = whenApplied(journal, plan.sha256);
  if (applied === undefined || unfinishedRun(journal, identity)) return undefined;
  const run = allRuns(journal).find((each) => each.identity === identity);
  if (run?.state === 'set aside' && countStates(journal, run.run).created === 0) return undefined;
  return { applied, run };
}
