import type { Draft } from './draft.ts';
import type { DraftFields, Fault } from './draft-fields.ts';
import type { Fields } from './record-fields.ts';

/** The values of a draft, parsed. */
export type Values = Readonly<Record<string, unknown>>;

/** The noun of journals and plans that name none: they are of a time when there was no other. */
export const firstNoun = 'products';

/** The nouns of people (`isOfPeople`), for a journal, which has their names alone: no list of a store shows who was sent. */
export const nounsOfPeople: readonly string[] = ['customers', 'addresses'];

/** How a file of records is read, and what is wrong in it: no store has a say in it. */
export interface FileTable {
  readonly names: readonly [one: string, many: string];
  readonly draft: Pick<Draft<DraftFields>, 'fields' | 'names'>;
  /** The fields that identify one, the best first. */
  readonly key: readonly [string, ...string[]];
  /** The code of a key, where it is more than the value of its field: '' where the values do not suffice. */
  readonly keyCode?: (field: string, values: Values) => string;
  /** The same as journals of before have it, where that was another: what was attempted is found by it. */
  readonly formerKeyCode?: (field: string, values: Values) => string;
  /**
   * Where the key is about a person: the form in which two are one. A journal has a keyed hash of it alone (`hashKey`).
   */
  readonly foldKey?: (code: string) => string;
  /** The code that stands for such a key in a journal, and wherever rows are compared. Absent until its secret is known. */
  readonly hashKey?: (code: string) => string;
  /** The field by which a person knows one, beside its key in a report. Absent where it is personal. */
  readonly title?: string;
  /** The field of the key that can be generated. */
  readonly generated?: string;
  /** The fields that every row must have besides. */
  readonly required: readonly string[];
  /** A field that a file may have in place of a required one, which `complete` makes of it: a full name. */
  readonly insteadOf?: Readonly<Record<string, string>>;
  /** Names that options may have for a field: those of another noun that is imported from the same file. */
  readonly otherNames?: Readonly<Record<string, string>>;
  /** Column headings by field besides its name, as `looseHeading` writes them. Earlier fields take a heading that several list. */
  readonly headings: FieldHeadings;
  /** FieldHeadings that are read rather than the name of the field: of an address, those that say that it is for the bill. */
  readonly firstHeadings?: FieldHeadings;
  /** FieldHeadings that are read where no column has one of `headings`, table by table. */
  readonly otherHeadings?: readonly FieldHeadings[];
  /** Fields for which another column is read, row by row, where theirs is blank: one of `otherHeadings`. */
  readonly fallback?: readonly string[];
  /** Fields whose column must have exactly their name, or be mapped: others with that word are of another shop. */
  readonly ownHeadingOnly?: readonly string[];
  /** Columns that are known and not read, and why: the end of a sentence about them. */
  readonly notImported?: readonly NotImported[];
  /** Columns for which a file is refused. */
  readonly refused?: RefusedColumns;
  /** What a person should know before an import of these fields. */
  readonly notes?: (fields: ReadonlySet<string>) => readonly string[];
  /** Why a cell of a field is not sent, though it is no fault. */
  readonly unsent?: Readonly<Record<string, (cell: string) => string | undefined>>;
  /** Why a cell of a field is odd, though it is sent. It is counted, and not shown. */
  readonly odd?: Readonly<Record<string, (cell: string) => string | undefined>>;
  /** What follows from the values of a row together. */
  readonly complete?: (values: Values) => Completed;
  /** What a row lacks, where that depends on its values. By default its required fields. */
  readonly missing?: (values: Values) => readonly Fault[];
  /** Codes that are numbers, which a spreadsheet may have rounded, and why one is doubtful. */
  readonly digits: Readonly<Record<string, (code: string) => string | undefined>>;
  readonly price?: Price;
  /** The best key, where a column may have it under a heading that is not known: `Code`. */
  readonly ownNumber?: NamedField;
  /** The field of what the shop pays, which a list may have in place of what its customers pay. */
  readonly purchasePrice?: string;
  /** The stock, whose absence makes a product sold out. */
  readonly stock?: NamedField;
  /** The VAT rate, without which the store adds its default one to the price. */
  readonly vatRate?: NamedField;
  /** Columns that keep a record off sale, and the field that would say so. */
  readonly offSale?: OffSale;
  /** The field for which a column with other words is read, where no column may be it. */
  readonly standIn?: StandIn;
  /** The field whose column may have any heading, and is known by its place and its cells. */
  readonly behind?: FieldBehind;
  /** What the store uses where a row has no value of a field, and whether a row without one among others is doubtful. */
  readonly whenBlank?: Readonly<Record<string, BlankField>>;
  /** A field, a heading of its column and a value of it, for hints. */
  readonly example: { readonly field: string; readonly column: string; readonly value: string };
  /** The command that shows one by its key: `products get --sku <sku>`. Absent where none does. */
  readonly shownBy?: string;
  /** The command that compares a file with the store: `products diff`. Absent where none does. */
  readonly comparedBy?: string;
  /** The command that deletes what an import created, by its results: `customers delete`. Absent where none does. */
  readonly takenBackBy?: string;
  /** Words in headings of columns that may be a required field, for a hint. */
  readonly likely?: Readonly<Record<string, readonly string[]>>;
  /** Fields with the name of something that the store already has, such as an image: an address in one is not sent. */
  readonly namesInStore?: readonly string[];
  /** Whether the store keeps its texts by language. */
  readonly isTranslated?: true;
  /** Whether its texts are about people, and are not shown where no fault is about them. */
  readonly isOfPeople?: true;
  /** The field that one row may abbreviate and another not, where both are of the same, and whether two values are one. */
  readonly abbreviated?: { readonly field: string; readonly isSame: (one: string, other: string) => boolean };
  /** Its fields that may be any word, such as Null and None: names of people. */
  readonly namesOfPeople?: readonly string[];
  /** Why a column is refused that is read for no field. Absent where such columns are ignored. */
  readonly refusalOf?: (heading: string) => ColumnRefusal;
  /** Whether messages leave out what cells have, and what is printed of a row is masked: `--mask-pii`. */
  readonly hidesValues?: boolean;
}

/** What a file of records says, and how the store shows such records: a noun that can be imported. */
export interface StoreNoun extends FileTable {
  /** A row in the table of a dry run, besides its line. */
  readonly row: Fields;
  /** The fields of a record that are its ID: the first that is there. */
  readonly ids: readonly string[];
  /** The fields that a store returns, in the order of reports. The bits of a fingerprint in a journal: add at the end. */
  readonly compared: readonly string[];
  /** Those of them that an import compares: others may differ. */
  readonly recognised: readonly string[];
  /** Those that are compared too if a row of a feed has changed: of the others the store sells from its stock. */
  readonly ofFeed: readonly string[];
  /** The fields that are sent, and neither compared nor a key. */
  readonly unread: readonly string[];
  /** Where a record has a field, if not under its own name: the first path that is there. */
  readonly places: Readonly<Partial<Record<string, readonly string[]>>>;
}

export type FieldHeadings = Readonly<Record<string, readonly string[]>>;

export interface NotImported {
  /** @param heading as `looseHeading` writes it */
  readonly isNamedIn: (heading: string) => boolean;
  /** `the store gives its own IDs`. @param headings of the columns, as the file has them */
  readonly why: string | ((headings: readonly string[]) => string);
  /** The noun whose import reads them, as `why` says, and what is said of a file that it would refuse. */
  readonly readBy?: { readonly noun: string; readonly otherwise: string };
}

interface RefusedColumns {
  /** @param heading as `looseHeading` writes it */
  readonly isNamedIn: (heading: string) => boolean;
  /** What such columns have: `passwords`. */
  readonly what: string;
  readonly remedy: string;
}

/** The values of a row that are sent, what is wrong with them, and what is odd. */
export interface CompletedValues {
  readonly values: Values;
  readonly faults: readonly Fault[];
  readonly warnings?: readonly Fault[];
}

/** The same, or why the row is excluded, to follow a count. */
export type Completed = CompletedValues | { readonly excluded: string };

/** The fields whose values may be shown, and kept in a journal or a plan. Those of the others are sent alone. */
export const shownFields = ({ draft }: Pick<FileTable, 'draft'>): readonly string[] =>
  draft.names.filter((name) => !draft.fields[name]?.isSecret);

/** Whether some fields are sent alone. */
export const hasSecrets = (noun: Pick<FileTable, 'draft'>): boolean =>
  shownFields(noun).length < noun.draft.names.length;

/** A sentence each. */
export interface ColumnRefusal {
  readonly problem: string;
  readonly remedy: string;
}

/** The name of the ID of a record where results have it beside other fields: `productId`. */
export const idNameOf = ({ names: [one] }: Pick<FileTable, 'names'>): string => `${one}Id`;

/** Whether cells are shown only where a fault is about them. */
export const isDiscreet = (noun: Pick<FileTable, 'draft' | 'isOfPeople'>): boolean =>
  noun.isOfPeople === true || hasSecrets(noun);

/** A field that should not be left out by oversight: once it is created, a product cannot be changed. */
export interface NamedField {
  readonly field: string;
  /** Whether a heading has a word for it. */
  readonly isNamedIn: (heading: string) => boolean;
  /** Whether a heading may be of it, where it has numbers below, and no other column is named. */
  readonly mayBeIn?: (heading: string) => boolean;
  /** Whether amounts below a heading are of something else. Absent where cells alone do not tell the field. */
  readonly isOther?: (heading: string) => boolean;
}

interface OffSale {
  /** The field by which a record is online. */
  readonly field: string;
  /** The word in a column of this heading by which a row is not for sale; undefined for other columns. */
  readonly saidBy: (heading: string) => 'yes' | 'no' | undefined;
}

/** A field that is part of another one, and would be lost with it. */
export interface FieldBehind {
  readonly field: string;
  /** The fields whose column is directly before: the first of them that has one. */
  readonly behind: readonly string[];
  /** Whether a heading has a word for it, wherever its column is. */
  readonly isNamedIn: (heading: string) => boolean;
  /** Whether the cells that are not blank look like its values. @param isFull whether no cell is blank */
  readonly areLike: (cells: readonly string[], isFull: boolean) => boolean;
}

/** A field, and the columns that have its values where a file does not name it: short descriptions of products. */
export interface StandIn {
  readonly field: string;
  /** As `looseHeading` writes them. */
  readonly headings: readonly string[];
  /** How many characters a value may have. */
  readonly longest: number;
}

interface BlankField {
  /** What the store uses: `its default VAT rate`. */
  readonly use: string;
  readonly isDoubtful: boolean;
}

/** A price that a store has without VAT, and a file perhaps with it. */
export interface Price extends NamedField {
  /** The field of the VAT percentage. */
  readonly rate: string;
  /** FieldHeadings of prices with VAT. Read only when the user says at which rate: otherwise they would be sent too high. */
  readonly headingsWithVat: readonly string[];
  /** Whether a heading says that its prices include VAT, also in words that are not among these headings. */
  readonly saysWithVat: (heading: string) => boolean;
  /** Whether such prices usually include VAT, though the heading does not say so. */
  readonly mayHaveVat: (heading: string) => boolean;
  /** Whether a heading says that its prices are without VAT. */
  readonly saysWithoutVat: (heading: string) => boolean;
  /** Whether a heading is that of prices for customers of a shop, recommended ones among them. */
  readonly isForConsumers: (heading: string) => boolean;
  /** Whether a heading is that of prices of a catalogue, before the discount of a buyer. */
  readonly isListPrice: (heading: string) => boolean;
  /** Whether it is that of a pack: beside a price per unit, what is sold. */
  readonly isPackPrice: (heading: string) => boolean;
  /** Whether a heading is that of what a shop pays itself. */
  readonly isPurchasePrice: (heading: string) => boolean;
  /** What is mapped to the column that says for how many pieces a price is: `priceUnit`. No field of a record. */
  readonly unit: string;
  /** Whether a column says in what an article is packed or sold, which its price may be for. */
  readonly namesPack: (heading: string) => boolean;
  /** Whether a column says in which currency a price is. */
  readonly namesCurrency: (heading: string) => boolean;
  /** Whether a column says for how many pieces the price beside it is. */
  readonly namesUnit: (heading: string) => boolean;
  /** Whether customers can order what a row with these values creates, whatever its price. */
  readonly isForSale: (values: Values) => boolean;
}
