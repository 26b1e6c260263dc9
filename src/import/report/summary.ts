import type { ImportRun } from '../import-run.ts';
import type { CatalogueDescription, RowFault } from '../map/catalogue.ts';
import type { ImportOptions } from '../options.ts';
import type { KnownRows } from './known-rows.ts';
import { type Count, headlineOf, type ImportOutcome, rowsByOutcome } from './outcome.ts';
import { faultProblem, type Problem, problemOf } from './report.ts';
import { describeCatalogue } from './words.ts';

/** What the reports for people and for CI are made of. */
export interface Ending {
  readonly outcome: ImportOutcome;
  /** The report as JSON: its counts add up to the rows. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The listed faults of the file, and how many there are. */
  readonly faults?: { readonly listed: readonly RowFault[]; readonly count: number } | undefined;
  /** The rows of the run. */
  readonly known?: KnownRows;
  /** Why it stopped early, or was not sent. */
  readonly why?: string | null;
  /** Next steps, a sentence each. */
  readonly advice?: readonly (string | undefined)[];
  readonly description?: CatalogueDescription | undefined;
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
    // A problem of the whole file is a separate sentence.
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
    problems: redacted(problemList(ending), redact),
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

/** Problems that a report for people or CI lists; it says how many more there are. */
const mostListed = 5000;

/** A problem with the products of the store that it is about. */
export interface ListedProblem extends Problem {
  readonly products: readonly string[];
}

/** Problems with one cause. */
export interface Reason {
  readonly outcome: Problem['outcome'];
  readonly field: string | null;
  /** The message of the first. */
  readonly example: string;
  /** Whether the messages of the others differ from it, in numbers or in what they quote. */
  readonly varies: boolean;
  readonly count: number;
}

interface ProblemList {
  /** The first ones, by line. */
  readonly listed: readonly ListedProblem[];
  /** All of them. */
  readonly count: number;
  /** The most frequent first. */
  readonly reasons: readonly Reason[];
}

/** The problems of the file and of the rows that were sent, in flat memory. */
function problemList({ faults, known }: Pick<Ending, 'faults' | 'known'>): ProblemList {
  const reasons = new Reasons();
  const listed: ListedProblem[] = [];
  let count = (faults?.count ?? 0) - (faults?.listed.length ?? 0);
  for (const problem of inOrder((faults?.listed ?? []).map(fromFault), fromRows(known))) {
    count++;
    reasons.add(problem);
    if (listed.length < mostListed) listed.push(problem);
  }
  return { listed, count, reasons: reasons.all() };
}

const fromFault = (fault: RowFault): ListedProblem => ({ ...faultProblem(fault), products: [] });

function* fromRows(known: KnownRows | undefined): Generator<ListedProblem> {
  for (const row of known?.allProblems() ?? [])
    yield { ...problemOf(row), products: row.product === null ? [] : row.product.split(' ') };
}

/** Merges two lists that are both in the order of the file. */
function* inOrder(left: readonly ListedProblem[], right: Iterable<ListedProblem>): Generator<ListedProblem> {
  let at = 0;
  for (const problem of right) {
    for (let next = left[at]; next && next.line <= problem.line; next = left[++at]) yield next;
    yield problem;
  }
  yield* left.slice(at);
}

/** Equal for problems that differ only in numbers and in what they quote. */
export function reasonName(problem: Problem | Reason): string {
  const message = 'example' in problem ? problem.example : problem.message;
  return JSON.stringify([problem.outcome, problem.field, message.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0')]);
}

/** The rest is counted together. */
const mostReasons = 500;

class Reasons {
  readonly #known = new Map<string, Reason>();

  add(problem: Problem): void {
    const { outcome, field, message } = problem;
    const name = reasonName(problem);
    const known = this.#known.get(name);
    if (known)
      this.#known.set(name, { ...known, count: known.count + 1, varies: known.varies || message !== known.example });
    else if (this.#known.size < mostReasons)
      this.#known.set(name, { outcome, field, example: message, varies: false, count: 1 });
  }

  all(): readonly Reason[] {
    return [...this.#known.values()].sort((left, right) => right.count - left.count);
  }
}
