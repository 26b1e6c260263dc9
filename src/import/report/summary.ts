import { formatCount } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { ImportOptions } from '../options.ts';
import type { CatalogueDescription } from '../read/catalogue.ts';
import type { ListedProblem, ProblemList, Reason } from './problem-list.ts';
import { reportFields } from './report.ts';
import { describeCatalogue, rowCount } from './words.ts';

/** What the reports for people and for CI are made of. */
export interface Ending {
  readonly outcome: ImportOutcome;
  /** The report as JSON: its counts add up to the rows. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Only called where a report lists them. */
  readonly problems: () => ProblemList;
  /** Why it stopped early, or was not sent. */
  readonly why?: string | null;
  /** Next steps, a sentence each. */
  readonly advice?: readonly (string | undefined)[];
  readonly description?: CatalogueDescription | undefined;
  /** The web pages of products, by ID. */
  readonly pages?: ReadonlyMap<string, string>;
  /** With the measurements. */
  readonly run?: ImportRun;
}

/** An import in words and numbers. No text holds a secret; each format escapes them in its own way. */
export interface ImportSummary {
  readonly version: string;
  readonly outcome: ImportOutcome;
  /** The outcome in a sentence or two. */
  readonly headline: string;
  readonly why: string | undefined;
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
  readonly rows: number;
  /** Those that are not 0. They add up to the rows. */
  readonly counts: readonly Count[];
  /** Rows that exist, and differ from their product. */
  readonly differing: number;
  /** Products of the previous import of a feed that are not in the file. */
  readonly gone: number;
  readonly problems: ProblemList;
  /** The web pages of products, by ID: addresses that a store gave. */
  readonly pages: ReadonlyMap<string, string>;
  readonly advice: readonly string[];
  readonly measured: Pick<ImportRun, 'timeline' | 'requests' | 'continued'> | undefined;
}

/** Sums up an import. Everything that a person, a file or a store wrote is redacted here. */
export function summarize(options: ImportOptions, ending: Ending): ImportSummary {
  const { context, path, invocation } = options;
  const { outcome, record, run, advice = [], description } = ending;
  const redact = (text: string): string => context.secrets.removeFromMessage(text);
  const counts = rowsByOutcome(record);
  const { differs } = record as { readonly differs?: { readonly rows: number } | null };
  return {
    version: context.version,
    ...{ outcome, counts },
    // What is wrong with a file as a whole is a sentence of its own.
    headline: `${outcome === 'invalid' && ending.why ? `${ending.why} ` : ''}${headlineOf(outcome, counts)}`,
    why: ending.why && outcome !== 'invalid' ? redact(ending.why) : undefined,
    file: path === '-' ? 'standard input' : redact(path),
    store: typeof record.store === 'string' ? redact(record.store) : undefined,
    run: typeof record.run === 'number' ? record.run : undefined,
    startedAt: invocation.startedAt,
    endedAt: context.clock.now(),
    options: invocation.options.map(redact),
    reading: description ? describeCatalogue(path, description).map((line) => redact(line)) : [],
    rows: counts.reduce((sum, { count }) => sum + count, 0),
    differing: Number(record.differing ?? differs?.rows ?? 0),
    gone: Number(record.gone ?? 0),
    problems: redacted(ending.problems(), redact),
    pages: new Map([...(ending.pages ?? [])].map(([id, address]) => [id, redact(address)])),
    advice: advice.filter((text) => text !== undefined).map(redact),
    measured: run,
  };
}

function redacted({ listed, count, reasons }: ProblemList, redact: (text: string) => string): ProblemList {
  const text = (found: string | null): string | null => found && redact(found);
  return {
    listed: listed.map(
      (problem): ListedProblem => ({
        ...problem,
        ...{
          key: text(problem.key),
          field: text(problem.field),
          value: text(problem.value ?? null),
          message: redact(problem.message),
        },
        products: problem.products.map(redact),
      }),
    ),
    count,
    reasons: reasons.map(
      (reason): Reason => ({ ...reason, field: text(reason.field), example: redact(reason.example) }),
    ),
  };
}

/** How an import ended. `checked`: a dry run; `invalid`: nothing was sent because of the file. */
export type ImportOutcome = 'complete' | 'incomplete' | 'stopped' | 'failed' | 'invalid' | 'checked';

/** The parts of a file's rows, by what became of them: good, known before, doubtful, bad, or not for this run. */
export type Tone = 'good' | 'known' | 'doubt' | 'bad' | 'rest';

export interface Count {
  readonly name: string;
  readonly label: string;
  readonly tone: Tone;
  readonly count: number;
}

/** The counts of a report that add up to its rows, apart from those that are 0. */
export function rowsByOutcome(record: Readonly<Record<string, unknown>>): readonly Count[] {
  const known = Object.keys(tones).flatMap((name) => countOf(name, record[name]));
  // Of an invalid file a dry run counts the invalid rows alone.
  return [...known, ...countOf('notSent', Number(record.rows ?? 0) - sum(known))];
}

const countOf = (name: string, count: unknown): readonly Count[] =>
  typeof count === 'number' && count > 0
    ? [{ name, label: labels[name] ?? reportFields[name]?.label ?? name, tone: toneOf(name), count }]
    : [];

/** By the name of a count or an outcome. */
export const toneOf = (name: string): Tone => tones[name] ?? 'rest';

const tones: Readonly<Record<string, Tone>> = {
  ...{ created: 'good', wouldCreate: 'good', existing: 'known', exists: 'known' },
  ...{
    rejected: 'bad',
    invalid: 'bad',
    uncertain: 'doubt',
    duplicate: 'doubt',
    unplanned: 'doubt',
    open: 'doubt',
  },
  ...{ notSent: 'rest', elsewhere: 'rest', leftOut: 'rest' },
};

const labels: Readonly<Record<string, string>> = {
  wouldCreate: 'Would be created',
  exists: 'Existing',
  invalid: 'Invalid',
};

/** The title of a report. */
export const outcomeTitles: Readonly<Record<ImportOutcome, string>> = {
  complete: 'Complete',
  incomplete: 'Needs attention',
  stopped: 'Stopped',
  failed: 'Failed',
  invalid: 'Not sent',
  checked: 'Dry run',
};

/** The outcome in a sentence or two. */
export function headlineOf(outcome: ImportOutcome, counts: readonly Count[]): string {
  const attention = sum(counts.filter(({ tone }) => tone === 'bad' || tone === 'doubt'));
  const needs = attention === 0 ? '' : ` ${rowCount(attention)} ${attention === 1 ? 'needs' : 'need'} attention.`;
  return `${first[outcome](counts)}${outcome === 'invalid' ? '' : needs}`;
}

const first: Readonly<Record<ImportOutcome, (counts: readonly Count[]) => string>> = {
  complete: (counts) => {
    const [created, existing] = [named(counts, 'created'), named(counts, 'existing')];
    if (created === 0) return existing === 0 ? 'Nothing to send.' : 'Every product exists in the store already.';
    return `${createdText(created)}${existing === 0 ? '' : ` ${formatCount(existing)} existed already.`}`;
  },
  incomplete: (counts) => createdText(named(counts, 'created')),
  stopped: (counts) => {
    const toSend = sum(counts) - named(counts, 'invalid', 'leftOut', 'elsewhere');
    const done = toSend - named(counts, 'notSent', 'open');
    const where = toSend === 0 ? 'Stopped.' : `Stopped after ${formatCount(done)} of ${rowCount(toSend)}.`;
    return `${where} ${createdText(named(counts, 'created'))}`;
  },
  failed: () => 'The import failed.',
  invalid: () => 'Nothing was sent.',
  checked: (counts) => `${productCount(named(counts, 'wouldCreate'))} would be created.`,
};

const sum = (counts: readonly Count[]): number => counts.reduce((total, { count }) => total + count, 0);

const named = (counts: readonly Count[], ...names: readonly string[]): number =>
  sum(counts.filter(({ name }) => names.includes(name)));

const createdText = (count: number): string =>
  count === 0 ? 'No product was created.' : `Created ${productCount(count)}.`;

/** `1 product`, `1,200 products` */
const productCount = (count: number): string => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;
