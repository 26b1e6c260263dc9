import type { CommandDefinition } from '../../../cli/command.ts';
import type { Session } from '../../../cli/session.ts';
import { storeIdOf } from '../../../cli/store.ts';
import type { Noun } from '../../../client/endpoints/noun.ts';
import { CliError } from '../../../errors.ts';
import { journalPath } from '../../../import/journal/path.ts';
import type { ImportOptions, PlanSaving } from '../../../import/options.ts';
import type { PlanOptions } from '../../../import/plan/plan.ts';
import { rowCount } from '../../../import/words/counts.ts';
import { listWarnings } from '../../../import/words/list-problems.ts';
import { addOptions, option, type RawOptions, rareOption, readOptions, typedOptions } from '../../../input/options.ts';
import { durationKind } from '../../../resources/kinds.ts';
import { isProduction } from '../../../settings/store.ts';
import { formatCount } from '../../../text/numbers.ts';
import { readTextLanguage } from '../text-language.ts';
import { addFileOptions, fileOptionNames, readFileOptions } from './file-options.ts';
import { addSafetyOptions, file, outputOptions, readRunOptions, shardOption, speedOptions } from './import-options.ts';
import { type GivenOptions, readOptionsFiles, withAnswers } from './saved-options.ts';

const planOptions = {
  savePlan: option(file, 'send nothing; write a plan for imports apply'),
  validFor: rareOption(durationKind, 'how long the plan can be applied (default 24h)'),
} as const;

/** What the page of an import of a noun says besides its options. */
interface ImportTexts extends Pick<CommandDefinition, 'caution' | 'details' | 'examples' | 'seeAlso'> {
  /** What cannot be undone of an import, as a sentence. */
  readonly lasting: string;
}

/** The people this machine remembers of the store of a session. */
type Remembering = (session: Session) => ImportOptions['remembered'];

/**
 * The command that creates one record for every row of a file. @param remembering where the API does not list the noun: what
 * else tells who exists
 */
export const importCommand = (
  noun: Noun,
  { lasting, ...texts }: ImportTexts,
  remembering?: Remembering,
): CommandDefinition => ({
  ...texts,
  exitCodes: {
    7: 'done, but some rows are invalid, rejected, uncertain or duplicates',
    8: 'stopped safely; rerun the same command to continue',
    9: 'another import into this store is running on this machine',
  },
  options: (command) => {
    addFileOptions(command, noun);
    addSafetyOptions(command.optionsGroup('Safety:'), noun);
    addOptions(command, planOptions);
    addOptions(command.optionsGroup('Speed:'), { ...speedOptions, ...shardOption });
    addOptions(command.optionsGroup('Output:'), outputOptions);
    command.optionsGroup('Options:');
  },
  prints: ['import.report', 'import.dry-run'],
  isWrite: (_, { savePlan }) => savePlan === undefined,
  imports: noun,
  run: (session, raw, [path = '']) =>
    importFile(session, raw, { noun, path, lasting, remembered: remembering?.(session) }),
});

const importFile = (session: Session, typed: RawOptions, file: ImportedFile): Promise<number> =>
  withAnswers(session, { ...file, typed }, (asking, given) => importOnce(asking, given, file));

async function importOnce(session: Session, given: GivenOptions, file: ImportedFile): Promise<number> {
  const { raw } = given;
  const savePlan = readPlanSaving(session, raw);
  const isDryRun = raw.dryRun === true || savePlan !== undefined;
  // Before a large file is read for nothing.
  const needsStore = raw.dryRun !== true || session.settings.storeNamed;
  const store = needsStore ? storeOfImport(session) : undefined;
  const read = await readImport(session, given, { ...file, store });
  const options: ImportOptions = { ...read, dryRun: isDryRun, savePlan };
  // Only now: the help does not need the CSV parser.
  const { runImport } = await import('../../../import/run.ts');
  return await runImport({ ...options, files: { ...options.files, 'save-plan': savePlan?.file } });
}

/** @throws CliError `usage` */
function readPlanSaving(session: Session, raw: RawOptions): PlanSaving | undefined {
  const { savePlan: file, validFor } = readOptions(planOptions, raw);
  if (file === undefined) {
    if (validFor === undefined) return undefined;
    throw new CliError('usage', '--valid-for works only with --save-plan.', { field: '--valid-for' });
  }
  const options = plannedOptions(raw, session.context.env);
  return { file, validFor: validFor ?? 24 * 3_600_000, store: storeOfImport(session), options };
}

/** The identity of the store that is imported into. @throws CliError `usage` where none is selected */
export const storeOfImport = ({ settings, context }: Session): string => storeIdOf(settings.store(), context);

/** What is read. */
interface ImportedFile {
  readonly noun: Noun;
  readonly path: string;
  readonly remembered?: ImportOptions['remembered'];
  /** What cannot be undone. */
  readonly lasting?: string;
}

/** And into which store. */
interface FileForStore extends ImportedFile {
  /** Its identity; absent for a dry run without a store. */
  readonly store: string | undefined;
}

/** A row without an answer costs minutes of looking up: rather wait for a slow store. */
const postTimeout = 120_000;

/** Reads the options of an import, which one command states and another has from a plan. @throws CliError `usage` */
export async function readImport(session: Session, given: GivenOptions, file: FileForStore): Promise<ImportOptions> {
  const { noun, path, remembered, store } = file;
  const { raw, typed, asksChoices } = given;
  const { context, settings, target, notice, connect } = session;
  const { files, ...options } = readRunOptions(raw, context.env);
  const { saveOptions, ...optionsFiles } = readOptionsFiles(session, noun, given, path);
  const warnings: string[] = [];
  return {
    noun: noun.isOfPeople && session.options.maskPii ? { ...noun, hidesValues: true } : noun,
    path,
    remembered,
    ...readFileOptions(raw, noun, typed),
    ...options,
    ...optionsFiles,
    asksChoices,
    files: {
      ...files,
      journal: store && journalPath(files.journal, store, context),
      'save-options': saveOptions,
    },
    dryRun: raw.dryRun === true,
    invocation: {
      startedAt: context.clock.now(),
      options: typedOptions(raw),
      reading: typedOptions(Object.fromEntries(Object.entries(typed).filter(([name]) => readingNames.includes(name)))),
    },
    skipInvalid: raw.skipInvalid === true,
    context,
    settings: { ...settings, language: readTextLanguage(session, raw) },
    target,
    notice,
    warnings,
    warn: async (text) => {
      warnings.push(text);
      await listWarnings({ path, context, notice }, [{ line: undefined, text, rows: [] }]);
    },
    store: session,
    hint: session.options.quiet ? async () => undefined : notice,
    advise: session.options.quiet ? async () => undefined : session.advise,
    detail: settings.verbose ? notice : async () => undefined,
    quiet: session.options.quiet === true,
    progress: (work) => session.progress(work, false),
    confirmWrites: sendingQuestion(session, file, typedOptions(raw), files.results),
    connect: (how) => connect({ ...how, postTimeout, manyRequests: true, hidesSecrets: false }),
  };
}

/** @param options as they would be typed @param results the file of --results */
function sendingQuestion(
  session: Session,
  { noun, path, lasting }: ImportedFile,
  options: readonly string[],
  results: string | undefined,
): ImportOptions['confirmWrites'] {
  return async ({ rows, free }, isAgreed) => {
    await session.protection.confirm(`send up to ${rowCount(rows)}${soldForFree(free)}`);
    if (isAgreed || path === '-') return;
    const { undoCommand } = await import('../../../import/report/undo.ts');
    const undo = undoCommand(noun, results, options);
    await confirmSending(session, { rows, free, lasting: undo === undefined ? lasting : `To undo this: ${undo}` });
  };
}

/** Asks before rows are sent into a real store. The name of a production store is an answer too. */
async function confirmSending(session: Session, { rows, free, lasting }: Sending): Promise<void> {
  const { asksToConfirm, settings, options, notice, storeName } = session;
  const store = settings.store();
  const isNamed = options.confirmStore !== undefined || isProduction(store);
  if (!asksToConfirm || store.kind !== 'remote' || isNamed || rows === 0) return;
  if (lasting !== undefined) await notice(lasting);
  await session.confirm(`Send up to ${rowCount(rows)} to ${storeName()}${soldForFree(free)}?`, 'create');
}

/** What a person agrees to. */
interface Sending {
  readonly rows: number;
  /** How many of them have no price, and are for sale. */
  readonly free: number;
  /** What cannot be undone, or how it is. */
  readonly lasting: string | undefined;
}

const soldForFree = (rows: number): string =>
  rows === 0 ? '' : `, ${formatCount(rows)} of them without a price and sold for 0.00`;

/** What another command that reads the file in the same way needs of the options. */
const readingNames: readonly string[] = [
  ...fileOptionNames,
  ...['options', 'language', 'skipInvalid', 'store', 'profile'],
];

/** The options that change what is sent. The language is apart: a setting may state it. */
const plannedNames: readonly string[] = [...fileOptionNames, 'skipInvalid', 'onExisting', 'full', 'shard'];

/** What a plan keeps of the options, as they would be typed; `auto` of a shard is resolved. */
function plannedOptions(raw: RawOptions, env: Readonly<Record<string, string | undefined>>): PlanOptions {
  const { shard } = readRunOptions(raw, env);
  return { ...pickPlanned(raw as PlanOptions), ...(shard ? { shard: `${shard.part}/${shard.of}` } : {}) };
}

/** Those that a plan may state: it cannot choose, say, the journal. */
export const pickPlanned = (options: PlanOptions): PlanOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => plannedNames.includes(name)));
