import type { CommandDefinition, Tree } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { runningRun } from '../../import/journal/journal.ts';
import { readPlan } from '../../import/plan/plan.ts';
import { importRun, runWithProblems, unlistedText } from '../../import/report/past-run.ts';
import type { RawOptions } from '../../input/options.ts';
import { importableProducts } from '../../resources/importable-products.ts';
import { addJournalOption, appliedPlan, findRun, noSuchImport, withJournal } from './journal.ts';
import { importedNoun } from './nouns.ts';
import { planRecord, shownPlan } from './plan-record.ts';

/** `shop-cli imports show`: one run in the journal of this store, or a plan. */
export const showOf = (tree: () => Tree): CommandDefinition => ({
  details:
    'Shows an import that was run on this machine, even one that is still running: its totals, and every row that is invalid, rejected, uncertain, ' +
    'duplicate or not settled yet. No request is sent.\n\n' +
    'For each problem, it lists the first 1,000 invalid rows, with line, key and column, but not the content of the cell.\n\n' +
    'If you pass a plan file, it shows what the plan would create, and whether it was applied on this machine.',
  examples: [
    ['imports show', 'The latest import'],
    ['imports show 1 --json', 'Import 1, with every detail as JSON'],
    ['imports show import.plan', 'What a plan would create, for approval'],
  ],
  seeAlso: ['imports list', 'imports apply'],
  result: (_, [wanted]) => (isPlan(wanted) ? shownPlan(importableProducts) : importRun),
  prints: ['imports.show', 'import.plan'],
  options: (command) => {
    command.argument('[import-or-plan]', 'import number (default: the latest), or plan file');
    addJournalOption(command);
  },
  run: async (session, raw, [wanted]) => {
    if (isPlan(wanted)) return await showPlan(session, raw, wanted, tree);
    return await withJournal(session, raw, { lock: 'unlocked' }, async (journal) => {
      const running = await runningRun(journal, session.context);
      const run = findRun(journal, wanted);
      await session.show(importRun, runWithProblems(journal, run, running));
      if (session.settings.output === 'table' && !session.options.quiet)
        await session.notice(unlistedText(journal, run) ?? '');
      if (raw.journal === undefined) await session.tellStore();
      return 0;
    });
  },
});

/** Imports have numbers. */
const isPlan = (wanted: string | undefined): wanted is string => wanted !== undefined && !/^[+-]?\d+$/.test(wanted);

async function showPlan(session: Session, raw: RawOptions, file: string, tree: () => Tree): Promise<number> {
  const { context } = session;
  if (!/[./\\]/.test(file) && !(await context.files.exists(file))) throw noSuchImport(file);
  const plan = await readPlan(file, context);
  const applied = await appliedPlan(session, raw, plan);
  const noun = await importedNoun(tree(), plan.heading.noun);
  await session.show(shownPlan(noun), planRecord(plan, applied, context.clock.now().getTime()));
  return 0;
}
