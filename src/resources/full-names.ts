import { listed } from '../text/words.ts';
import { isCompanyName } from './company-names.ts';
import type { Fault } from './draft-fields.ts';
import type { Values } from './file-table.ts';
import { isSalutation } from './salutations.ts';

/** How files write the names of people: whole, with words before the last name, with a middle name. */

/** What stands between a first and a last name in Dutch, German and French. Not what is also a first name: Al, Ben, Di. */
const infixes = new Set(
  listed(`van de der den het te ter ten op aan in bij uit onder over voor tot 't 's d' v.d. v.d vd v/d
    von vom zu zum zur und du des la le les l'`),
);

/** What stands behind a name and is none, without dots. */
const suffixes = new Set(listed('jr jnr junior sr snr senior ii iii iv md phd esq esquire mba msc bsc'));

/** What stands before a name, besides salutations, and is none: without dots and strokes. */
const titles = new Set(
  listed('dr drs prof ir ing fam familie family tav zhv zhd att attn rev dipl-ing dr-ing mag lord lady'),
);

/** What a name is delivered through, wherever it stands. */
const careOf = new Set(listed('tav zhv zhd attn'));

const plain = (word: string): string => word.toLowerCase().replace(/[./]/g, '');

const wordsOf = (name: string): readonly string[] => (name === '' ? [] : name.replaceAll('’', "'").split(/\s+/));

/** Whether a text is nothing but words that stand before a last name: `van der`, `von`, `op 't`. */
const isInfix = (name: string): boolean => {
  const words = wordsOf(name);
  return words.length > 0 && words.every((word) => infixes.has(word.toLowerCase()));
};

/** The same where a first name may stand as well: Van is one. */
const isOnlyInfix = (name: string): boolean =>
  isInfix(name) && (wordsOf(name).length > 1 || name === name.toLowerCase());

const isTitle = (word: string): boolean => titles.has(plain(word)) || isCareOf(word) || isSalutation(word);

const isCareOf = (word: string): boolean => careOf.has(plain(word)) || word.toLowerCase() === 'c/o';

/** `Dhr. Vos`, `de heer Vos`. */
const isTitled = ([first = '', second = '']: readonly string[]): boolean =>
  isTitle(first) || (first.toLowerCase() === 'de' && isTitle(second));

const isCompany = (name: string): boolean => isCompanyName(wordsOf(name));

interface Name {
  /** Absent where a text has the last name alone. */
  readonly firstName?: string;
  readonly lastName: string;
}

/** Why only a person can take a name apart, and what it may mean. */
interface UnclearName {
  readonly why: string;
  readonly readings: readonly Name[];
}

/** A last name with the words before it, which some files have in both columns. */
function withInfix(infix: string, last: string): string {
  if (infix === '' || last.toLowerCase().startsWith(`${infix.toLowerCase()} `)) return last;
  return /['’]$/.test(infix) ? infix + last : `${infix} ${last}`;
}

/** Takes a full name apart where only one reading is possible. */
function splitName(whole: string): Name | UnclearName {
  const odd = isCompany(whole) ? undefined : oddName(whole);
  if (odd !== undefined) return { why: odd, readings: [] };
  const [family = '', second, third, ...more] = whole.split(',').map((part) => part.trim());
  if (second === undefined) return splitAtSpace(whole);
  const usual = { firstName: second, lastName: family };
  if (family === '' || second === '') return { why: 'has a comma with nothing beside it', readings: [] };
  if (isCompany(family) || isCompany(second)) return { why: 'may be the name of a company', readings: [usual] };
  if (isSuffix(second) || isSuffix(third ?? ''))
    return { why: 'ends with a title', readings: behindComma(usual, third) };
  if (third !== undefined) return splitAtCommas(usual, [third, ...more]);
  return familyFirst(usual);
}

/** What programs write for no value, what stands between two people, and what is of another column. */
function oddName(whole: string): string | undefined {
  const words = whole.replace(/ von und zu /i, ' von zu ').split(' ');
  if (words.some((word) => /^(?:null|undefined|\(null\))$/.test(word))) return 'has what programs write for no value';
  if (words.slice(1, -1).some((word) => /^(?:en|and|und|et|&|\+)$/i.test(word))) return 'may be two people';
  return /[<>|@()]/.test(whole) ? 'has more than a name' : undefined;
}

const isSuffix = (part: string): boolean => part !== '' && wordsOf(part).every((word) => suffixes.has(plain(word)));

/** `Smith, Jr.` and `John Smith, Jr.`. */
function behindComma({ firstName, lastName }: Required<Name>, third: string | undefined): readonly Name[] {
  if (third !== undefined) return [{ firstName, lastName: `${lastName} ${third}` }];
  const [given = '', ...family] = wordsOf(lastName);
  const whole = family.length === 0 ? [] : [{ firstName: given, lastName: `${family.join(' ')} ${firstName}` }];
  return [{ firstName, lastName }, ...whole];
}

/** `Berg, van der, Jan`. */
function splitAtCommas(
  { firstName, lastName }: Required<Name>,
  [third = '', ...more]: readonly string[],
): Name | UnclearName {
  if (more.length === 0 && third !== '' && isOnlyInfix(firstName))
    return { firstName: third, lastName: withInfix(firstName, lastName) };
  const readings = [
    { firstName: third, lastName: `${firstName} ${lastName}` },
    { firstName: `${firstName} ${third}`, lastName },
  ];
  return { why: 'has more than one comma', readings: more.length === 0 && third !== '' ? readings : [] };
}

/** `Vos, Jan`, `Berg, van der`, `Berg, Jan van der`. */
function familyFirst(usual: Required<Name>): Name | UnclearName {
  const { firstName, lastName } = usual;
  const words = wordsOf(firstName);
  if (isTitled(words)) return { why: 'has a title', readings: [usual, ...untitled(words, lastName)] };
  if (isOnlyInfix(firstName)) return { lastName: withInfix(firstName, lastName) };
  if (isInfix(firstName))
    return { why: 'can be read in two ways', readings: [usual, { lastName: withInfix(firstName, lastName) }] };
  const from = words.findIndex((_, at) => at > 0 && words.slice(at).every((word) => infixes.has(word)));
  if (from < 0) return usual;
  return { firstName: words.slice(0, from).join(' '), lastName: withInfix(words.slice(from).join(' '), lastName) };
}

function splitAtSpace(whole: string): Name | UnclearName {
  const words = wordsOf(whole);
  const [firstName = '', ...rest] = words;
  const at = lastNameIn(words);
  const usual = { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
  if (rest.length === 0) return { why: 'is one word', readings: [] };
  if (isTitled(words)) return { why: 'begins with a title', readings: [usual, ...untitled(words)] };
  if (isCompany(whole)) return { why: 'may be the name of a company', readings: [usual] };
  if (words.some(isCareOf)) return { why: 'has more than one name', readings: [] };
  if (mayBeFamilyFirst(words)) return { why: 'can be read in two ways', readings: [usual, ...familyFirstOf(words)] };
  if (rest.length > 1 && isSuffix(rest.at(-1) ?? ''))
    return { why: 'ends with a title', readings: [usual, { firstName, lastName: rest.slice(0, -1).join(' ') }] };
  return usual;
}

/** Where the last name begins: at its infix (`Anna Maria | van der Berg`), or behind the first name and initials. */
function lastNameIn(words: readonly string[]): number {
  const last = words.length - 1;
  const infix = words.findIndex(
    (word, at) => at > 0 && (joinedInfix.test(word) || (at < last && beginsLastName(word))),
  );
  if (infix > 0) return infix;
  const behind = words.findIndex((word, at) => at > 0 && !initials.test(word));
  return behind > 0 ? behind : 1;
}

/** `d'Estaing`, `'tHart` */
const joinedInfix = /^(?:[dl]'|'[ts]-?)\p{Lu}/u;

/** `van`, `Van`, `op`; not `Op`, nor what stands within: `von und zu`. */
const beginsLastName = (word: string): boolean =>
  word !== 'und' && (infixes.has(word) || capitalInfixes.has(word.toLowerCase()));

/** Where the last name may be first: `de Boer`, `Van Dijk`, `van den Berg Jan`, `Vos J.P.`, `DUPONT Jean`. */
function mayBeFamilyFirst(words: readonly string[]): boolean {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (dutchInfixes.has(first.toLowerCase()) || isOnlyInfix(first)) return true;
  if (initials.test(last)) return !initials.test(first);
  return /^\p{Lu}{4,}$/u.test(first) && last !== last.toUpperCase();
}

/** Those that begin a last name in capitals, too, and are seldom a first name. */
const dutchInfixes = new Set(listed('van de der den het te ter ten von vom zu zum zur'));
/** Those of other last names in capitals: Le Blanc, Du Bois. */
const capitalInfixes = new Set([...dutchInfixes, ...listed('du des le la les')]);
const initials = /^(?:\p{L}\.){1,5}$/u;

function familyFirstOf(words: readonly string[]): readonly Name[] {
  const last = words.at(-1) ?? '';
  const family = words.slice(0, -1).join(' ');
  return isInfix(family) ? [{ lastName: words.join(' ') }] : [{ firstName: last, lastName: family }];
}

/** The name without the titles before it. @param family the last name, where it has stood elsewhere */
function untitled(words: readonly string[], family?: string): readonly Name[] {
  const at = words.findIndex((_, from) => !isTitled(words.slice(from)));
  const left = at < 0 ? [] : words.slice(at);
  if (family !== undefined)
    return [left.length === 0 ? { lastName: family } : { firstName: left.join(' '), lastName: family }];
  const [first, ...rest] = left;
  if (first === undefined) return [];
  return [
    rest.length === 0 || isInfix(first) ? { lastName: left.join(' ') } : { firstName: first, lastName: rest.join(' ') },
  ];
}

/** The values with first and last name made of the parts that the file has; and what is wrong with these. */
export function completeName(read: Values): { values: Values; faults: readonly Fault[] } {
  if (isPlainName(read)) return { values: read, faults: noFaults };
  const { name, infix, middleName, ...values } = read;
  // A cell with a fault is known to be wrong already.
  if ('name' in read && name === undefined) return { values: withoutMissing(values), faults: noFaults };
  const whole = text(name).replace(/\s+/g, ' ');
  const parts = whole === '' ? {} : partsOfName(whole, text(values.firstName), text(values.lastName));
  if ('why' in parts) return { values: withoutMissing(values), faults: [unclear('name', whole, parts)] };
  const middle = text(middleName);
  const named = withMiddle({ ...values, ...parts }, middle);
  const before = [text(infix), isInfix(middle) ? middle : ''].filter((part) => part !== '').join(' ');
  return lastNamed(named, before);
}

/** With nothing to put together: next to all of a million rows. */
const isPlainName = (read: Values): boolean =>
  !nameParts.some((field) => field in read) && !text(read.lastName).includes(',');

const nameParts = ['name', 'infix', 'middleName'];

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What an unclear name does not give is not missing as well. */
const withoutMissing = ({ firstName, lastName, ...values }: Values): Values => ({ ...values, firstName, lastName });

const unclear = (field: string, value: string, { why, readings }: UnclearName): Fault => ({
  field,
  value,
  message: `${why}: use separate columns for first and last name`,
  ...(readings.length === 0 ? {} : { readings: readings.map(described) }),
});

const described = ({ firstName, lastName }: Name): string =>
  firstName === undefined
    ? `last name ${JSON.stringify(lastName)}`
    : `first name ${JSON.stringify(firstName)} and last name ${JSON.stringify(lastName)}`;

/** A middle name that is no infix is the end of the first name, if that does not have it already. */
function withMiddle(values: Values, middle: string): Values {
  const first = text(values.firstName);
  if (middle === '' || first === '' || isInfix(middle)) return values;
  return first.toLowerCase().endsWith(` ${middle.toLowerCase()}`)
    ? values
    : { ...values, firstName: `${first} ${middle}` };
}

const noFaults: readonly Fault[] = [];

/** With the words before the last name, from their own column or from behind it: `Berg, van der`. */
function lastNamed(values: Values, infix: string): { values: Values; faults: readonly Fault[] } {
  const last = text(values.lastName);
  if (last === '' || (infix === '' && !last.includes(','))) return { values, faults: noFaults };
  const [family = '', behind, ...more] = last.split(',').map((part) => part.trim());
  const isMoved = behind !== undefined && more.length === 0 && family !== '' && isInfix(behind);
  const lastName = withInfix(infix, isMoved ? withInfix(behind, family) : last);
  return { values: lastName === values.lastName ? values : { ...values, lastName }, faults: [] };
}

/** The first and last name that a full name adds to those of their own columns. */
function partsOfName(whole: string, first: string, last: string): Partial<Name> | UnclearName {
  if (first !== '' && last !== '') return {};
  // Where first names have a column, the other one often has last names only: "Vorname;Name".
  if (first !== '') return { lastName: withoutBeginning(whole, first) };
  if (last !== '' && !whole.includes(' ')) return { firstName: whole };
  const split = splitName(whole);
  return 'why' in split || last === '' ? split : { ...split, lastName: last };
}

const withoutBeginning = (whole: string, first: string): string =>
  whole.toLowerCase().startsWith(`${first.toLowerCase()} `) ? whole.slice(first.length + 1).trim() : whole;
