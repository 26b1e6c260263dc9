import { type Format, listWriter, writeRecord } from '../output/formats.ts';
import { pick } from '../output/paths.ts';
import type { ListWriter, Target, View } from '../output/view.ts';
import type { Fields, RecordDefinition, StoreRecord } from '../resources/record.ts';
import type { AskedFields } from './fields.ts';

/** The ways in which a command prints what a store answered. */
export interface Showing {
  /** The record as a question may name it: without what `--mask-pii` hides. */
  named<R extends StoreRecord>(definition: RecordDefinition, record: R): R;
  /** Prints one record in the chosen format. @param id its ID as it was given, for a record without one */
  show(definition: RecordDefinition, record: StoreRecord, id?: string): Promise<void>;
  /** Begins a list in the chosen format. */
  list(definition: RecordDefinition): ListWriter;
  /**
   * Prints a list's reply as it came; `--fields` and the definition are those of the records in its field. As JSON
   * unless another format is named.
   */
  showEnvelope(definition: RecordDefinition, envelope: StoreRecord, field: string): Promise<void>;
  /** Prints a reply of any shape, or a list of them; as JSON unless another format is named. */
  showAny(reply: StoreRecord | readonly StoreRecord[]): Promise<void>;
  /** Begins a list of anything, as JSON unless another format is named. */
  listAny(): ListWriter;
}

interface ShowingOptions {
  readonly format: Format;
  /** Whether an option or a variable names the format. */
  readonly formatNamed: boolean;
  readonly asked: AskedFields;
  /** `--all-fields` */
  readonly all: boolean | undefined;
  readonly target: Target;
  /** For `--mask-pii`: the record without what is personal in it. */
  readonly mask: ((fields: Fields, record: StoreRecord) => StoreRecord) | undefined;
}

/** Everything that a command prints of a record goes through here: masked, and its fields taken note of. */
export function createShowing({
  format,
  formatNamed,
  asked,
  all,
  target,
  mask = (_, record) => record,
}: ShowingOptions): Showing {
  const anyFormat = formatNamed ? format : 'json';
  const prepared = (fields: Fields, record: StoreRecord): StoreRecord => {
    asked.see(record);
    return mask(fields, record);
  };
  const viewOf = ({ fields, page, idOf }: RecordDefinition, id = ''): View => ({
    ...{ fields, page, all, only: asked.paths },
    idOf: (record) => idOf(record) || id,
  });
  const anything: View = { fields: {}, all, only: asked.paths };
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
      for (const record of records) asked.see(record);
      const picked = asked.paths === undefined ? records : records.map((record) => pick(record, asked.paths ?? []));
      await writeRecord(anyFormat, { fields, all }, mask(fields, { ...envelope, [field]: picked }), target);
    },
  };
}

const isList = (reply: StoreRecord | readonly StoreRecord[]): reply is readonly StoreRecord[] => Array.isArray(reply);
