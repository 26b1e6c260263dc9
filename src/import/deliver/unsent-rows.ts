import { formatCount } from '../../text/numbers.ts';
import { erasedIn } from '../journal/erased.ts';
import { changesOf } from '../journal/feeds.ts';
import type { FieldDifferences } from '../march/facts.ts';
import type { ComparedRow } from '../march/results.ts';
import { commonText } from '../words/common-texts.ts';
import { rowCount } from '../words/counts.ts';
import {
  addNear,
  changedRows,
  erasedRows,
  existingRows,
  type NearRow,
  nearRows,
  renamedRows,
} from '../words/existing-texts.ts';
import type { Action } from './actions.ts';
import { CommonDifferences } from './common-differences.ts';
import type { UnsentRun } from './run-parts.ts';

/** Rows that an import decides about before any row is sent: finishes the rows that are not sent, and says how many. */
export class UnsentRows {
  readonly #run: UnsentRun;
  readonly #counts = { existing: 0, held: 0, unplanned: 0 };
  /** Rows that the plan would create, and that exist by now. */
  #unexpected = 0;
  /** Existing rows that differ from the store, by field. */
  readonly #differing = { rows: 0, fields: {} as Record<string, number> };
  readonly #common: CommonDifferences;
  /** The first rows to send whose key is almost that of a product. */
  readonly #near: NearRow[] = [];

  constructor(run: UnsentRun) {
    this.#run = run;
    this.#common = new CommonDifferences(run.options.noun);
  }

  readonly act = (compared: ComparedRow, action: Action): void => {
    const { row, result } = compared;
    this.#common.add(compared);
    if (result.kind === 'differs') this.#noteDiffering(result.fields);
    if (action.do === 'send' && result.kind === 'new') addNear(this.#near, row, result.near);
    if (action.do !== 'finish') return;
    const { state, ...details } = action.outcome;
    if (state === 'existing' && this.#run.options.plan?.records.has(row.record)) this.#unexpected++;
    if (state === 'existing' || state === 'held' || state === 'unplanned') this.#counts[state]++;
    this.#run.ledger.finish({ ...row, attempts: 0 }, state, details);
  };

  /** A recorded row differs in no field that is known. */
  #noteDiffering(fields: FieldDifferences): void {
    const names = Object.keys(fields);
    if (names.length > 0) this.#differing.rows++;
    for (const name of names) this.#differing.fields[name] = (this.#differing.fields[name] ?? 0) + 1;
  }

  /** Says which rows the store has. @param compared the fields that were compared */
  async tellExisting(compared: readonly string[]): Promise<void> {
    const { options, ledger } = this.#run;
    const { existing } = this.#counts;
    const { changed } = changesOf(ledger.journal, ledger.run.id);
    // One sentence is enough for rows that exist and have changed.
    const isSaid = existing !== changed;
    if (existing > 0 && isSaid) await options.hint(existingRows(existing, this.#differing, compared));
    if (this.#unexpected > 0) await options.warn(existByNow(this.#unexpected));
    if (changed > 0) await options.hint(changedRows(changed, options.noun, isSaid ? undefined : this.#differing));
  }

  /** Warns of what nearly all rows that exist have in common. Returns whether there is anything. */
  async warnOfCommon(): Promise<boolean> {
    const { options, ledger } = this.#run;
    const found = this.#common.found(changesOf(ledger.journal, ledger.run.id).unchanged);
    for (const field of found) await options.warn(commonText(field));
    return found.length > 0;
  }

  /** Warns of absent rows that are not sent, and of rows that are sent although a product has almost their key. */
  async warn(): Promise<void> {
    const { options, ledger } = this.#run;
    const { warn, noun } = options;
    const { held, unplanned } = this.#counts;
    const erased = noun.isOfPeople ? erasedIn(ledger.journal, ledger.run) : undefined;
    if (erased) await warn(erasedRows(erased, noun.names));
    if (held > 0) await warn(renamedRows(held, noun.names));
    if (unplanned > 0) await warn(notPlanned(unplanned));
    if (this.#near.length > 0) await warn(nearRows(this.#near, noun.names));
  }
}

/** Of the rows that exist: the plan would create them. */
const existByNow = (rows: number): string => `${formatCount(rows)} of them did not exist when the plan was made.`;

const notPlanned = (rows: number): string =>
  `${rowCount(rows)} existed in the store when the plan was made, but not any more. Not sent, because the plan does not include ${rows === 1 ? 'it' : 'them'}.`;
