import type { Connection } from '../../../client/connection.ts';
import { getRecord } from '../../../client/records.ts';
import { maxAtOnce } from '../../../pace/pace.ts';
import type { PacedReads } from '../../../pace/paced-reads.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { withCleared } from '../update.ts';
import type { ChangeRow, UpdatedNoun } from './changes.ts';
import { differingExactly, type PatchBody } from './difference.ts';
import { type ChangeResult, failedBy, nothingToSend, unchanged } from './outcome.ts';

/** A row whose record differs, or could not be read. */
export interface RowChange {
  readonly row: ChangeRow;
  /** What is sent. */
  readonly body: PatchBody;
  /** The fields of the record that can be changed, as they are; undefined if it could not be read. */
  readonly current?: StoreRecord | undefined;
}

/** A change, with the record as it is. */
export interface ShownChange extends RowChange {
  readonly before: StoreRecord;
}

/** What a file would change. */
export interface ComparedFile {
  /** Whether the store was read: else every row counts as a change. */
  readonly isCompared: boolean;
  /** In the order of the file. */
  readonly changes: readonly RowChange[];
  /** Of the other rows. */
  readonly results: ReadonlyMap<ChangeRow, ChangeResult>;
  /** The first of the changes. */
  readonly samples: readonly ShownChange[];
}

/** Changes that a person sees before the question. */
export const maxSamples = 3;

/** Every row, where no store can be read. */
export const notCompared = (rows: readonly ChangeRow[]): ComparedFile => ({
  isCompared: false,
  changes: rows.filter(({ body }) => Object.keys(body).length > 0).map((row) => ({ row, body: row.body })),
  results: new Map(rows.filter(({ body }) => Object.keys(body).length === 0).map((row) => [row, nothingToSend])),
  samples: [],
});

/**
 * Reads the record of each row, and says what of it would change. Most rows of a file that a person has edited are as they
 * were: to read one is cheaper than to write it, and leaves its date of change alone.
 * @param onRead called after each
 * @throws CliError what concerns all of them
 */
export async function compareRows(
  reads: PacedReads,
  rows: readonly ChangeRow[],
  noun: UpdatedNoun,
  onRead: () => void,
): Promise<ComparedFile> {
  const results = new Map<ChangeRow, ChangeResult>();
  const found = new Map<ChangeRow, RowChange>();
  let samples: readonly ShownChange[] = [];
  const read = async (row: ChangeRow): Promise<void> => {
    const answer = await reads.answerTo((connection: Connection) => getRecord(connection, row.at), 'send');
    if ('record' in answer) {
      const body = bodyFor(noun, row, answer.record);
      if (isEmpty(body)) return void results.set(row, unchanged);
      const wrong = noun.wrong?.(body, { ...answer.record, ...body });
      if (wrong !== undefined)
        return void results.set(row, { result: 'failed', reason: `not sent: ${wrong}`, evidence: 'read' });
      found.set(row, { row, body, current: changeable(noun, answer.record) });
      samples = firstOf([...samples, { row, body, before: answer.record }]);
    } else if (answer.failure.kind === 'not-found') results.set(row, failedBy(answer.failure, 'read'));
    // A store that does not show the record can still change it.
    else found.set(row, { row, body: row.body });
  };
  const waiting = rows.values();
  const reader = async (): Promise<void> => {
    for (const row of waiting) {
      if (isEmpty(row.body)) results.set(row, nothingToSend);
      else await read(row);
      onRead();
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, reader));
  const changes = rows.flatMap((row) => found.get(row) ?? []);
  return { isCompared: true, changes, results, samples };
}

/** What of a row differs, and what is cleared with it. What the file has a column for is as it says. */
function bodyFor(noun: UpdatedNoun, row: ChangeRow, record: StoreRecord): PatchBody {
  const body = differingExactly(noun, row.body, record);
  const isSaid = (name: string): boolean => row.columns.includes(name) || name in row.body;
  return withCleared(
    body,
    noun.cleared?.(body, record).filter((name) => !isSaid(name)),
  );
}

/** A file may change many records: no more of each is kept than is compared. */
const changeable = ({ changes }: UpdatedNoun, record: StoreRecord): StoreRecord =>
  Object.fromEntries(Object.keys(changes.fields).map((name) => [name, record[name]]));

const isEmpty = (body: PatchBody): boolean => Object.keys(body).length === 0;

const firstOf = (samples: readonly ShownChange[]): readonly ShownChange[] =>
  [...samples].sort((left, right) => left.row.line - right.row.line).slice(0, maxSamples);
