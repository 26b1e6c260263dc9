import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { ImportOptions, PlanSaving } from '../../import/options.ts';
import { addOptions, type RawOptions, readOptions } from '../../input/options.ts';
import { durationKind, textKind } from '../../resources/kinds.ts';
import { addFileOptions } from './file-options.ts';
import { addOutputOptions, addSafetyOptions, addShardOption, addSpeedOptions } from './import-options.ts';
import { plannedOptions, readImport, storeOfImport } from './read-import.ts';

const planOptions = {
  savePlan: {
    flag: '--save-plan',
    kind: { ...textKind, placeholder: 'file' },
    about: 'send nothing; write a plan for imports apply',
  },
  validFor: {
    flag: '--valid-for',
    kind: durationKind,
    about: 'how long the plan can be applied (default 24h)',
    isRare: true,
  },
} as const;

/** `shop-cli products import`: `POST /products`, once for every row. */
export const importProducts: CommandDefinition = {
  details:
    'Checks every row before sending anything, skips products that exist, and continues after an interruption when you rerun it. Formats, columns and recovery: docs/import.md',
  exitCodes: {
    7: 'done, but some rows were rejected, uncertain or duplicates',
    8: 'stopped safely; rerun the same command to continue',
    9: 'another import into this store is running on this machine',
  },
  examples: [
    ['products export --output-file products.csv', 'Get a file to start from'],
    ['products import products.csv --dry-run', 'Check the file without sending anything'],
    ['products import products.csv --rejected rejected.csv', 'Import it and save rejected rows to fix'],
  ],
  seeAlso: ['imports show', 'imports apply'],
  options: (command) => {
    addFileOptions(command);
    addSafetyOptions(command.optionsGroup('Safety:'));
    addOptions(command, planOptions);
    addSpeedOptions(command.optionsGroup('Speed:'));
    addShardOption(command);
    addOutputOptions(command.optionsGroup('Output:'));
    command.optionsGroup('Options:');
  },
  prints: ['import.report', 'import.dry-run'],
  isWrite: (_, { savePlan }) => savePlan === undefined,
  run: importFile,
};

async function importFile(session: Session, raw: RawOptions, [path = '']: readonly string[]): Promise<number> {
  const savePlan = readPlanSaving(session, raw);
  const isDryRun = raw.dryRun === true || savePlan !== undefined;
  // Before a large file is read for nothing.
  const store = raw.dryRun === true ? undefined : storeOfImport(session);
  const options: ImportOptions = { ...(await readImport(session, raw, { path, store })), dryRun: isDryRun, savePlan };
  // Only now: the help does not need the CSV parser.
  const { runImport } = await import('../../import/run.ts');
  return await runImport({ ...options, files: { ...options.files, 'save-plan': savePlan?.file } });
}

/** @throws CliError `usage` */
function readPlanSaving(session: Session, raw: RawOptions): PlanSaving | undefined {
  const { savePlan: file, validFor } = readOptions(planOptions, raw);
  if (file === undefined) {
    if (validFor === undefined) return undefined;
    throw new CliError('usage', '--valid-for is only for --save-plan.', { field: '--valid-for' });
  }
  const { identity } = storeOfImport(session);
  const options = plannedOptions(raw, session.context.env);
  return { file, validFor: validFor ?? 24 * 3_600_000, store: identity, options };
}
