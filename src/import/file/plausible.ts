// Whether text that was read as Windows-1252 is plausible. Any bytes can be read so: Polish, Russian, and the text of a Mac or of
// DOS then have letters and signs where no language of Western Europe has them. The rules are about the words of German, French,
// Dutch, Spanish, Portuguese, Italian and the Nordic languages; the test has lists of names that must pass and that must stop.

/** The words of a text that have a character above 7F, each with whether it is plausible in Windows-1252. */
export function* oddWords(text: string): Generator<{ readonly word: string; readonly isPlausible: boolean }> {
  for (const word of text.split(/[^a-z\u0080-\uffff]+/i))
    if (/[^\0-\x7f]/.test(word)) yield { word, isPlausible: isPlausible(word) };
}

const isPlausible = (run: string): boolean =>
  !/^[bcdfghjklmnpqrstvwxz]{1,3}\xa0[a-z]{2}|\xa0(?:m[bp]|n[cdgst]|r[bcdmnt]|l[dtv])/i.test(run) &&
  run.split(/[\xa0\xad]+/).every((word) => signs.some((sign) => sign.test(word)) || isWrittenWord(word));

/** Signs alone or with what they belong to: `m³`, `½l`, `°C`, `n°`, `µm`, `Ø`. */
const signs = [
  /^(?:[mcdk]?m|ft|in|co|[a-z])?[²³]$/i,
  /^¹?$/,
  /^[¼½¾](?:[mcdkµ]?m|[mcdkh]?[lg]|ft|in|yd|st|pcs|stk|inch|lit(?:er|re)|ltr|pint|oz|uur|h|u|x)?$/i,
  /^(?:[mcd]?m|in|ft)?×(?:[mcd]?m|in|ft)?$/i,
  /^(?:°[cfke]?|[n]?[°ºª]s?|[mds][ºª])$/i,
  /^µ[a-z]{0,4}$/i,
  /^[Øøµž]$/,
  /^[•·–—£¥€¢±÷§©®™«»‹›„“”‚‘’¡¿¶]+$/,
];

/** A word between its signs: those that open it, and those that close it. */
function isWrittenWord(run: string): boolean {
  const word = run.replace(/^[„“”‘‚«»‹›•–—£€¥©±×§]+/, '').replace(/(?<![“”’»«›®™©…€£°])[“”’»«›®™©…€£°]+$/, '');
  // An Italian ending: `qualità` of DOS.
  if (/(?:it|tt|ert)…$/.test(run)) return false;
  if (/^[€£¥§±×]+[a-z]/i.test(run) || /^’[^\W]{3}/.test(word)) return false;
  const parts = word.replace(/^’/, '').split(/[’·]/);
  const [before = '', after = ''] = parts;
  if (word.includes('’', 1) && !elided.test(before) && !endings.test(after) && !/^[A-Z]$/.test(before)) return false;
  return parts.length <= 3 && parts.every(isOfLetters);
}

/** Before an apostrophe, in French and Italian. */
const elided =
  /^(?:[dljmtsnc]|(?:jusqu|lorsqu|puisqu|quelqu|presqu)|qu|aujourd|[dnsca]?[aeiou]?ll|un|quest|sant|tutt|mezz|grand)$/i;
/** After one, in Dutch and English. */
const endings = /^(?:s|t|n|er|en|re|ll|d|m|ve|je|tjes?|ers|ing)$/i;

function isOfLetters(word: string): boolean {
  if (!/[^\0-\x7f]/.test(word)) return true;
  if (/^[àâåæèéêëïîôöøùúóíáÀÂÅÆÈÉÊÓÖØÚÁÍ]$/.test(word)) return true;
  if (!/^[a-zÀ-ÖØ-öø-ýŒœŠšŽž]+$/i.test(word)) return false;
  const isCapital = word === word.toUpperCase();
  if (!isCapital && (/.[À-ÖØ-ÞŒŠŽ]/.test(word) || /^[A-Z]{2,}[ß-ýœšž]/.test(word))) return false;
  const lower = word.toLowerCase();
  const isMixed = apart.some(([letter, others]) => letter.test(lower) && others.test(lower));
  return !isMixed && !foreign.some((pattern) => pattern.test(lower));
}

/** Letters of which no language has the one and one of the others, or not in a word. */
const apart: readonly (readonly [letter: RegExp, others: RegExp])[] = [
  [/û/, /[áíóú]/],
  [/ø/, /[àáâãçèéêëìíîïñòóôõùúûýœš]/],
  [/è/, /[íáýúšžøìùòæœ]/],
  [/ê/, /[íáýúøìùòæœñš]/],
  [/æ/, /[íáýúìùòœñšžóê]/],
  [/ù/, /[žšýíá]/],
];

/** What these languages do not write: most are letters of another alphabet that have the same byte. */
const foreign = [
  // Icelandic, but Croatian and Romanian far more often.
  /[ðþ]/,
  // Two letters with marks in a row, and three.
  /(?![éêçãõüïöóáúè][éèêàâãõáöåúóí]|ñ[áéíóú]|[àåäëéî]ß|[äöü]ß|íü|uï)[à-öø-ýœšž][à-öø-ýœšž]/,
  /[à-öø-ýœšž]{3}/,
  /õ(?!e)/,
  /ã(?![oe]|s?$|n)|[nsprdcbgkvz]ã$/,
  /û(?![trlmcnis]|$)|^û|[^dcm]û$|ûré/,
  /ø(?:[iíáaouúùìèò]|e(?![rnt]|$))/,
  /^è(?!r?e?s?$)|è(?!(?:[bcdfghjklmnpqrstvxz]{1,3}|gu|qu)e|s?$|nc|nt)|[aeiy]è$/,
  /ò(?!$)|ì(?!$)|[nrtv]ì$|ù(?!$)/,
  /ê(?!t|m|l|p|v|q|r|ch|x|s?$|ss|nc|nç|ne|ns?$|[aoe])|iê(?!nc)|[^bch]ê$/,
  /ñ(?![aouieáéíóú])/,
  /æ[aiouy]|[^rnflsktg]æ$/,
  /œ(?!u|i|no|nix|cum|d[eè]|so|str|tus|la|li)/,
  /ç(?![aouãõâóàáéú])/,
  /[bcdfghjklmnpqrtvwxz]š[bcdfghjklmnpqrstvwxz]|^š[bcdfghjqswxz]|ošr/,
  /[bcdfghjklmnpqrtvwxz]ž[bcdfghjklmnpqrstvwxz]|^ž[bcfghjkpqrstwxz]/,
  /[oae]á|[^gcq]uá|[ei]iá/,
  /[bcdfghjklmnpqrstvwxz]ï/,
];
