import type { Timeline } from '../../pace/measurements.ts';
import type { RequestQueue } from '../../pace/request-queue.ts';
import type { SettleTime } from '../../pace/settle-time.ts';
import type { Values } from '../../resources/file-table.ts';
import {
  code,
  count,
  group,
  id,
  list,
  optional,
  orNull,
  type StoreRecord,
  text,
  texts,
} from '../../resources/record-fields.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { capitalized } from '../../text/words.ts';
import type { RowChanges } from '../journal/feeds.ts';
import type { Ledger } from '../journal/ledger.ts';
import { Tally } from '../journal/tally.ts';
import type { CatalogueDescription } from '../map/catalogue.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { EvidenceCount } from '../rows/states.ts';
import { type Warning, warningsAbout } from '../words/check-texts.ts';
import { countOutcomes, evidenceFields, outcomeCounts } from '../words/outcomes.ts';
import { collectProblems, type Problem, type Problems, problemFields } from '../words/problems.ts';
import { describeCatalogue } from '../words/reading-texts.ts';
import { type TimeSpent, timeFields } from '../words/time-spent.ts';
import { type Count, headlineOf, type ImportOutcome, rowsByOutcome, sum } from './headline.ts';

/** What happened in an import. Everything that is printed or written is a view of it. */
export interface Report {
  readonly version: string;
  readonly outcome: ImportOutcome;
  /** The outcome in a sentence or two. */
  readonly headline: string;
  /** Why it stopped early. */
  readonly why: string | undefined;
  /** What its rows are: `products`. */
  readonly noun: string;
  readonly file: string;
  readonly store: string | undefined;
  /** The number of the import in the journal. */
  readonly run: number | undefined;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** As typed: `--rate 60`. */
  readonly options: readonly string[];
  /** How the file was read, a line each. */
  readonly reading: readonly string[];
  /** About the file and the store. */
  readonly warnings: readonly Warning[];
  /** How many warnings fail the import: `--fail-on-warnings`. */
  readonly failingWarnings: number;
  /** As JSON. */
  readonly record: StoreRecord;
  readonly rows: number;
  /** Those that are not 0. They add up to the rows. */
  readonly counts: readonly Count[];
  readonly problems: Problems;
  /** How it is known of the rows in the store that they are. */
  readonly evidence: readonly EvidenceCount[];
  /** Next steps, a sentence each. */
  readonly advice: readonly string[];
  /** Of the run, if one began. */
  readonly measured?: Measurements | undefined;
  /** Where `--rejected` and `--results` find their rows, if the file was checked, and if a run began. */
  readonly checked?: CheckedFile | undefined;
  readonly ledger?: Ledger | undefined;
  /** The ID of the record to which a row belongs, by what it states, as far as the run has learned it. */
  readonly ownerOf?: ((stated: Values) => string | undefined) | undefined;
}

interface Measurements {
  /** What the time went to, if it was long. */
  readonly time: string | undefined;
  readonly timeline: Timeline;
  readonly requests: Pick<RequestQueue, 'latencies' | 'unclear'>;
  readonly settleTime: Pick<SettleTime, 'current' | 'lag'>;
  /** Whether they lack what an earlier part of the run measured. */
  readonly isContinued: boolean;
}

interface Ending extends Pick<Report, 'outcome' | 'record' | 'measured' | 'checked' | 'ledger' | 'ownerOf'> {
  readonly problems?: Problems;
  readonly advice?: readonly (string | undefined)[];
  readonly failingWarnings?: number;
  /** Of a file that was not checked. */
  readonly description?: CatalogueDescription | undefined;
}

type ReportedImport = Pick<ImportOptions, 'context' | 'path' | 'invocation' | 'noun' | 'warnings'>;

/** Why an import stopped early that the user stopped. */
export const interrupted = 'interrupted';

/** The report on an import that ends now. */
export function createReport({ context, path, invocation, noun, ...options }: ReportedImport, ending: Ending): Report {
  const { outcome, record, measured, checked, ledger, ownerOf, advice = [], failingWarnings = 0 } = ending;
  const { problems = collectProblems(checked?.faults) } = ending;
  const description = checked?.catalogue.description ?? ending.description;
  const counts = rowsByOutcome(record);
  const { names } = noun;
  const headline = headlineOf(outcome, counts, { names, notKept: Number(record.notKept ?? 0), failingWarnings });
  const why = record.stopped === interrupted ? 'The import was interrupted.' : textIn(record.stopped);
  // A problem of the whole file is a sentence of the headline.
  const isInvalid = outcome === 'invalid' && why !== undefined;
  const warned: readonly Warning[] = [
    ...(checked ? warningsAbout(checked) : []),
    ...options.warnings.map((text) => ({ line: undefined, text: capitalized(text) })),
  ];
  const texts = {
    version: context.version,
    outcome,
    headline: isInvalid ? `${why} ${headline}` : headline,
    why: isInvalid ? undefined : why,
    noun: names[1],
    file: path === '-' ? 'standard input' : path,
    store: textIn(record.store),
    run: typeof record.run === 'number' ? record.run : undefined,
    startedAt: invocation.startedAt,
    endedAt: context.clock.now(),
    options: invocation.options,
    reading: description ? describeCatalogue(path, description) : [],
    warnings: warned.map(({ line, text }) => ({ line, text })),
    failingWarnings,
    rows: sum(counts),
    counts,
    problems,
    evidence: (record.evidence ?? []) as readonly EvidenceCount[],
    // A command in a hint has a line of its own.
    advice: advice.flatMap((step) => step?.split('\n') ?? []),
  };
  // What a person, a file or a store wrote is redacted before it is escaped.
  const redacted = mapTexts(texts, (text) => context.secrets.removeFromMessage(text));
  return { ...redacted, record: withWarnings(record, redacted.warnings, checked), measured, checked, ledger, ownerOf };
}

/** A dry run has its warnings already, and of a file that was not read nothing is known. */
function withWarnings(
  record: StoreRecord,
  warnings: readonly Warning[],
  checked: CheckedFile | undefined,
): StoreRecord {
  if (record.warnings !== undefined || (!checked && warnings.length === 0)) return record;
  return { ...record, warnings: warnings.map(({ text }) => text) };
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Applies a change to every text of a plain value. */
function mapTexts<T>(value: T, change: (text: string) => string): T;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((element) => mapTexts(element, change));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

/** The fields of `recordOf`. */
export const reportFields = {
  run: orNull(id('Import')),
  store: orNull(text('Store')),
  noun: text('Records'),
  rows: count('Rows in file'),
  ...outcomeCounts,
  evidence: list('How created and existing rows are known', evidenceFields),
  goneProducts: list('First of them', { key: code('Key'), productId: orNull(text('Product ID')) }),
  differingRows: list('First existing rows that differ', {
    line: count('Line'),
    key: code('Key'),
    productId: orNull(text('Product ID')),
    message: text('Message'),
  }),
  problems: list('Problems', problemFields),
  warnings: optional(texts('Warnings')),
  stopped: orNull(text('Stopped early')),
  differing: count('Existing, different'),
  timeSpent: orNull(group('Where the time went, in milliseconds', timeFields)),
};

/** A row that exists, and that the store has with other values: an import changes nothing. */
export interface DifferingRow {
  readonly line: number;
  readonly key: string;
  readonly productId: string | null;
  /** `the store differs in price (store 12.00, file 13.00)` */
  readonly message: string;
}

/** Rows that a report on a feed names; it says how many more there are. */
export const maxDiffering = 1000;

interface RunFacts {
  readonly run: number | null;
  /** What its rows are: `products`. */
  readonly noun: string;
  /** `shop.example`; null where none is selected. */
  readonly store: string | null;
  readonly problems: readonly Problem[];
  /** Why the run stopped early. */
  readonly stopped: string | null;
  /** Of existing rows. */
  readonly changes: RowChanges;
  /** The first of those that differ from the store. */
  readonly differingRows?: readonly DifferingRow[];
  /** Of created and existing rows. */
  readonly evidence?: readonly EvidenceCount[];
  /** Of a run that has begun. */
  readonly spent?: TimeSpent;
}

/** The report on a run as JSON. */
export function recordOf(
  tally: Tally,
  { run, noun, store, problems, stopped, spent, changes, differingRows = [], evidence = [] }: RunFacts,
): StoreRecord {
  return {
    run,
    store,
    noun,
    rows: tally.rows,
    ...countOutcomes(tally.rows, tally.unsendable, (state) => tally.count(state)),
    notKept: tally.notKept,
    ...changes,
    evidence,
    gone: tally.gone?.count ?? null,
    goneProducts: tally.gone?.first ?? [],
    differingRows,
    problems,
    stopped,
    timeSpent: spent ?? null,
  };
}

/**
 * What a count of existing rows does not say: the import skipped them though the file has other values.
 * @param record of an import, or the forecast of a dry run
 */
export function differingNote({ record, noun }: Pick<Report, 'record' | 'noun'>): string | undefined {
  const { differs } = record as { readonly differs?: { readonly rows: number } | null };
  const differing = Number(record.differing ?? differs?.rows ?? 0);
  if (differing === 0) return undefined;
  const differ = inNumber('{differs|differ}', differing);
  return `${formatCount(differing)} of the existing rows ${differ} from the store. 'shop-cli ${noun} diff' shows what differs.`;
}

const noChanges: RowChanges = { differing: 0, unchanged: 0, changed: 0 };

/** The same of a file that was not sent because of its faults. */
export function invalidRecord(checked: CheckedFile, store: string | null, why: string): StoreRecord {
  const tally = new Tally(checked.rows, checked.unsendable);
  const { listed } = collectProblems(checked.faults);
  const [, noun] = checked.catalogue.noun.names;
  return recordOf(tally, { run: null, noun, store, problems: listed, stopped: why, changes: noChanges });
}
