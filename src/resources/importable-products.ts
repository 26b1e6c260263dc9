import { looseHeading } from '../text/words.ts';
import type { StoreNoun } from './file-table.ts';
import { newProduct, onlineStatus, product, recordPaths } from './products.ts';
import * as record from './record-fields.ts';

const listed = (headings: string): readonly string[] => headings.trim().split(/\s+/);

/**
 * What Dutch, English and German shops and suppliers call the fields, in addition to their API names. An article number
 * is the SKU, unless another column is: then it is the model.
 */
const headings: StoreNoun['headings'] = {
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
    menge anzahl verfugbar beschikbaar voorradig aantalopvoorraad voorraadaantal vrijevoorraad actuelevoorraad
    quantityinstock qtyinstock quantityavailable qtyavailable availablequantity quantityonhand qtyonhand currentstock
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

/** `Prijs`, `Preis`, `VK` and others before what says that VAT is included. A recommended price is none of them. */
const pricesBeforeVat = listed(`
  price prijs verkoopprijs consumentenprijs preis verkaufspreis vk vkpreis bruttopreis prix prixdevente pvp precio
  sellingprice salesprice retailprice unitprice regularprice
`);

const includingVat = listed(`
  incl inclbtw inclusiefbtw inclvat incvat includingvat inclusivevat incltax inctax includingtax withtax taxincl
  taxincluded vatincl vatincluded gross inklmwst inklust inklusivemwst mitmwst brutto bruto ttc tvaincl
  ivaincl ivainc ivaincluido coniva
`);

const pricesWithVat = [
  ...listed('brutoprijs brutoverkoopprijs consumentenprijs bruttopreis bruttoverkaufspreis grossprice'),
  ...pricesBeforeVat.flatMap((price) => includingVat.map((words) => `${price}${words}`)),
];

/** `Price (per box)`, `Listprijs`, `UVP`, `VK` */
const namesPrice = (heading: string): boolean => {
  const loose = looseHeading(heading);
  return (
    /pri(?:ce|js|jz|x)|preis|precio|prezzo/.test(loose) ||
    shortNames.test(loose) ||
    shortWord.test(heading) ||
    kindsOfPrice.test(loose)
  );
};

/** The words that price lists have alone above their amounts. */
const kindsOfPrice = /^(?:net|netto|gross|brutt?o|retail|trade|verkoop|hek)(?:eur|€|usd|gbp|chf)?$/;

/** What prices are called in short, alone, or before a currency or what is said of their VAT. */
const shortNames =
  /^(?:vk|evp|uvp|rrp|srp|msrp|pvp)(?:\d|in)?(?=$|eur|€|usd|gbp|chf|in[ck]|ex[ck]|excl|exvat|net|brut|gross|ohne|mit|iva|vat|ttc)/;

/** What has two decimals and is no price: weights, sizes, contents, percentages, ratings, and what is taken off or added. */
const namesMeasure = (heading: string): boolean =>
  /%/.test(heading) ||
  /weight|gewicht|kg|gram|volum|inhoud|inhalt|liter|leng|lang|width|breed|breit|height|hoog|hohe|hoehe|dept|diep|tief|diamet|dikte|size|maat|groß|(?:^|\d)[cm]?m[23²³]?$|percent|procent|prozent|korting|rabat|discount|marge|margin|rating|score|sterren|vat|btw|mwst|tax|shipping|verzend|versand|deposit|statiegeld|pfand|version|versie/.test(
    looseHeading(heading),
  );

/** `Voorraad Utrecht`, `Stock (main warehouse)`; not what else is said of a stock, such as `Stock status`, `In stock?`. */
const namesStock = (heading: string): boolean => {
  const loose = looseHeading(heading);
  return /voorraad|stock|inventory|lagerbestand/.test(loose) && !ofStock.test(loose);
};

const ofStock = /status|locati|min|max|low|date|datum|instock|manage|track|polic|alert|notif|backorder|houdend/;

/** `Prijs excl. btw`, `Preis netto`, `Price ex VAT`. */
const saysWithoutVat = (heading: string): boolean =>
  /ex(?:cl|kl|vat|btw)|net(?:to|price)|pricenet|ohne|without/.test(looseHeading(heading));

/** `Net VK`, `UVP Hersteller`; not the unit or the number in which it is sold, such as `VK-Einheit`. */
const shortWord =
  /^(?!.*(?:einheit|eenheid|unit|menge|aantal|qty|quantity|datum|date))(?:.*[^\p{L}])?(?:vk|evp|uvp|rrp|msrp|srp|pvp)(?!\p{L})/iu;

/** `Preiseinheit`, `PE`, `Prijs per`, `Price unit`; not `Prijs per stuk`, nor in what a product is packed. */
const namesPriceUnit = (heading: string): boolean => priceUnit.test(looseHeading(heading));

const priceUnit = new RegExp(
  `^(?:${[
    '(?:vk|ek|netto|liste?n?)?(?:price|pricing|prijs|preis|prix|precio|prezzo|cena|pris)(?:per|pro|je|par|por|pour|za|for|einh|einheit|eenh|eenheid|units?|unite|unita|unidad|enhed|enhet|basis|base|menge|qty|quantity|hoeveelheid|aantal|faktor|factor)',
    'unite(?:de)?prix|unita(?:di|del)?prezzo|unidad(?:de|del)?precio|jednostkaceny|(?:unit|basis)ofprice',
    'pe|per|pro|je|perqty|perquantity|peraantal|jemenge',
  ].join('|')})$`,
);

/** `Bruttopreis`, `RRP incl. VAT`; not `Prijs excl. btw incl. toeslag`, where something else is included. */
const saysWithVat = (heading: string): boolean => {
  const loose = looseHeading(heading);
  return (
    withVatWords.test(loose) || (/in[ck]l|brut|gross|(?:vat|tax|iva|tva)inc/.test(loose) && !saysWithoutVat(heading))
  );
};

/** Recommended prices are those for consumers: in Europe they include VAT, in the United States no tax. */
const mayHaveVat = (heading: string): boolean =>
  /^(?:uvp|evp|rrp|srp|msrp|pvp|retail)|advies|consument|empfohlen|recommended/.test(looseHeading(heading));

const withVatWords = /ttc$|(?:in[ck]l?(?:usi[a-z]{1,3})?|including|with|mit|con)(?:vat|tax|btw|mwst|ust|tva|iva|gst)/;

/** Why an EAN is doubtful. A warning, since stores also keep their own numbers there. */
function eanWarning(ean: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(ean)) return 'expected 8, 12, 13 or 14 digits';
  const lastDigit = ean.charCodeAt(ean.length - 1) - zero;
  const right = checkDigit(ean);
  return lastDigit === right
    ? undefined
    : `the check digit is ${lastDigit}, expected ${right}: one of the digits may be wrong`;
}

const zero = '0'.charCodeAt(0);

/**
 * GS1: from the right, before the check digit, digits have the weights 3, 1, 3, 1, …; the check digit makes the sum a
 * multiple of ten.
 */
function checkDigit(ean: string): number {
  let sum = 0;
  for (let at = ean.length - 2, weight = 3; at >= 0; at--, weight = 4 - weight)
    sum += (ean.charCodeAt(at) - zero) * weight;
  return (10 - (sum % 10)) % 10;
}

/** What makes a product out of a row of a file. */
export const importableProducts: StoreNoun = {
  names: ['product', 'products'],
  draft: newProduct,
  key: ['sku', 'ean'],
  title: 'name',
  generated: 'sku',
  required: ['name'],
  headings,
  digits: { ean: eanWarning },
  ids: product.identifiedBy,
  compared: ['name', 'price', 'purchasePrice', 'quantity', 'status', 'taxRate', 'categoryId', 'ean', 'model'],
  recognised: ['name', 'price'],
  ofFeed: ['quantity'],
  unread: ['image', 'imageAlt'],
  namesInStore: ['image'],
  places: recordPaths,
  price: {
    field: 'price',
    rate: 'taxRate',
    headingsWithVat: pricesWithVat,
    isNamedIn: namesPrice,
    isOther: namesMeasure,
    saysWithVat,
    mayHaveVat,
    saysWithoutVat,
    namesUnit: namesPriceUnit,
    isForSale: ({ status }) => status !== onlineStatus.offline,
  },
  stock: { field: 'quantity', isNamedIn: namesStock },
  whenBlank: {
    status: { use: 'online', isDoubtful: true },
    taxRate: { use: 'its default VAT rate', isDoubtful: true },
    // A list may leave the stock of what is sold out blank.
    quantity: { use: 'a stock of 0', isDoubtful: false },
  },
  example: { field: 'price', column: 'Regular price', value: '9.95' },
  shownBy: 'products get --sku <sku>',
  comparedBy: 'products diff',
  isTranslated: true,
  row: {
    sku: record.code('SKU').inTable(2),
    ean: record.code('EAN').inTable(5),
    name: record.text('Name').inTable(3),
    price: record.money('Price').inTable(4),
    taxRate: record.percent('VAT %').inTable(6).ifAny(),
  },
  likely: {
    sku: ['code', 'nummer', 'number', 'item'],
    name: ['omschrijving', 'beschreibung', 'description'],
  },
};
