import type { CliError } from '../../errors.ts';
import type { RowDetails, RowRecord } from '../journal/rows.ts';
import type { LookUpResult } from '../march/lookup.ts';
import type { RowState } from '../rows/states.ts';
import type { AttemptClass, RowRefusal } from './classify.ts';

/** What a look-up says. `refused`: the store refuses this one for good; `unknown`: none worked; `stopped`: the import stopped first. */
export type Settled =
  | LookUpResult
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'stopped' };

/** The state of a row that this run has finished, and what is known of it. */
export interface Outcome<State extends RowState = Finished> extends RowDetails {
  readonly state: State;
}

type Finished = Exclude<RowState, 'open' | 'absent'>;

/** A look-up that neither found the row, once, nor says that it is absent. */
type Unsendable = Extract<Settled, { readonly kind: 'duplicate' | 'near' | 'refused' }>;

/** What an outcome means for the import as a whole (`Stopper`). */
type Shown = 'created' | 'rejected' | 'changed' | 'lost';

/** What is done next with a row that was sent. */
export type Action =
  | { readonly do: 'send' }
  | { readonly do: 'look up' }
  /** A harmless read tells whether the row is at fault or the whole store. */
  | { readonly do: 'probe'; readonly error: CliError }
  | { readonly do: 'finish'; readonly outcome: Outcome; readonly shows?: Shown }
  /** A later run finds out. */
  | { readonly do: 'leave open'; readonly message?: string };

/** What follows from the answer to a POST (docs/reliability.md). */
export function afterAnswer(answer: AttemptClass): Action {
  switch (answer.kind) {
    case 'created':
      return finish({ state: 'created', product: answer.productId }, 'created');
    case 'changed':
      return changed(answer.productId, answer.message);
    case 'rejected':
      return rejected(answer);
    case 'not-sent':
      return { do: 'send' };
    case 'stop?':
      return { do: 'probe', error: answer.error };
    case 'created?':
    case 'rejected?':
    case 'throttled':
    case 'ambiguous':
      return { do: 'look up' };
  }
}

/** What follows from the probe after an answer that may be about the whole store. @param works whether others work */
export const afterProbe = (works: boolean): Action => (works ? { do: 'look up' } : { do: 'leave open' });

/** What follows from the look-up after such an answer. @param attempts how often the row was sent */
export function afterLookUp(answer: AttemptClass, settled: Settled, attempts: number): Action {
  switch (settled.kind) {
    case 'found':
      // Refused because it exists, and nothing of this import can have created it.
      return answer.kind === 'rejected?' && attempts === 1
        ? finish({ state: 'existing', product: settled.productId, isCompared: false })
        : finish({ state: 'created', product: settled.productId }, 'created');
    case 'absent':
      return whenAbsent(answer, attempts);
    case 'duplicate':
    case 'near':
    case 'refused':
      return finish(outcomeOf(settled));
    case 'unknown':
      return { do: 'leave open', message: `look-up failed: ${settled.message}` };
    case 'stopped':
      return { do: 'leave open' };
  }
}

/** The most attempts for a row. Each follows a look-up that said "absent". */
const maxAttempts = 5;

function whenAbsent(answer: AttemptClass, attempts: number): Action {
  switch (answer.kind) {
    case 'created?':
      // It may exist under another key.
      return changed(
        answer.productId,
        answer.productId === undefined
          ? 'the store answered that it was created, but does not find it under this key'
          : `the store answered with ID ${answer.productId}, but does not find it under this key`,
      );
    case 'rejected?':
      return rejected(answer);
    case 'stop?':
      return rejected(answer.error);
    default:
      if (attempts < maxAttempts) return { do: 'send' };
      return finish(
        { state: 'uncertain', message: `sent ${attempts} times without a clear answer, and not found in the store` },
        'lost',
      );
  }
}

const finish = (outcome: Outcome, shows?: Shown): Action => ({
  do: 'finish',
  outcome,
  ...(shows && { shows }),
});

const rejected = ({ message, field }: RowRefusal): Action => finish({ state: 'rejected', message, field }, 'rejected');

/** The store seems to have created it with another key: no run sends the row again. */
const changed = (product: string | undefined, message: string): Action =>
  finish({ state: 'blocked', product, message }, 'changed');

/**
 * Whether this store creates what it throttles: a look-up finds a row that got no other answer.
 * @param isUnclear whether another attempt may have created it
 */
export const showsCreatedThrottled = (answer: AttemptClass, { kind }: Settled, isUnclear: boolean): boolean =>
  answer.kind === 'throttled' && !isUnclear && (kind === 'found' || kind === 'duplicate');

/** The outcome of a row that is neither found nor absent: no run sends it again. */
export function outcomeOf(settled: Unsendable): Outcome<'duplicate' | 'blocked'> & { readonly message: string } {
  switch (settled.kind) {
    case 'duplicate':
      return {
        state: 'duplicate',
        product: settled.productIds.join(' '),
        message: `the store has it as IDs ${settled.productIds.join(' and ')}`,
      };
    case 'near':
      return {
        state: 'blocked',
        product: settled.productId,
        message: `the store has "${settled.code}" (ID ${settled.productId}), which may be the same as this row`,
      };
    case 'refused':
      return { state: 'blocked', message: `sent, but the store refuses to look it up: ${settled.message}` };
  }
}

/** The outcome of a row whose product another row has too. @param rows those with this product */
export const outcomeOfShared = (
  { product, line }: RowLine,
  rows: readonly RowLine[],
): Outcome<'blocked'> & { readonly message: string } => ({
  state: 'blocked',
  product,
  message: `the store gave the same ID, ${product}, to ${otherLines(line, rows)}: it may have merged them`,
});

type RowLine = Pick<RowRecord, 'product' | 'line'>;

const maxNamed = 3;

function otherLines(own: number, rows: readonly RowLine[]): string {
  const lines = rows.slice(0, maxNamed + 1).map(({ line }) => line);
  const named = lines.filter((line) => line !== own).slice(0, maxNamed);
  const more = rows.length > maxNamed + 1 ? ', …' : '';
  return `${named.length === 1 ? 'line' : 'lines'} ${named.join(', ')}${more}`;
}

/** A look-up that says something. */
type Clear = Exclude<Settled, { readonly kind: 'unknown' | 'stopped' }>;

/** The outcome of a row that an earlier import left open. One that is absent is sent again. */
export function outcomeOfOpen(settled: Clear): Outcome<Finished | 'absent'> {
  if (settled.kind === 'found') return { state: 'created', product: settled.productId };
  return settled.kind === 'absent' ? { state: 'absent' } : outcomeOf(settled);
}

/** The outcome of a row that was in the store and is looked up once more; undefined where it stays as it is. */
export function correctionOf({ product }: RowDetails, settled: Settled): Outcome | undefined {
  const uncertain = (message: string): Outcome => ({ state: 'uncertain', product, message });
  if (settled.kind === 'duplicate') return outcomeOf(settled);
  if (settled.kind === 'refused') return uncertain(`created, but could not be verified: ${settled.message}`);
  if (settled.kind !== 'absent' && settled.kind !== 'near') return undefined;
  return uncertain('created, but no longer found in the store');
}
