import { listed } from '../text/words.ts';

/** What tells the name of a company from that of a person. */

/** The legal forms of companies, without dots, but for those that are names: Sa, As. */
const legalForms = new Set(
  listed(`bv nv vof gmbh ltd limited llc inc sarl srl spa plc bvba ohg eenmanszaak corp corporation company kg ug aps oyj
    sro kft doo pty sprl asbl vzw cvba eurl sasu gbr maatschap holding beheer`),
);

/** Those that are names as well, such as Sa and Ab: in capitals, or with dots. */
const shortForms = /^(?:AG|AB|SA|SAS|AS|OY|S\.A\.?|S\.A\.S\.?|A\/S|e\.K\.?|e\.V\.?)$/;

/** How the names of companies and societies begin. */
const societies = new Set(
  listed(`stichting vereniging gemeente firma hotel restaurant garage apotheek administratie verein gemeinde association
    cafe café bistro brasserie boerderij manege camping studio salon atelier galerie museum praktijk praxis kliniek klinik
    school club handelsonderneming transport gasthof apotheke kanzlei spedition boulangerie boucherie pharmacie
    librairie mairie entreprise ets établissements etablissements société societe`),
);

/**
 * How words for businesses end: Tuincentrum, Autobedrijf, Malerbetrieb. Not `-huis`, `-haus`, `-bouw` and `-bau` as such, which
 * many last names end with (Nijhuis, Neuhaus); nor a whole word: Winkel, Handel and Bouw are last names.
 */
const businesses = new RegExp(
  `.{2}(?:${listed(`bedrijf bedrijven centrum centre winkel handel service services techniek technik verhuur advies praktijk
    makelaardij vereniging stichting school salon studio fabriek werken betrieb betriebe handlung verein werkstatt praxis zentrum
    fabrik verleih`).join('|')})$|.{3}(?:erij|erei)$`,
);

/** Others, of which only the whole word is one. */
const businessWords = new Set(
  listed(`autohaus kaufhaus modehaus möbelhaus moebelhaus gasthaus reformhaus sanitätshaus krankenhaus ziekenhuis
    woonhuis koffiehuis eethuis pannenkoekenhuis bloemenhuis modehuis meubelhuis autohuis landbouw tuinbouw woningbouw
    machinebouw gartenbau hochbau tiefbau metallbau maschinenbau holzbau innenausbau`),
);

/** @param word without dots and strokes, in lower case */
const isOfBusiness = (word: string): boolean => businesses.test(word) || businessWords.has(word);

/** Whether these words name a company, or may. */
export const isCompanyName = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    const plain = word.toLowerCase().replace(/[./]/g, '');
    return (at === 0 ? societies : legalForms).has(plain) || isOfBusiness(plain) || isShortForm(word, at, words);
  });

const isShortForm = (word: string, at: number, words: readonly string[]): boolean =>
  at > 0 && shortForms.test(word) && (words.some((one) => one !== one.toUpperCase()) || /[./]/.test(word));
