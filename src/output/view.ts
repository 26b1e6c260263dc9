import type { FileWriter } from '../context.ts';
import type { PageOf } from '../resources/record.ts';
import type { Fields, StoreRecord } from '../resources/record-fields.ts';

/** Where text goes, and what it can show. */
export interface Target {
  readonly write: (text: string) => Promise<void>;
  /** The file that `--output-file` names, for what is not text. */
  readonly file?: FileWriter | undefined;
  /** Removes secrets from text, for a file that is not text. */
  readonly redact?: (text: string) => string;
  /** Columns of the terminal; undefined in a pipe or a file, where nothing is cut. */
  readonly width: number | undefined;
  readonly color: boolean;
  /** Where a terminal shows links: the host of the store, whose pages alone are links. */
  readonly links?: string | undefined;
}

/** Text in a file: nothing is cut or colored. */
export const targetOf = (file: FileWriter): Target => ({
  write: (text) => file.write(text),
  width: undefined,
  color: false,
});

/** What text for a person has to fit. */
export type TextLayout = Pick<Target, 'width' | 'color' | 'links'>;

/** What is shown of a record. */
export interface View {
  readonly fields: Fields;
  /** How a person reads one record, where that is more than a card. */
  readonly page?: PageOf | undefined;
  /** Only these paths, in this order: `sku`, `category.name`. */
  readonly only?: readonly string[] | undefined;
  /** A card shows empty and zero values too. */
  readonly all?: boolean | undefined;
  /** The ID of a record, for `--quiet`. */
  readonly idOf?: ((record: StoreRecord) => string) | undefined;
  /** CSV without the guard against spreadsheet formulas. */
  readonly raw?: boolean | undefined;
}

/** Writes a list page by page as it arrives. Nothing is written before the first `add` or the end. */
export interface ListWriter {
  add(records: readonly StoreRecord[]): Promise<void>;
  /** After the last page. */
  end(): Promise<ListSummary>;
  /** Instead of `end`, if the list broke off: shows what arrived, without the end that makes a document whole. */
  breakOff(): Promise<void>;
}

export interface ListSummary {
  /** Number of records written. */
  readonly shown: number;
  /** Number of columns that did not fit the terminal. */
  readonly hiddenColumns: number;
}

/** Writes the parts of a list as they come, to its end or to where it breaks off. */
export async function writeList(
  writer: ListWriter,
  parts: AsyncIterable<readonly StoreRecord[]>,
): Promise<ListSummary> {
  try {
    for await (const records of parts) await writer.add(records);
  } catch (error) {
    await writer.breakOff();
    throw error;
  }
  return await writer.end();
}

/** How one format writes a list. @param shown how many records were written before */
export interface ListFormat {
  add(records: readonly StoreRecord[], shown: number): Promise<void>;
  end?(shown: number): Promise<void>;
  breakOff?(shown: number): Promise<void>;
  /** Once the list has ended. */
  hiddenColumns?(): number;
}

/** The writer of a list. @param load its format, asked for when something is written */
export function listWriterOf(load: () => Promise<ListFormat>): ListWriter {
  let loading: Promise<ListFormat> | undefined;
  const loaded = (): Promise<ListFormat> => {
    loading ??= load();
    return loading;
  };
  let shown = 0;
  return {
    async add(records) {
      const before = shown;
      shown += records.length;
      await (await loaded()).add(records, before);
    },
    async end() {
      const format = await loaded();
      await format.end?.(shown);
      return { shown, hiddenColumns: format.hiddenColumns?.() ?? 0 };
    },
    breakOff: async () => (await loaded()).breakOff?.(shown),
  };
}

/** A record that ends with a list that is too long for memory. */
export interface LongDocument {
  readonly head: StoreRecord;
  /** The name of the list in it. */
  readonly list: string;
  readonly isEmpty: boolean;
}

/** What writes one output format. */
export interface FormatWriter {
  list(view: View, target: Target): ListFormat;
  /** Where the format has one. */
  document?(document: LongDocument, view: View, target: Target): ListFormat;
  record(view: View, record: StoreRecord, target: Target): Promise<void>;
}
