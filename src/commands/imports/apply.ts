import type { CommandDefinition, Tree } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import type { Noun } from '../../client/endpoints/noun.ts';
import type { ImportOptions } from '../../import/options.ts';
import { type ImportPlan, readPlan, refuseOtherStore, unusablePlan } from '../../import/plan/plan.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { textKind } from '../../resources/kinds.ts';
import { escapeText } from '../../text/escape.ts';
import { pickPlanned, readImport, storeOfImport } from '../shared/import/import.ts';
import { outputOptions, speedOptions, stopOptions } from '../shared/import/import-options.ts';
import { asTyped } from '../shared/import/saved-options.ts';
import { importedNoun } from './nouns.ts';

const fileOption = {
  file: option({ ...textKind, placeholder: 'file' }, 'the planned file, if it has moved; - for stdin'),
} as const;

/** `shop-cli imports apply`: an import of exactly the rows of a plan. */
export const applyOf = (tree: () => Tree): CommandDefinition => ({
  details:
    'Sends the rows that the plan would create, and no others. The file, the store, the options and the plan itself must be unchanged. ' +
    'It looks up every row again. It skips rows that exist by now, and does not send rows that existed when the plan was made, even if they are gone now. ' +
    'You can apply a plan once, before it expires; if you repeat the command, it sends nothing. If it is interrupted, rerun it, even after the plan has expired. For more, see docs/import.md',
  exitCodes: {
    0: 'every row is in the store, perhaps because of an earlier apply',
    2: 'the plan does not match, or an earlier apply left something to do',
    7: 'done, but some rows were not sent, rejected, uncertain or duplicates',
    8: 'stopped safely; rerun the same command to continue',
    9: 'another import into this store is running on this machine',
  },
  examples: [
    ['imports apply import.plan --dry-run', 'See what changed since the plan was made'],
    ['imports apply import.plan --report report.json', 'Send what was approved, and write a report'],
  ],
  seeAlso: ['products import', 'imports show'],
  options: (command) => {
    command.argument('<plan>', "file written by 'products import --save-plan'");
    addOptions(command, fileOption);
    addOptions(command.optionsGroup('Safety:'), stopOptions);
    addOptions(command.optionsGroup('Speed:'), speedOptions);
    addOptions(command.optionsGroup('Output:'), outputOptions);
    command.optionsGroup('Options:');
  },
  prints: ['import.report', 'import.dry-run'],
  isOfPeople: true,
  isWrite: true,
  async run(session, raw, [planFile = '']) {
    const plan = await readPlan(planFile, session.context);
    return await applyPlanFile(session, raw, plan, await importedNoun(tree(), plan.heading.noun));
  },
});

async function applyPlanFile(session: Session, raw: RawOptions, plan: ImportPlan, noun: Noun): Promise<number> {
  const store = storeOfImport(session);
  refuseOtherStore(plan, store);
  const path = await plannedFile(plan, readOptions(fileOption, raw).file, session);
  const given = asTyped({ ...raw, ...pickPlanned(plan.heading.options) });
  const options = await readImport(session, given, { noun, path, store });
  // Only now: the help does not need the CSV parser.
  const { applyPlan } = await import('../../import/run.ts');
  return await applyPlan({ ...options, ...planned(plan, options), plan });
}

/** The settings of the plan: those of this machine do not change what is sent. */
function planned(
  { heading }: ImportPlan,
  { settings, connect }: ImportOptions,
): Pick<ImportOptions, 'settings' | 'connect'> {
  const taxField = heading.taxField as ImportOptions['settings']['taxField'];
  return {
    settings: { ...settings, language: heading.language ?? undefined, taxField },
    connect: async (how) => ({ ...(await connect(how)), taxField }),
  };
}

/** The path of the planned file: as the user names it, or else as the plan does. @throws CliError `usage` */
async function plannedFile({ heading }: ImportPlan, stated: string | undefined, { context }: Session): Promise<string> {
  const { path } = heading.file;
  if (stated !== undefined) return stated;
  const hint = 'Nothing was sent. Pass the file with --file.';
  if (path === '-') throw unusablePlan('The plan was made from stdin.', hint);
  if (await context.files.exists(path)) return path;
  throw unusablePlan(`The planned file ${escapeText(path)} was not found.`, hint);
}
