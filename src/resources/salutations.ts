import { listed } from '../text/words.ts';
import * as draft from './draft-fields.ts';
import type { FileTable } from './file-table.ts';
import { genderKind } from './shop-kinds.ts';

/** Salutations and genders of Dutch, English, German and French files, without dots. Shops number them from 1. */
const genders: ReadonlyMap<string, string> = new Map([
  ...listed(`m man male heer dhr mr mister sir mannelijk herr hr mann männlich maennlich monsieur homme
    masculin 1`).map((word) => [word, 'm'] as const),
  ...listed(`f v w vrouw female woman mevrouw mevr mw mej mrs ms miss madam madame vrouwelijk frau fr weiblich mme
    mademoiselle mlle femme feminin féminin 2`).map((word) => [word, 'f'] as const),
]);

/** What files say of someone whose gender they do not know, or who is neither. Without dots. */
const noGender = new Set([
  ...listed(`0 3 9 - -- ? x u d o onbekend unknown unbekannt inconnu neutraal neutral divers diverse anders other overig
    autre familie family fam firma bedrijf company dr prof drs ing ir mx n/a na nvt ka geen none null (null) nil \\n
    undefined unspecified undisclosed unset nonbinary non-binary non-binair nichtbinär genderneutraal genderneutral
    onzijdig`),
  ...'not specified|not applicable|not provided|not set|not stated|not given|not known|no answer'.split('|'),
  ...'prefer not to say|prefer not to answer|prefer not to disclose|rather not say|decline to state'.split('|'),
  ...'niet bekend|niet opgegeven|niet gespecificeerd|niet ingevuld|geen opgave|geen voorkeur'.split('|'),
  ...'wil ik niet zeggen|zeg ik liever niet|liever niet zeggen|gender neutral'.split('|'),
  ...'keine angabe|keine angaben|ohne angabe|nicht angegeben|nicht bekannt|möchte ich nicht angeben|k a'.split('|'),
  ...'non spécifié|non précisé|non renseigné|non communiqué|ne souhaite pas répondre'.split('|'),
  ...'de heer/mevrouw|heer/mevrouw|dhr/mevr|dhr/mw|herr/frau|mr/mrs|m/v|m/f|mr/ms'.split('|'),
]);

const salutation = (text: string): string =>
  text.trim().toLowerCase().replace(/\./g, '').replace(/\s+/g, ' ').replace(/^de /, '');

/** Whether a word is how a person is addressed: `Dhr.`, `Frau`. A letter may be an initial. */
export const isSalutation = (word: string): boolean => {
  const said = salutation(word);
  return said.length > 1 && genders.has(said);
};

/** What may follow a salutation: `Frau Dr.`, `Herr Prof. Dr.`, `Dhr. ir.`. */
const behindSalutation = /(?: (?:dr|drs|ir|ing|mr|med|prof))+$/;

/** `m` or `f`, also in the words of files. */
export const writtenGender = (about: string) =>
  draft.draftField(
    {
      ...genderKind,
      expects: 'm or f, or a word such as man, vrouw, Herr, Frau, male, female',
      typed: (text) => genders.get(text) ?? genders.get(salutation(text).replace(behindSalutation, '')),
    },
    about,
  );

/** Of genders that the API does not know. */
export const unsentGenders: NonNullable<FileTable['unsent']> = {
  gender: (cell) =>
    !genders.has(cell) && noGender.has(salutation(cell)) ? 'is not sent: the API accepts only m and f' : undefined,
};
