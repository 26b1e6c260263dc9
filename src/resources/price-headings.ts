import { listed, looseHeading } from '../text/words.ts';

/** What the columns of prices are called in Dutch, English, German and French, and those that say something of a price. */

/** `Prijs`, `Preis`, `VK` and others before what says that VAT is included. A recommended price is none of them. */
const pricesBeforeVat = listed(`
  price prijs verkoopprijs consumentenprijs preis verkaufspreis vk vkpreis bruttopreis prix prixdevente prixpublic prixvente prixunitaire pvp precio
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
  /^(?:v?vk|avp|evp|uvp|rrp|srp|msrp|pvp)(?:\d|in)?(?=$|eur|€|usd|gbp|chf|in[ck]|ex[ck]|excl|exvat|net|brut|gross|ohne|mit|iva|vat|ttc)/;

/** What has two decimals and is no price: weights, sizes, contents, percentages, ratings, and what is taken off or added. */
const namesMeasure = (heading: string): boolean =>
  /%/.test(heading) ||
  /weight|gewicht|kg|gram|volum|inhoud|inhalt|liter|leng|lang|width|breed|breit|height|hoog|hohe|hoehe|dept|diep|tief|diamet|dikte|size|maat|groß|(?:^|\d)[cm]?m[23²³]?$|percent|procent|prozent|korting|rabat|discount|marge|margin|rating|score|sterren|vat|btw|mwst|tax|shipping|verzend|versand|deposit|statiegeld|pfand|version|versie/.test(
    looseHeading(heading),
  );

/** `Prijs excl. btw`, `Preis netto`, `Price ex VAT`. */
const saysWithoutVat = (heading: string): boolean =>
  /ex(?:cl|kl|vat|btw)|net(?:to|price)|pricenet|ohne|without|prix.*ht$|horstaxe/.test(looseHeading(heading));

/** `Net VK`, `UVP Hersteller`; not the unit or the number in which it is sold, such as `VK-Einheit`. */
const shortWord =
  /^(?!.*(?:einheit|eenheid|unit|menge|aantal|qty|quantity|datum|date))(?:.*[^\p{L}])?(?:v?vk|avp|evp|uvp|rrp|msrp|srp|pvp)(?!\p{L})/iu;

/** `Preiseinheit`, `PE`, `Prijs per`, `Price unit`; not `Prijs per stuk`, nor in what a product is packed. */
const namesPriceUnit = (heading: string): boolean => priceUnit.test(looseHeading(heading));

const priceUnit = new RegExp(
  `^(?:${[
    '(?:vk|ek|netto|liste?n?)?(?:price|pricing|prijs|preis|prix|precio|prezzo|cena|pris)(?:per|pro|je|par|por|pour|za|for|einh|einheit|eenh|eenheid|units?|unite|unita|unidad|enhed|enhet|basis|base|menge|qty|quantity|hoeveelheid|aantal|faktor|factor)',
    'unite(?:de)?prix|unita(?:di|del)?prezzo|unidad(?:de|del)?precio|jednostkaceny|(?:unit|basis)ofprice',
    'pe|per|pro|je|perqty|perquantity|peraantal|jemenge',
  ].join('|')})$`,
);

/** `Eenheid`, `VPE`, `Unit`, `Verpackung`: of what is ordered. */
const namesPack = (heading: string): boolean => pack.test(looseHeading(heading));

const pack = new RegExp(
  `^(?:${[
    '(?:verkoop|bestel|verkaufs|vk|bestell|mengen|basis|sales|selling|order)?(?:eenheid|einheit|units?)',
    'unite(?:devente)?|unidad|uom|unitofmeasure|ve|vpe|gebinde|colli|colisage|conditionnement|packaging|pack(?:age)?(?:size|quantity)?',
    'verpakking(?:seenheid)?|verpackung(?:seinheit)?|packung(?:seinheit|sgrosse)?|(?:aantal|stuks)perverpakking|unitsperpack',
  ].join('|')})$`,
);

/** `Valuta`, `Price currency`, `Währung` */
const namesCurrency = (heading: string): boolean => currencies.test(looseHeading(heading));

const currencies =
  /^(?:prijs|preis|price|verkoop)?(?:valuta|currency|wahrung|waehrung|munt(?:eenheid|soort)?|devise|moneda|monnaie|valutacode|curr)(?:s?code|iso)?$/;

/** `Bruttopreis`, `RRP incl. VAT`; not `Prijs excl. btw incl. toeslag`, where something else is included. */
const saysWithVat = (heading: string): boolean => {
  const loose = looseHeading(heading);
  return (
    withVatWords.test(loose) || (/in[ck]l|brut|gross|(?:vat|tax|iva|tva)inc/.test(loose) && !saysWithoutVat(heading))
  );
};

/** Recommended prices are those for consumers: in Europe they include VAT, in the United States no tax. */
const mayHaveVat = (heading: string): boolean =>
  /^(?:uvp|evp|avp|rrp|srp|msrp|pvp|retail)|advies|consument|empfohlen|recommended/.test(looseHeading(heading));

const withVatWords = /ttc$|(?:in[ck]l?(?:usi[a-z]{1,3})?|including|with|mit|con)(?:vat|tax|btw|mwst|ust|tva|iva|gst)/;

/** `Adviesprijs`, `VK`, `Retail price`: what customers of a shop pay. Not a price of before, nor of an offer. */
const isForConsumers = (heading: string): boolean =>
  !ofSelling.test(heading) &&
  (forConsumers.test(looseHeading(heading)) || shortNames.test(looseHeading(heading)) || shortWord.test(heading));

const forConsumers =
  /advies|consument|consumer|publieks|prixpublic|publicprice|retail|verkoop|verkauf|selling|salesprice|regul[ai]r|winkelpri|shoppri|ladenp|ladenv|endkunden|verbraucher|empfohlen|unverbindlich|recommended|suggested|conseille|particulier|prixdevente/;

/** What else is said of a sale: its unit, its number, its year, its discount; and prices of before or of an offer. */
const ofSelling =
  /einheit|eenheid|unit|menge|aantal|qty|quantity|datum|date|code|nummer|min|max|kanal|kanaal|channel|status|\d{4}|%|korting|rabat|discount|marge|margin|(?:^|[^\p{L}])(?:oude?|old|was|alte?r?|van|compare|special|sale|actie|aktion|promo)(?!\p{L})/iu;

/** `Listenpreis`, `Catalogusprijs`, `Brutoprijs`: from which a buyer, as a rule, gets a discount. */
const isListPrice = (heading: string): boolean => listPrice.test(looseHeading(heading));

const listPrice = /(?:list(?:en)?|cata?log(?:us|ue)?|katalog|brutt?o|gross)(?:pri[jcx]|preis)/;

/** `Prijs per verpakking`, `Pack price`: beside a price of a part, that of what is sold. */
const isPackPrice = (heading: string): boolean => packPrice.test(looseHeading(heading));

const packPrice =
  /^(?:pack(?:age)?|packung|verpakking|verpackung|doos|karton|case|box|set)s?(?:price|prijs|preis)|(?:price|prijs|preis)(?:per|pro|je)?(?:pack(?:age|ung)?|verpakking|verpackung|doos|karton|case|box|vpe|ve|set)$/;

/** `Inkoop`, `EK netto`, `Dealer price`: what a shop pays. */
const isPurchasePrice = (heading: string): boolean =>
  /^(?:ek(?:$|net|brut|pre|pri|eur)|inkoop|einkauf|kostprijs|cost(?:price|peritem)?$|purchase|buying|wholesale|dealer|prix(?:d)?achat)/.test(
    looseHeading(heading),
  );

/** How the headings of prices are understood. */
export const priceHeadings = {
  headingsWithVat: pricesWithVat,
  isNamedIn: namesPrice,
  isOther: namesMeasure,
  saysWithVat,
  mayHaveVat,
  saysWithoutVat,
  unit: 'priceUnit',
  namesUnit: namesPriceUnit,
  namesPack,
  namesCurrency,
  isForConsumers,
  isListPrice,
  isPackPrice,
  isPurchasePrice,
};
