import type { RowFault } from '../read/catalogue.ts';
import type { KnownRows } from './known-rows.ts';
import { faultProblem, type Problem, problemOf } from './report.ts';

/** Problems that a report for people or CI lists; it says how many more there are. */
const mostListed = 5000;

/** A problem with the products of the store that it is about. */
export interface ListedProblem extends Problem {
  readonly products: readonly string[];
  /** What the file has in the field that is invalid. */
  readonly value?: string | null;
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

export interface ProblemList {
  /** The first ones, by line. */
  readonly listed: readonly ListedProblem[];
  /** All of them. */
  readonly count: number;
  /** The most frequent first. */
  readonly reasons: readonly Reason[];
}

export const noProblems: ProblemList = { listed: [], count: 0, reasons: [] };

/**
 * The problems of the file and of the rows that were sent, in flat memory.
 * @param faults the listed faults of the file, and how many there are
 */
export function problemList(
  faults: { readonly listed: readonly RowFault[]; readonly count: number } | undefined,
  known: KnownRows | undefined,
): ProblemList {
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

/** The rest is counted together. */
const mostReasons = 500;

class Reasons {
  readonly #known = new Map<string, Reason>();

  add({ outcome, field, message }: Problem): void {
    const name = JSON.stringify([outcome, field, message.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0')]);
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
