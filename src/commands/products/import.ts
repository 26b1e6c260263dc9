import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { storeNamesOf } from '../../cli/store.ts';
import { findJournal } from '../../import/journal/path.ts';
import { type RawOptions, typedOptions } from '../../input/options.ts';
import { addFileOptions, readFileOptions } from './file-options.ts';
import { readTextLanguage } from './filters.ts';
import { addOutputOptions, addSafetyOptions, addSpeedOptions, readRunOptions } from './import-options.ts';

/** `shop-cli products import`: `POST /products`, once for every row. */
export const importProducts: CommandDefinition = {
  details:
    'Checks every row before sending anything, skips products that exist, and continues after an interruption when you rerun it. Formats, columns and recovery: docs/import.md',
  exitCodes: {
    0: 'every row is in the store',
    7: 'done, but some rows were rejected, uncertain or duplicates',
    8: 'stopped safely; rerun the same command to continue',
    9: 'another import into this store is running on this machine',
  },
  examples: [
    ['products export --output-file products.csv', 'Get a file to start from'],
    ['products import products.csv --dry-run', 'Check the file without sending anything'],
    ['products import products.csv --rejected rejected.csv', 'Import it and save rejected rows to fix'],
  ],
  seeAlso: ['imports show', 'products export'],
  options: (command) => {
    addFileOptions(command);
    addSafetyOptions(command.optionsGroup('Safety:'));
    addSpeedOptions(command.optionsGroup('Speed:'));
    addOutputOptions(command.optionsGroup('Output:'));
    command.optionsGroup('Options:');
  },
  prints: ['import.report'],
  isWrite: true,
  run: importFile,
};

/** A row without an answer costs minutes of looking up: rather wait for a slow store. */
const postTimeout = 120_000;

async function importFile(session: Session, raw: RawOptions, [path = '']: readonly string[]): Promise<number> {
  const { context, settings, target, notice, connect } = session;
  const invocation = { startedAt: context.clock.now(), options: typedOptions(raw) };
  const { catalogue, expectRows } = readFileOptions(raw);
  const options = readRunOptions(raw, context.env);
  // Before a large file is read for nothing.
  const store = raw.dryRun === true ? undefined : storeNamesOf(settings.store(), context);
  // Only now: the help does not need the CSV parser.
  const { runImport } = await import('../../import/run.ts');
  return await runImport({
    path,
    catalogue,
    ...options,
    files: {
      ...options.files,
      journal: store === undefined ? options.files.journal : await findJournal(options.files.journal, store, context),
    },
    dryRun: raw.dryRun === true,
    invocation,
    skipInvalid: raw.skipInvalid === true,
    expectRows,
    context,
    settings: { ...settings, language: readTextLanguage(session, raw) },
    target,
    notice,
    store: session,
    hint: session.options.quiet ? async () => undefined : notice,
    quiet: session.options.quiet === true,
    confirmWrites: session.protection.confirm,
    connect: (options) => connect({ ...options, postTimeout, manyRequests: true }),
  });
}
