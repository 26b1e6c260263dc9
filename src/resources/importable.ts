import type { Draft } from './draft.ts';
import type { DraftFields } from './draft-fields.ts';
import type { Fields } from './record-fields.ts';

/** The values of a draft, parsed. */
export type Values = Readonly<Record<string, unknown>>;

/** What a file of records says, and what is wrong in it: the part of a noun that a store does not know. */
export interface Importable {
  readonly names: readonly [one: string, many: string];
  readonly draft: Pick<Draft<DraftFields>, 'fields' | 'names'>;
  /** The fields that identify one, the best first. */
  readonly key: readonly [string, ...string[]];
  /** The field by which a person knows one, beside its key in a report. Absent where it is personal. */
  readonly title?: string;
  /** The field of the key that can be generated. */
  readonly generated?: string;
  /** The fields that every row must have besides. */
  readonly required: readonly string[];
  /** Column headings by field besides its name, as `looseHeading` writes them. Earlier fields take a heading that several list. */
  readonly headings: Readonly<Record<string, readonly string[]>>;
  /** Codes that are numbers, which a spreadsheet may have rounded, and why one is doubtful. */
  readonly digits: Readonly<Record<string, (code: string) => string | undefined>>;
  readonly price?: Price;
  /** The stock, whose absence makes a product sold out. */
  readonly stock?: NamedField;
  /** A field, a heading of its column and a value of it, for hints. */
  readonly example: { readonly field: string; readonly column: string; readonly value: string };
  /** The command that shows one by its key: `products get --sku <sku>`. Absent where none does. */
  readonly shownBy?: string;
  /** A row in the table of a dry run, besides its line. */
  readonly row: Fields;
  /** Words in headings of columns that may be a required field, for a hint. */
  readonly likely?: Readonly<Record<string, readonly string[]>>;
  /** Fields with the name of something that the store already has, such as an image: an address in one is not sent. */
  readonly namesInStore?: readonly string[];
  /** Whether the store keeps its texts by language. */
  readonly isTranslated?: true;
  /** Whether its texts are names of people, which may be Null and None, and are not shown where no fault is about them. */
  readonly isOfPeople?: true;
  /** Why a column is refused that is read for no field. Absent where such columns are ignored. */
  readonly refusalOf?: (heading: string) => ColumnRefusal;
  /** The fields of a record that are its ID: the first that is there. */
  readonly ids: readonly string[];
  /** The fields that a store returns, in the order of reports. The bits of a fingerprint in a journal: add at the end. */
  readonly compared: readonly string[];
  /** The fields that are sent, and neither compared nor a key. */
  readonly unread: readonly string[];
  /** Those of them that an import compares: others may differ. */
  readonly recognised: readonly string[];
  /** Where a record has a field, if not under its own name: the first path that is there. */
  readonly places: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** The fields whose values may be shown, and kept in a journal or a plan. Those of the others are sent alone. */
export const shownFields = ({ draft }: Pick<Importable, 'draft'>): readonly string[] =>
  draft.names.filter((name) => !draft.fields[name]?.isSecret);

/** Whether some fields are sent alone. */
export const hasSecrets = (noun: Pick<Importable, 'draft'>): boolean =>
  shownFields(noun).length < noun.draft.names.length;

/** A sentence each. */
export interface ColumnRefusal {
  readonly problem: string;
  readonly remedy: string;
}

/** Whether cells are shown only where a fault is about them. */
export const isDiscreet = (noun: Pick<Importable, 'draft' | 'isOfPeople'>): boolean =>
  noun.isOfPeople === true || hasSecrets(noun);

/** A field that should not be left out by oversight: once it is created, a product cannot be changed. */
export interface NamedField {
  readonly field: string;
  /** Whether a heading has a word for it. */
  readonly isNamedIn: (heading: string) => boolean;
}

/** A price that a store has without VAT, and a file perhaps with it. */
interface Price extends NamedField {
  /** The field of the VAT percentage. */
  readonly rate: string;
  /** Headings of prices with VAT. Read only when the user says at which rate: otherwise they would be sent too high. */
  readonly headingsWithVat: readonly string[];
  /** Whether a heading says that its prices are without VAT. */
  readonly saysWithoutVat: (heading: string) => boolean;
}
