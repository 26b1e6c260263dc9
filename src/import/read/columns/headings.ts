import type { NewProduct } from '../../../resources/products.ts';

/** Column headings per field, as `looseHeading` writes them. Earlier fields take a heading that several list. */
export type Headings = Readonly<Partial<Record<keyof NewProduct, readonly string[]>>>;

const listed = (headings: string): readonly string[] => headings.trim().split(/\s+/);

/**
 * What Dutch, English and German shops and suppliers call the fields, in addition to their API names. An article number
 * is the SKU, unless another column is: then it is the model. Names that say "including VAT" are a table of their own:
 * such a price would be sent too high.
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

const pricesWithVat = listed(`
  prijsincl prijsinclbtw prijsinclusiefbtw verkoopprijsincl verkoopprijsinclbtw
  brutoprijs consumentenprijs adviesprijsinclbtw preisbrutto bruttopreis preisinklmwst
  verkaufspreisbrutto vkbrutto pricetaxincl pricetaxincluded
  priceincltax priceincludingtax pricewithtax priceinclvat priceincludingvat pricegross grossprice
`);

/** Whether a heading says that its prices include VAT: they are read only when the user says at which rate. */
export const isPriceWithVat = (heading: string): boolean => pricesWithVat.includes(looseHeading(heading));

/** Whether a heading says that its prices are without VAT: `Prijs excl. btw`, `Preis netto`, `Price ex VAT`. */
export const saysWithoutVat = (heading: string): boolean =>
  /ex(?:cl|kl|vat|btw)|net(?:to|price)|pricenet|ohne|without/.test(looseHeading(heading));

/** A heading for comparing with a field's name: case, spaces, `_` and `-` do not matter. */
export const plainHeading = (heading: string): string => heading.toLowerCase().replace(/[\s_-]+/g, '');

/**
 * A heading for comparing with the tables: only letters without accents and digits matter, so `Name*` is `name` and
 * `Verfügbar` `verfugbar`.
 */
export const looseHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
