import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { type ListWriter, listWriterOf, writeList } from '../../output/view.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';

/**
 * Shows the record of each argument: one as it is, several as a list (as cards in a table). A missing record does not
 * keep the others from being shown.
 * @throws CliError `not-found` that names what is missing.
 */
export async function getEach(
  session: Session,
  definition: RecordDefinition,
  wanted: readonly string[],
  look: (text: string) => Promise<StoreRecord>,
): Promise<undefined> {
  const [only] = wanted;
  if (wanted.length === 1 && only !== undefined) {
    await session.show(definition, await look(only), only);
    await session.tellStore();
    return;
  }
  const ids = new WeakMap<StoreRecord, string>();
  const isOneByOne = session.settings.output === 'table' || session.options.quiet === true;
  const list = isOneByOne ? oneByOne(session, definition, ids) : session.list(definition);
  const missing: CliError[] = [];
  const found = async function* (): AsyncGenerator<readonly StoreRecord[]> {
    for (const text of wanted) {
      const record = await orMissing(look(text));
      if (record instanceof CliError) missing.push(record);
      else {
        ids.set(record, text);
        yield [record];
      }
    }
    // An empty list would say that there are none, to a script that does not look at the exit code.
    if (missing.length === wanted.length) throwMissing(missing);
  };
  await writeList(list, found());
  await session.tellStore();
  throwMissing(missing);
}

/** The record, or the error that says that there is none. @throws every other failure */
const orMissing = (look: Promise<StoreRecord>): Promise<StoreRecord | CliError> =>
  look.catch((error: unknown) => {
    if (error instanceof CliError && error.kind === 'not-found') return error;
    throw error;
  });

/** A line for each, and the next step, which is the same for all. */
function throwMissing(missing: readonly CliError[]): void {
  const [first] = missing;
  if (first) throw first.reworded({ message: missing.map(({ message }) => message).join('\n') });
}

/** Cards with an empty line between two of them, or IDs. @param ids as they were given */
function oneByOne(
  { target, show, options }: Session,
  definition: RecordDefinition,
  ids: WeakMap<StoreRecord, string>,
): ListWriter {
  let before = '';
  return listWriterOf(async () => ({
    async add(records) {
      for (const record of records) {
        await target.write(before);
        await show(definition, record, ids.get(record), false);
        before = options.quiet ? '' : '\n';
      }
    },
  }));
}
