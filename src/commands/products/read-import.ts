import type { Session } from '../../cli/session.ts';
import { storeNamesOf } from '../../cli/store.ts';
import { findJournal } from '../../import/journal/path.ts';
import type { ImportOptions } from '../../import/options.ts';
import type { PlanOptions } from '../../import/plan/plan.ts';
import { type RawOptions, typedOptions } from '../../input/options.ts';
import type { StoreNames } from '../../settings/base-url.ts';
import { fileOptionNames, readFileOptions } from './file-options.ts';
import { readTextLanguage } from './filters.ts';
import { readRunOptions } from './import-options.ts';

/** The store that is imported into. @throws CliError `usage` where none is selected */
export const storeOfImport = ({ settings, context }: Session): StoreNames => storeNamesOf(settings.store(), context);

interface Source {
  readonly path: string;
  /** Absent for a dry run: it needs no journal. */
  readonly store: StoreNames | undefined;
}

/** A row without an answer costs minutes of looking up: rather wait for a slow store. */
const postTimeout = 120_000;

/** Reads the options of an import, which one command states and another has from a plan. @throws CliError `usage` */
export async function readImport(session: Session, raw: RawOptions, { path, store }: Source): Promise<ImportOptions> {
  const { context, settings, target, notice, connect } = session;
  const { files, ...options } = readRunOptions(raw, context.env);
  return {
    path,
    ...readFileOptions(raw),
    ...options,
    files: { ...files, journal: store && (await findJournal(files.journal, store, context)) },
    dryRun: raw.dryRun === true,
    invocation: { startedAt: context.clock.now(), options: typedOptions(raw) },
    skipInvalid: raw.skipInvalid === true,
    context,
    settings: { ...settings, language: readTextLanguage(session, raw) },
    target,
    notice,
    store: session,
    hint: session.options.quiet ? async () => undefined : notice,
    detail: settings.verbose ? notice : async () => undefined,
    quiet: session.options.quiet === true,
    confirmWrites: session.protection.confirm,
    connect: (how) => connect({ ...how, postTimeout, manyRequests: true }),
  };
}

/** The options that change what is sent. The language is apart: a setting may state it. */
const plannedNames: readonly string[] = [...fileOptionNames, 'skipInvalid', 'onExisting', 'shard'];

/** What a plan keeps of the options, as they would be typed; `auto` of a shard is resolved. */
export function plannedOptions(raw: RawOptions, env: Readonly<Record<string, string | undefined>>): PlanOptions {
  const { shard } = readRunOptions(raw, env);
  return { ...pickPlanned(raw as PlanOptions), ...(shard ? { shard: `${shard.part}/${shard.of}` } : {}) };
}

/** Those that a plan may state: it cannot choose, say, the journal. */
export const pickPlanned = (options: PlanOptions): PlanOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => plannedNames.includes(name)));
