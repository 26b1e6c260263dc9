import type { FileTable } from '../../../resources/file-table.ts';
import { looseHeading } from '../../../text/words.ts';
import type { RowRefusal } from '../refusal.ts';

/**
 * Whether a store says of a person that it has that person: a sentence with a subject (the e-mail address, the customer, the
 * account) and a predicate (exists, is registered, is taken, is in use), or a predicate about the field of the key. Narrow on
 * purpose: whoever counts as existing by this is never sent, and a store that refuses everything with "Another request is
 * already in progress" would have nobody. Any other refusal is looked up.
 */
export function saysTaken({ message, field }: RowRefusal, noun: FileTable): boolean {
  const about = fieldNamed(field, noun);
  if (about === 'other') return false;
  return sentencesOf(message).some((sentence) => isTakenIn(sentence, about === 'key'));
}

/** A clause of its own says it, or all of the sentence up to that clause: "E-mail: already in use". */
function isTakenIn(sentence: string, isOfKey: boolean): boolean {
  const clauses = sentence.split(clauseEnd);
  return clauses.some((clause, at) => {
    if (!says(exists, clause) && !says(isInUse, clause)) return false;
    const isWhole = isOfKey || says(addresses, clause) || says(people, clause);
    const said = isWhole ? clause : clauses.slice(0, at + 1).join(' ');
    const isSaid = isOfKey || says(addresses, said) || (says(people, said) && says(exists, said));
    return isSaid && !says(others, said) && !says(doubts, said);
  });
}

/** Lower case, without accents. The full stop of an e-mail address ends no sentence. */
const sentencesOf = (message: string): readonly string[] =>
  message
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’`]/g, "'")
    .toLowerCase()
    .split(/[.!?;](?:\s|$)|[\n¡¿]/);

/** Which field of the body a refusal names, if it is one of ours: the key, or another. */
function fieldNamed(field: string | undefined, { draft, key, headings }: FileTable): 'key' | 'other' | undefined {
  if (field === undefined) return undefined;
  const said = looseHeading(field);
  const isNamed = (name: string): boolean =>
    [looseHeading(name), ...(headings[name] ?? [])].some((word) => said.includes(word));
  if (key.some(isNamed)) return 'key';
  return draft.names.some(isNamed) ? 'other' : undefined;
}

const clauseEnd =
  /[,:]\s|\s[-–—]\s|\s(?:because|since|but|omdat|want|maar|weil|denn|aber|parce qu(?:e(?=\s)|'(?=\S)|(?=\s))|car|mais|porque|pero)(?:\s|(?<='))/;

const says = (words: readonly RegExp[], text: string): boolean => words.some((word) => word.test(text));

/** The key. In English, Dutch, German, French and Spanish, as all below. */
const addresses = [
  /\be-?mail(?:[ _-]?(?:address(?:es)?|adres(?:sen)?|adressen?|id))?\b|\S@\S|\bmail-?adress?e?\b|\bcourriel\b|\bcorreo\b/,
  /\badresse (?:de messagerie|electronique)\b/,
];

const people = [
  /\bcustomers?\b|\bklant(?:account)?\b|\bkund(?:e|in|en|enkonto|enaccount)\b|\bclient[es]?\b/,
  /\busers?\b|\bgebruiker(?:saccount)?\b|\b(?:be)?nutzer(?:konto)?\b|\butilisateur\b|\busuario\b/,
  /\b(?:user)?accounts?\b|\bkonto\b|\bcomptes?\b|\bcuenta\b/,
];

/** What says of an address or a person that it exists. */
const exists = [
  /\bexists?\b|\balready existed\b|\bthere is already an?\b|\b(?:is|are|was|been|already)(?: currently)? registered\b/,
  /\bbestaat\b|\ber is (?:al|reeds) een\b|\b(?:al|reeds)(?: eerder)? (?:geregistreerd|bekend)\b|\bis geregistreerd\b/,
  /\bexistiert\b|\bgibt (?:es )?(?:bereits|schon)\b|\b(?:bereits|schon) (?:registriert|vorhanden)\b|\bist registriert\b/,
  /\bexiste\b|\b(?:est|ete|deja)(?: deja)? (?:enregistre|inscrit)e?\b/,
  /\bya (?:esta|ha sido|fue) registrad[oa]\b|\besta registrad[oa]\b|\bya registrad[oa]\b|\bya hay un[oa]?\b/,
];

/** Of an e-mail address: a customer, or an account, that is in use may be locked. */
const isInUse = [
  /\b(?:is|are|was|been|already)(?: currently)? (?:taken|used(?! up))\b|\b(?:already|is|are|currently) in use\b/,
  /\b(?:al|reeds)(?: eerder)? (?:in gebruik|gebruikt|bezet)\b|\bis (?:in gebruik|bezet)\b/,
  /\b(?:bereits|schon) (?:vergeben|belegt|verwendet|benutzt|genutzt|in (?:verwendung|benutzung|gebrauch))\b/,
  /\bist (?:vergeben|in verwendung)\b|\b(?:est|ete|deja)(?: deja)? (?:utilise|pris)e?\b/,
  /\bya (?:esta|ha sido|fue|esta siendo)(?: siendo)? (?:utilizad|usad|ocupad|tomad)[oa]\b|\besta en uso\b|\bya en uso\b/,
];

/** What else may exist or be in use, and be somebody's. */
const others = [
  /request|anfrage|anforderung|\brequete|\bdemande|solicitud|\bpeticion|verzoek|nonce|token|\bcsrf|captcha/,
  /quota|kontingent|\bcuota|\bcupo|limit|session|sessie|sitzung|\bsesion|process|proces|prozess|\btransa[ck]|\bthread|\bjob\b/,
  /company|\bfirm|bedrij[fv]|unternehmen|\bsociete|\bentreprise|\bempresa/,
  /phone|telefo|\bmobi(?:le|el|l)|\bmovil|\bhandy|\bfax|\bvat\b|\bbtw|\bust(?:-?id)?\b|umsatzsteuer|\btva\b|\biban\b|\bbank|\btax\b/,
  /number|nummer|numero|\bname\b|\b(?:user|login|nick|company|first|last)name|\bnaam\b|gebruikersnaam|benutzername|\bnombre\b|\bnom\b|d'utilisateur/,
  /newsletter|nieuwsbrief|subscri|boletin|infolettre|template|queue|server|campaign|webhook|agent\b|\bslots?\b|licen[cs]e|backup/,
  /group|groep|gruppe|\bgrupo|\brole\b|\bimport|\bexport|\border\b|\bcart\b|basket|coupon|voucher|\bcode\b/,
  /^\s*(?:the |this )?address already\b|bestelling|\bpanier|winkelwagen|warenkorb|\bcarrito|bestellung|\bcommande|\bpedido|vorgang|\bcard\b|\bkarte\b/,
  /\bcache|\bdraft|\bentwurf|\bconcept\b|external|\bdomain|\banother website|sudoers|\badmin/,
  /\btable|column|\bindex|\bfile\b|\bdirectory|\block|lockfile|database|\bport\b|connection|\bapi\b|\bkey\b/,
];

/** Words by which a sentence does not say it: it is denied, or depends, or is still to come, or is about something that goes on. */
const doubts = [
  /\bnot\b|n't\b|\bcannot\b|\bno\b|\bnone\b|\bnever\b|\bniet\b|\bgeen\b|\bnicht\b|\bkein|\bpas\b|\baucun|\bn'|\bnunca\b|\bningun/,
  /\bif\b|\bwhether\b|\bunless\b|\bwhen\b|\bindien\b|^\s*als\b|\bwenn\b|\bfalls\b|\bob\b|\bsi\b|\bwanneer\b|\bcuando\b/,
  /\bmay\b|\bmight\b|\bcould\b|\bmust\b|\bshould\b|\bmogelijk|\bkonnte\b|\bmuss\b|\bpeut\b|\bdoit\b|\bpuede\b|\bpodria\b|\bdebe\b/,
  /\bbeing\b|in progress|\blocked\b|\bpending\b|in bearbeitung|gesperrt|\bgerade\b|\bbezig\b|geblokkeerd|en cours|verrouille|bloque|en curso|en proceso/,
];
