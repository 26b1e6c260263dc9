import { listed, looseHeading } from '../text/words.ts';
import { mayBeStock, mayBeVatRate, namesNumber } from './article-headings.ts';
import type { StoreNoun } from './file-table.ts';
import { priceHeadings } from './price-headings.ts';
import { newProduct, onlineStatus, product, recordPaths } from './products.ts';
import * as record from './record-fields.ts';

/**
 * What Dutch, English, German and French shops and suppliers call the fields, in addition to their API names. An article number
 * is the SKU, unless another column is: then it is the model.
 */
const headings: StoreNoun['headings'] = {
  sku: listed(`
    skucode skunumber artikelnummer artikelnr artnr artikelcode artikelno productcode productnummer
    produktnummer bestelnummer bestellnummer articlenumber articleno articlecode itemnumber itemno itemcode
    partnumber productnumber productsku reference referentie referenz stockkeepingunit
    ref refarticle referencearticle refproduit codearticle codeproduit numeroarticle
  `),
  ean: listed(
    'eancode ean13 ean8 eannummer eannr gtin gtin13 gtin14 barcode streepjescode strichcode codeean codebarres codebarre gencod',
  ),
  name: listed(`
    naam productnaam artikelnaam productname articlename itemname title titel producttitle producttitel
    bezeichnung artikelbezeichnung produktname produktbezeichnung artikelname benaming
    nom nomproduit nomduproduit nomarticle designation libelle intitule
  `),
  model: listed('modelnummer modelnumber modell modellnummer artikelnummer artikelnr articlenumber articleno mpn'),
  quantity: listed(`
    voorraad aantal bestand lagerbestand stock stocklevel stockquantity qty inventory onhand availablestock
    menge anzahl verfugbar beschikbaar voorradig aantalopvoorraad voorraadaantal vrijevoorraad actuelevoorraad
    quantityinstock qtyinstock quantityavailable qtyavailable availablequantity quantityonhand qtyonhand currentstock
    quantite qte quantiteenstock stockdisponible quantitedisponible enstock
    available qtyavail vrd vrijevrd verfugbarerbestand verfugbaremenge freierbestand lagerbestandfrei freierlagerbestand
  `),
  categoryId: listed('categorieid categorienummer kategorieid categorynumber'),
  price: listed(`
    prijs prijsexcl prijsexclbtw prijsexclusiefbtw prijsexbtw verkoopprijs verkoopprijsexclbtw verkoopprijsexcl
    nettoprijs preis preisnetto nettopreis preisohnemwst preisexklmwst verkaufspreis verkaufspreisnetto vknetto
    pricetaxexcl pricetaxexcluded priceexcltax priceexcludingtax pricewithouttax priceexclvat priceexvat
    priceexcludingvat netprice pricenet unitprice salesprice sellingprice regularprice
    prix prixht prixhorstaxe prixunitaire prixunitaireht prixdevente prixdeventeht prixventeht prixnet
  `),
  purchasePrice: listed(`
    inkoopprijs inkoopprijsexcl inkoopprijsexclbtw inkoop kostprijs einkaufspreis einkaufspreisnetto ek eknetto
    wholesaleprice costprice cost costperitem purchasepriceexclvat buyingprice prixdachat prixdachatht prixachat
    prixachatht
  `),
  status: listed('actief active active01 aktiv online enabled gepubliceerd published zichtbaar sichtbar actif enligne'),
  taxRate: listed(`
    btw btwtarief btwpercentage btwperc vat vatrate vatpercentage taxpercentage mwst mwstsatz steuersatz
    mehrwertsteuer umsatzsteuer ust tva tauxtva tauxdetva iva tipoiva aliquotaiva
  `),
  image: listed('afbeelding bild imagename'),
  imageAlt: listed('imagealttext alttext alttekst alttag bildalt afbeeldingalt'),
};

/** `Voorraad Utrecht`, `Stock (main warehouse)`; not what else is said of a stock, such as `Stock status`, `In stock?`. */
const namesStock = (heading: string): boolean => {
  const loose = looseHeading(heading);
  return /voorraad|stock|inventory|lagerbestand/.test(loose) && !ofStock.test(loose);
};

const ofStock = /status|locati|min|max|low|date|datum|instock|manage|track|polic|alert|notif|backorder|houdend/;

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

/** `Geblokkeerd`, `Auslaufartikel`; `Webshop`, where no is the word. */
function offSaleWord(heading: string): 'yes' | 'no' | undefined {
  const loose = looseHeading(heading);
  if (offSaleIfYes.test(loose)) return 'yes';
  return offSaleIfNo.test(loose) ? 'no' : undefined;
}

const offSaleIfYes =
  /^(?:(?:artikel|article|product|item|is)?(?:geblokkeerd|gesperrt|sperre|inactief|inaktiv|inactive|verborgen|versteckt|hidden|auslauf(?:artikel)?|uitlopend|vervallen|vervalt|uitassortiment|discontinued|endoflife|eol|blocked|disabled|archived|gearchiveerd|deaktiviert|gedeactiveerd|nietverkoopbaar|notforsale|bloque|inactif))$/;

const offSaleIfNo =
  /^(?:(?:in|im|op|on)?(?:webshop|onlineshop|webwinkel|web)(?:aktiv|actief|active|artikel|sichtbaar|zichtbaar|visible|jn|janee)?|verkoopbaar|verkaufbar|sellable|forsale)$/;

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
  recognised: ['name', 'price', 'taxRate'],
  ofFeed: ['quantity'],
  unread: ['image', 'imageAlt'],
  namesInStore: ['image'],
  places: recordPaths,
  price: {
    field: 'price',
    rate: 'taxRate',
    ...priceHeadings,
    isForSale: ({ status }) => status !== onlineStatus.offline,
  },
  purchasePrice: 'purchasePrice',
  ownNumber: { field: 'sku', isNamedIn: namesNumber },
  stock: { field: 'quantity', isNamedIn: namesStock, mayBeIn: mayBeStock },
  vatRate: { field: 'taxRate', isNamedIn: () => false, mayBeIn: mayBeVatRate },
  offSale: { field: 'status', saidBy: offSaleWord },
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
  standIn: {
    field: 'name',
    headings: listed(`
      omschrijving artikelomschrijving productomschrijving description articledescription itemdescription
      productdescription beschreibung artikelbeschreibung produktbeschreibung
    `),
    longest: 200,
  },
  likely: {
    sku: ['code', 'nummer', 'number', 'item'],
    name: ['omschrijving', 'beschreibung', 'description'],
  },
};
