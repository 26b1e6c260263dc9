import { looseHeading } from '../text/words.ts';

/** Headings of columns that may be the number or the stock of an article, and that are not read without asking. */

/** `Code`, `Art.`, `Leveranciersnummer`; not the number of something else, such as `Groepcode`, `Tax code`. */
export const namesNumber = (heading: string): boolean => ownNumber.test(looseHeading(heading));

const ownNumber =
  /^(?:art|artikel|article|item|mat|material|(?:art|artikel|article|item|prod|product|produkt|mat|material|part|teile|katalog|catalogus|catalog|order|bestel|bestell|leveranciers?|lieferanten|supplier|vendor|fabrikants?|hersteller|manufacturer|eigen|intern|internal)?(?:code|nummer|number|num|nr|no|ref|referenz|referentie|reference|key))$/;
