import jsvat from 'jsvat-next';
import { demandsState, dutchPostcode, houseNumberOf, houseNumberText, newAddress } from '../addresses.ts';
import { isBlank } from '../draft-fields.ts';
import { type Answers, type Form, formOf, type Rule } from '../form.ts';
import { withHouseNumber } from '../written-house-number.ts';
import { countryOf } from './countries.ts';

const plain = formOf(newAddress.fields);

/**
 * The questions for an address, the country first. For the Netherlands, postcode and house number precede street and
 * city, which may stay empty: the postcode add-on fills them in. The state is a question only where it is required.
 */
export const addressForm: Form = {
  fields: newAddress.fields,
  order: ({ country, state }) =>
    addressOrder(country).filter((name) => name !== 'state' || demandsState(country) || !isBlank(state)),
  isRequired: (field, answers) =>
    (plain.isRequired(field, answers) && !(isDutch(answers) && filledIn.includes(field))) ||
    (field === 'state' && demandsState(answers.country)),
  rule: (field, answers) => addressRules(answers)[field] ?? plain.rule(field, answers),
};

/** The fields of an address in the order of the questions, for a country or while it is unknown. */
function addressOrder(country: unknown): readonly string[] {
  const countryFirst = before('streetAddress', ['country'], newAddress.names);
  return country === 'NL'
    ? before('streetAddress', ['zipcode', 'houseNumber', 'houseNumberExtension'], countryFirst)
    : countryFirst;
}

/** The names, with some moved before another. */
function before(next: string, moved: readonly string[], names: readonly string[]): readonly string[] {
  const rest = names.filter((name) => !moved.includes(name));
  const at = rest.indexOf(next);
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}

const isDutch = ({ country }: Answers): boolean => country === 'NL';
const filledIn: readonly string[] = ['streetAddress', 'city'];

/** Rules that depend on the country. */
function addressRules(answers: Answers): Readonly<Record<string, Rule>> {
  return {
    streetAddress: streetRule(answers),
    houseNumber: houseNumberRule(answers),
    ...(isDutch(answers) && { zipcode: postcodeRule, kvkNumber: kvkRule }),
    ...(hasVatCheck(String(answers.country ?? '')) && { btwNumber: vatRule }),
  };
}

/** Another number does not keep the extension: 14 instead of 12 a is 14. */
const houseNumberRule = (answers: Answers): Rule => ({
  expects: houseNumberText,
  read(text) {
    const split = houseNumberOf(text);
    if (!split) return undefined;
    const { number, extension } = split;
    if (extension !== '') return { houseNumber: number, houseNumberExtension: extension };
    const isOther = !isBlank(answers.houseNumber) && number !== Number(answers.houseNumber);
    return isOther ? { houseNumber: number, houseNumberExtension: undefined } : { houseNumber: number };
  },
});

/** With its number as in a file. Where that contradicts an answer before, the last answer counts. */
const streetRule = (answers: Answers): Rule => ({
  expects: 'a street',
  read(text) {
    const before = Object.fromEntries(
      ['houseNumber', 'houseNumberExtension'].flatMap((name) =>
        isBlank(answers[name]) ? [] : [[name, String(answers[name])]],
      ),
    );
    const readings = [before, {}].map((known) =>
      withHouseNumber({ streetAddress: text, ...known }, { isWhole: false }),
    );
    const read = readings.find(({ faults }) => faults.length === 0);
    const { streetAddress = text, houseNumber: number, houseNumberExtension: extension } = read?.values ?? {};
    if (number === undefined) return { streetAddress };
    const numbered = { streetAddress, ...houseNumberRule(answers).read(String(number)) };
    return extension === undefined ? numbered : { ...numbered, houseNumberExtension: extension };
  },
});

const postcodeRule: Rule = ruleOf('zipcode', 'a Dutch postcode such as 1012 JS', dutchPostcode);
const kvkRule: Rule = ruleOf('kvkNumber', '8 digits, the Dutch chamber of commerce number', (text) => {
  const digits = text.replace(/[ .]/g, '');
  return /^\d{8}$/.test(digits) ? digits : undefined;
});
const vatRule: Rule = ruleOf(
  'btwNumber',
  'a VAT number with its country code, such as NL004495445B01; check the digits',
  vatNumberOf,
);

function ruleOf(field: string, expects: string, parse: (text: string) => string | undefined): Rule {
  return {
    expects,
    read(text) {
      const value = parse(text);
      return value === undefined ? undefined : { [field]: value };
    },
  };
}

/** Whether there is a check for the VAT numbers of this country. */
const hasVatCheck = (isoCode2: string): boolean =>
  jsvat.countries.some(({ codes }) => codes[0] === countryOf(isoCode2)?.isoCode2);

/** A VAT number with its country code, without spaces and dots; undefined if its form or check digits are wrong. */
function vatNumberOf(text: string): string | undefined {
  const { isValid, value } = jsvat.checkVAT(text, jsvat.countries);
  return isValid ? value : undefined;
}
