import type { ComparedRow } from '../march/results.ts';
import type { FileRows, StoredRow } from '../rows/file-rows.ts';
import type { Action } from './actions.ts';

/** What is asked of a row before any is sent, in this order. A dry run asks the same as an import. */
export interface RowQuestions {
  /** What follows from what the store has for it, or from what earlier imports know. */
  readonly exists: (compared: ComparedRow) => Action | Promise<Action>;
  /** Why it may be a product under another key. Undefined where no row is held back. */
  readonly heldBack: ((row: StoredRow) => Promise<string | undefined>) | undefined;
  /** The records of the plan that is applied, if there is one. */
  readonly planned: { readonly has: (record: number) => boolean } | undefined;
}

/**
 * Decides about rows, a page at a time.
 * @param act acts on the decision, in file order: an import finishes the row, a dry run only counts it
 */
export async function decide(
  rows: AsyncIterable<readonly ComparedRow[]>,
  questions: RowQuestions,
  act: (compared: ComparedRow, action: Action) => void,
): Promise<void> {
  for await (const page of rows) {
    const actions = await Promise.all(page.map((compared) => actionFor(compared, questions)));
    for (const [at, compared] of page.entries()) act(compared, actions[at] as Action);
  }
}

async function actionFor(compared: ComparedRow, { exists, heldBack, planned }: RowQuestions): Promise<Action> {
  const { row } = compared;
  const action = await exists(compared);
  if (action.do !== 'send') return action;
  const message = await heldBack?.(row);
  if (message !== undefined) return { do: 'finish', outcome: { state: 'held', message, evidence: 'read' } };
  // The row existed when the plan was made, so nobody approved to create it.
  if (planned && !planned.has(row.record)) return { do: 'finish', outcome: unplanned };
  return action;
}

const unplanned = {
  state: 'unplanned',
  message: 'existed in the store when the plan was made: make a new plan to create it',
  evidence: 'read',
} as const;

/** The rows that are left, of which the store is not asked. */
export async function* uncompared(keys: FileRows): AsyncGenerator<readonly ComparedRow[]> {
  for (const page of keys.pages()) yield page.map((row) => ({ row, result: { kind: 'new' } }));
}
