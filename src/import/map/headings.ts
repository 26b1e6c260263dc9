import type { DraftField } from '../../resources/draft-fields.ts';
import { type NewProduct, newProduct } from '../../resources/products.ts';
import { firstOf, nearest } from '../../text/words.ts';
import type { FileFault } from '../file/faults.ts';

export type ProductField = keyof NewProduct & string;

export const fieldOf = (name: ProductField): DraftField => newProduct.fields[name] as DraftField;

/** The field of this name or alias. */
export function fieldNamed(nameOrAlias: string): ProductField | undefined {
  return newProduct.names.find((name) => name === nameOrAlias || fieldOf(name).alias === nameOrAlias);
}

/** The fault of an option that names no field. */
export function noSuchField(option: string, name: string): FileFault {
  return {
    problem: `${option}: a product has no field "${name}".`,
    remedy: suggestion(name, newProduct.names, 'The fields are'),
  };
}

/** The nearest names, or all of them. */
export function suggestion(word: string, names: readonly string[], all: string): string {
  const near = nearest(word, names);
  const quoted = (some: readonly string[]): string => firstOf(some.map((name) => JSON.stringify(name)));
  return near.length > 0 ? `Did you mean ${quoted(near)}?` : `${all} ${quoted(names)}.`;
}

/**
 * The constants of `--set`, from typed text: an amount has a decimal point here, whatever the file's mark is.
 * @returns their values, and what is wrong with the others
 */
export function readConstants(set: Readonly<Record<string, string>>): {
  readonly values: NewProduct;
  readonly faults: readonly FileFault[];
} {
  const values: Record<string, unknown> = {};
  const faults: FileFault[] = [];
  for (const [typed, text] of Object.entries(set)) {
    const name = fieldNamed(typed);
    const value = name && text.trim() !== '' ? fieldOf(name).kind.typed(text) : undefined;
    if (name && value !== undefined) values[name] = value;
    else faults.push(name ? wrongConstant(name, text) : noSuchField(`--set ${typed}`, typed));
  }
  return { values: values as NewProduct, faults };
}

const wrongConstant = (name: ProductField, text: string): FileFault => ({
  problem: `--set ${name}=${JSON.stringify(text)}: invalid ${name}.`,
  remedy: `It must be ${fieldOf(name).kind.expects}, and not empty.`,
});

/** Column headings per field, as `looseHeading` writes them. Earlier fields take a heading that several list. */
export type Headings = Readonly<Partial<Record<keyof NewProduct, readonly string[]>>>;

const listed = (headings: string): readonly string[] => headings.trim().split(/\s+/);

/**
 * What Dutch, English and German shops and suppliers call the fields, in addition to their API names. An article number
 * is the SKU, unless another column is: then it is the model.
 */
export const commonHeadings: Headings = {
  sku: listed(`
    skucode skunumber artikelnummer artikelnr artnr artikelcode artikelno productcode productnummer
    produktnummer bestelnummer bestellnummer articlenumber articleno articlecode itemnumber itemno itemcode
    partnumber productnumber productsku reference referentie referenz stockkeepingunit
  `),
  ean: listed('eancode ean13 ean8 eannummer eannr gtin gtin13 gtin14 barcode streepjescode strichcode'),
  name: listed(`
    naam productnaam artikelnaam productname articlename itemname title titel producttitle producttitel
    bezeichnung artikelbezeichnung produktname produktbezeichnung artikelname benaming
  `),
  model: listed('modelnummer modelnumber modell modellnummer artikelnummer artikelnr articlenumber articleno mpn'),
  quantity: listed(`
    voorraad aantal bestand lagerbestand stock stocklevel stockquantity qty inventory onhand availablestock
    menge anzahl verfugbar beschikbaar voorradig
  `),
  categoryId: listed('categorieid categorienummer kategorieid categorynumber'),
  price: listed(`
    prijs prijsexcl prijsexclbtw prijsexclusiefbtw prijsexbtw verkoopprijs verkoopprijsexclbtw verkoopprijsexcl
    nettoprijs preis preisnetto nettopreis preisohnemwst preisexklmwst verkaufspreis verkaufspreisnetto vknetto
    pricetaxexcl pricetaxexcluded priceexcltax priceexcludingtax pricewithouttax priceexclvat priceexvat
    priceexcludingvat netprice pricenet unitprice salesprice sellingprice regularprice
  `),
  purchasePrice: listed(`
    inkoopprijs inkoopprijsexcl inkoopprijsexclbtw inkoop kostprijs einkaufspreis einkaufspreisnetto eknetto
    wholesaleprice costprice cost costperitem purchasepriceexclvat buyingprice
  `),
  status: listed('actief active active01 aktiv online enabled gepubliceerd published zichtbaar sichtbar'),
  taxRate: listed(`
    btw btwtarief btwpercentage btwperc vat vatrate vatpercentage taxpercentage mwst mwstsatz steuersatz
    mehrwertsteuer umsatzsteuer ust
  `),
  image: listed('afbeelding bild imagename'),
  imageAlt: listed('imagealttext alttext alttekst alttag bildalt afbeeldingalt'),
};

/** Read only when the user says at which rate: otherwise they would be sent too high. */
export const pricesWithVat = listed(`
  prijsincl prijsinclbtw prijsinclusiefbtw verkoopprijsincl verkoopprijsinclbtw
  brutoprijs consumentenprijs adviesprijsinclbtw preisbrutto bruttopreis preisinklmwst
  verkaufspreisbrutto vkbrutto pricetaxincl pricetaxincluded
  priceincltax priceincludingtax pricewithtax priceinclvat priceincludingvat pricegross grossprice
`);

/** Whether a heading says that its prices are without VAT: `Prijs excl. btw`, `Preis netto`, `Price ex VAT`. */
export const saysWithoutVat = (heading: string): boolean =>
  /ex(?:cl|kl|vat|btw)|net(?:to|price)|pricenet|ohne|without/.test(looseHeading(heading));

/** A heading for comparing: only letters without accents and digits matter, so `Name*` is `name`, `Verfügbar` `verfugbar`. */
export const looseHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
