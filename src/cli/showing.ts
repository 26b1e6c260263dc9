import { type Format, listWriter, writeRecord } from '../output/formats.ts';
import { pick } from '../output/paths.ts';
import type { ListWriter, Target, View } from '../output/view.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { Fields, StoreRecord } from '../resources/record-fields.ts';
import type { FieldSelection } from './fields.ts';

/** How a command prints records, in the chosen format. */
export interface Showing {
  /** The record for use in a question: masked with `--mask-pii`. */
  named<R extends StoreRecord>(definition: RecordDefinition, record: R): R;
  /** Prints one record. @param id the ID from the command line, for records without one */
  show(definition: RecordDefinition, record: StoreRecord, id?: string): Promise<void>;
  /** Begins a list. */
  list(definition: RecordDefinition): ListWriter;
  /** Prints the whole reply of a list, whose records are in `field`. JSON unless a format is named. */
  showEnvelope(definition: RecordDefinition, envelope: StoreRecord, field: string): Promise<void>;
  /** Prints a reply of any shape, or a list of them. JSON unless a format is named. */
  showAny(reply: StoreRecord | readonly StoreRecord[]): Promise<void>;
  /** Begins a list of records of any shape. JSON unless a format is named. */
  listAny(): ListWriter;
}

interface ShowingOptions {
  readonly format: Format;
  /** Whether an option or a variable names the format. */
  readonly formatNamed: boolean;
  /** `--fields` */
  readonly selection: FieldSelection;
  /** `--all-fields` */
  readonly all: boolean | undefined;
  readonly target: Target;
  /** `--mask-pii`: returns the record without personal data. */
  readonly mask: ((fields: Fields, record: StoreRecord) => StoreRecord) | undefined;
}

/** The only way to print a record, so that none is printed unmasked. */
export function createShowing({
  format,
  formatNamed,
  selection,
  all,
  target,
  mask = (_, record) => record,
}: ShowingOptions): Showing {
  const anyFormat = formatNamed ? format : 'json';
  const prepared = (fields: Fields, record: StoreRecord): StoreRecord => {
    selection.check(record);
    return mask(fields, record);
  };
  const viewOf = ({ fields, page, idOf }: RecordDefinition, id = ''): View => ({
    ...{ fields, page, all, only: selection.paths },
    idOf: (record) => idOf(record) || id,
  });
  const anything: View = { fields: {}, all, only: selection.paths };
  const listIn = (chosen: Format, view: View): ListWriter => {
    const writer = listWriter(chosen, view, target);
    return { ...writer, add: (records) => writer.add(records.map((record) => prepared(view.fields, record))) };
  };
  return {
    named: ({ fields }, record) => mask(fields, record) as typeof record,
    show: (definition, record, id) =>
      writeRecord(format, viewOf(definition, id), prepared(definition.fields, record), target),
    list: (definition) => listIn(format, viewOf(definition)),
    listAny: () => listIn(anyFormat, anything),
    async showAny(reply) {
      if (!isList(reply)) return await writeRecord(anyFormat, anything, prepared({}, reply), target);
      const writer = listIn(anyFormat, anything);
      await writer.add(reply);
      await writer.end();
    },
    async showEnvelope(definition, envelope, field) {
      const fields: Fields = { [field]: { label: field, list: true, group: definition.fields } };
      const records = envelope[field] as readonly StoreRecord[];
      for (const record of records) selection.check(record);
      const picked =
        selection.paths === undefined ? records : records.map((record) => pick(record, selection.paths ?? []));
      await writeRecord(anyFormat, { fields, all }, mask(fields, { ...envelope, [field]: picked }), target);
    },
  };
}

const isList = (reply: StoreRecord | readonly StoreRecord[]): reply is readonly StoreRecord[] => Array.isArray(reply);
