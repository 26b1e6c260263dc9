import type { Pager } from '../context.ts';
import { type Format, listWriter, writeRecord } from '../output/formats.ts';
import { pick } from '../output/paths.ts';
import type { ListSummary, ListWriter, Target, View } from '../output/view.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { Fields, StoreRecord } from '../resources/record-fields.ts';
import { unlessUnusable } from '../settings/settings.ts';
import type { FieldSelection } from './field-selection.ts';
import type { Invocation } from './options.ts';

/** How a command prints records, in the chosen format; `anyRecord` in JSON unless a format is named. */
export interface Showing {
  /** The record for use in a question: masked with `--mask-pii`. */
  named<R extends StoreRecord>(definition: RecordDefinition, record: R): R;
  /** Prints one record. @param id the ID from the command line, for records without one @param isOnly false for one of several */
  show(definition: RecordDefinition, record: StoreRecord, id?: string, isOnly?: boolean): Promise<void>;
  /** Prints what is there of a record that `show` prints whole later: a card alone can begin. */
  showBeginning(definition: RecordDefinition, record: StoreRecord): Promise<void>;
  /** Prints a list that is whole. */
  showList(definition: RecordDefinition, records: readonly StoreRecord[]): Promise<ListSummary>;
  /** Begins a list. */
  list(definition: RecordDefinition): ListWriter;
  /** Prints the whole reply of a list, whose records are in `field`. JSON unless a format is named. */
  showEnvelope(definition: RecordDefinition, envelope: StoreRecord, field: string): Promise<void>;
}

interface ShowingOptions extends Pick<Invocation, 'settings' | 'options'> {
  /** Whether the command writes nothing. */
  readonly isRead: boolean;
  /** `--fields` */
  readonly selection: FieldSelection;
  readonly target: Target;
  /** `--mask-pii`: returns the record without personal data. */
  readonly mask: ((fields: Fields, record: StoreRecord) => StoreRecord) | undefined;
  readonly pager: Pager | undefined;
}

/** The only way to print a record, so that none is printed unmasked. */
export function createShowing({
  settings,
  options: { quiet, allFields: all },
  selection,
  isRead,
  target,
  mask = (_, record) => record,
  pager,
}: ShowingOptions): Showing {
  const format: Format = quiet ? 'ids' : settings.output;
  const isForPeople = format === 'table' && selection.paths === undefined;
  const isEmbedded = unlessUnusable(settings.store)?.kind === 'sandbox';
  const anyFormat = settings.outputNamed ? settings.output : 'json';
  // Without an ID it is `anyRecord`.
  const formatOf = ({ identifiedBy }: RecordDefinition): Format => (identifiedBy.length === 0 ? anyFormat : format);
  const prepared = (fields: Fields, read: StoreRecord, isOnly = false): StoreRecord => {
    const record = selection.filled(read);
    // An error after a write would say that nothing was done.
    selection.check(record, isOnly && isRead);
    return mask(fields, isForPeople && isEmbedded ? withoutPage(record) : record);
  };
  const viewOf = ({ fields, page, idOf }: RecordDefinition, id = ''): View => ({
    fields,
    page,
    all,
    only: selection.paths,
    idOf: (record) => idOf(record) || id,
  });
  const list = (definition: RecordDefinition): ListWriter => {
    const writer = pagedWriter(formatOf(definition), viewOf(definition), target, pager);
    return { ...writer, add: (records) => writer.add(records.map((record) => prepared(definition.fields, record))) };
  };
  return {
    named: ({ fields }, record) => mask(fields, record) as typeof record,
    ...recordsTo(target, isForPeople, (definition, record, { to, id, isOnly }) =>
      writeRecord(formatOf(definition), viewOf(definition, id), prepared(definition.fields, record, isOnly), to),
    ),
    async showList(definition, records) {
      const writer = list(definition);
      await writer.add(records);
      return await writer.end();
    },
    list,
    async showEnvelope(definition, envelope, field) {
      const fields: Fields = { [field]: { label: field, list: true, group: definition.fields } };
      const records = (envelope[field] as readonly StoreRecord[]).map(selection.filled);
      for (const record of records) selection.check(record);
      const picked =
        selection.paths === undefined ? records : records.map((record) => pick(record, selection.paths ?? []));
      await writeRecord(anyFormat, { fields, all }, mask(fields, { ...envelope, [field]: picked }), target);
    },
  };
}

interface ShownRecord {
  readonly to: Target;
  readonly id?: string | undefined;
  readonly isOnly?: boolean;
}

/** Prints single records, of which a card can begin with what is there. */
function recordsTo(
  target: Target,
  canBegin: boolean,
  write: (definition: RecordDefinition, record: StoreRecord, how: ShownRecord) => Promise<void>,
): Pick<Showing, 'show' | 'showBeginning'> {
  let begun = '';
  const textOf = async (work: (to: Target) => Promise<void>): Promise<string> => {
    const texts: string[] = [];
    await work({ ...target, write: async (text) => void texts.push(text) });
    return texts.join('');
  };
  return {
    async show(definition, record, id, isOnly = true) {
      if (begun === '') return await write(definition, record, { to: target, id, isOnly });
      const text = await textOf((to) => write(definition, record, { to, id, isOnly }));
      await target.write(text.startsWith(begun) ? text.slice(begun.length) : text);
      begun = '';
    },
    async showBeginning(definition, record) {
      if (!canBegin) return;
      begun = await textOf((to) => write(definition, record, { to }));
      await target.write(begun);
    },
  };
}

/** The pages of the embedded store end with the command. */
const withoutPage = ({ urlAbs: _, ...others }: StoreRecord): StoreRecord => others;

/** A table at a terminal goes through the pager, from its first line on. */
function pagedWriter(format: Format, view: View, target: Target, pager: Pager | undefined): ListWriter {
  if (!pager || format !== 'table' || target.width === undefined) return listWriter(format, view, target);
  const write: Target['write'] = async (text) => {
    await pager.begin();
    await target.write(text);
  };
  const writer = listWriter(format, view, { ...target, write });
  return {
    add: writer.add,
    end: async () => await writer.end().finally(pager.end),
    breakOff: async () => await writer.breakOff().finally(pager.end),
  };
}
