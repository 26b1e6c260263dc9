import type { Session } from '../../cli/session.ts';
import { unlessMissing } from '../../client/records.ts';
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
): Promise<number> {
  const [only] = wanted;
  if (wanted.length === 1 && only !== undefined) {
    await session.show(definition, await look(only), only);
    await session.tellStore();
    return 0;
  }
  const ids = new WeakMap<StoreRecord, string>();
  const isOneByOne = session.settings.output === 'table' || session.options.quiet === true;
  const list = isOneByOne ? oneByOne(session, definition, ids) : session.list(definition);
  const missing: string[] = [];
  const found = async function* (): AsyncGenerator<readonly StoreRecord[]> {
    for (const text of wanted) {
      const record = await unlessMissing(look(text));
      if (!record) missing.push(text);
      else {
        ids.set(record, text);
        yield [record];
      }
    }
    // An empty list would say that there are none, to whoever does not look at the exit code.
    if (missing.length === wanted.length) throw notFound(session, missing);
  };
  await writeList(list, found());
  await session.tellStore();
  if (missing.length === 0) return 0;
  throw notFound(session, missing);
}

const notFound = (session: Session, missing: readonly string[]): CliError =>
  new CliError('not-found', `Not found on ${session.storeName()}: ${missing.map((text) => `"${text}"`).join(', ')}.`, {
    status: 404,
  });

/** Cards with an empty line between two of them, or IDs. @param ids as they were given */
function oneByOne(
  { target, show, options }: Session,
  definition: RecordDefinition,
  ids: WeakMap<StoreRecord, string>,
): ListWriter {
  let before = '';
  return listWriterOf({
    async add(records) {
      for (const record of records) {
        await target.write(before);
        await show(definition, record, ids.get(record));
        before = options.quiet ? '' : '\n';
      }
    },
  });
}
