import { looseHeading } from '../text/words.ts';

/** Headings of columns that may be the number or the stock of an article, and that are not read without asking. */

/** `Code`, `Art.`, `Leveranciersnummer`; not the number of something else, such as `Groepcode`, `Tax code`. */
export const namesNumber = (heading: string): boolean => ownNumber.test(looseHeading(heading));

const ownNumber =
  /^(?:art|artikel|article|item|mat|material|(?:art|artikel|article|item|prod|product|produkt|mat|material|part|teile|katalog|catalogus|catalog|order|bestel|bestell|leveranciers?|lieferanten|supplier|vendor|fabrikants?|hersteller|manufacturer|eigen|intern|internal)?(?:code|nummer|number|num|nr|no|ref|referenz|referentie|reference|key))$/;

/** `Lager`, `Vrd. centraal`, `Menge frei`: a stock where it has numbers. Not what is ordered, packed or kept at least. */
export const mayBeStock = (heading: string): boolean => {
  const loose = looseHeading(heading);
  return stockWord.test(loose) && !otherQuantity.test(loose);
};

const stockWord =
  /^(?:(?:vrije?|freie?r?|eigen|actuele?|aktuelle?r?|huidige?|total|totale?|net)?(?:lager|magazijn|magazin|vrd|bestand|bestande|menge|aantal|anzahl|qty|qte|quantity|quantite|cantidad|units)|available|avail|beschikba|verfugbar|dispo|auflager|uit?voorraad|onhand|existencias|giacenza|stan(?:magazynowy)?$)/;

const otherQuantity =
  /per|pro|je$|jeve|jevpe|min|max|pack|pak|box|doos|karton|collo|colli|vpe|ve$|order|best|datum|date|from|vanaf|ab$|status|locat|ort$|platz|plaats|tijd|zeit|time|tage|dagen|days|einheit|eenheid|unit$|rabat|korting|staffel|preis|prijs|price|art|typ|nr$|nummer|code|review|bewert|beoord|bild|foto|image|sold|verkocht|verkauft|positi/;

/** `VAT code`, `BTW-groep`, `Steuerklasse`: where it has numbers, they may be rates. Not an amount of VAT, nor a VAT number. */
export const mayBeVatRate = (heading: string): boolean => vatWord.test(looseHeading(heading));

const vatWord =
  /^(?:vat|btw|mwst|ust|tva|iva|tax|steuer|mehrwertsteuer|umsatzsteuer)(?:code|key|schlussel|schluessel|kennzeichen|klasse|class|groep|group|gruppe|categorie|category)$/;
