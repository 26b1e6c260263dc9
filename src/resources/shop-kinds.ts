import { dayOf, dayWords, expectedDay, writtenDay } from '../text/days.ts';
import type { Money } from '../text/money.ts';
import { countryOf } from './countries/countries.ts';
import { type Kind, kindFrom } from './kind.ts';
import { choiceOf, idKind, moneyKind, textKind, wholeFrom, withoutIdleZeros } from './kinds.ts';

/** The languages of the API with their IDs. */
export const languageIds = { nl: 4, en: 5, de: 6, fr: 7, es: 8, it: 9 } as const;

export type Language = keyof typeof languageIds;

export const languages = Object.keys(languageIds) as readonly Language[];

/** The tag of any language (RFC 5646), in any case: `pl`, `EN`, `en-GB`. Those of the API are suggestions. */
export const languageTagKind = kindFrom(textKind, parseLanguageTag, {
  expects: `a language tag such as ${languages.join(', ')} or en-GB`,
  placeholder: 'code',
  suggestions: () => languages.map((code) => [code, languageName(code)]),
});

/** As it is usually written: `en-GB`. Names of languages are none, though RFC 5646 reserves tags of five letters. */
function parseLanguageTag(text: string): string | undefined {
  if (text.length > longestTag || !/^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(text)) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

const longestTag = 35;

/** The English name of a language. */
const languageName = (code: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;

const apiLanguage = choiceOf(languageIds);
const typedLanguage = (text: string): number | undefined =>
  apiLanguage.typed(text) ?? apiLanguage.typed(parseLanguageTag(text)?.split('-')[0] ?? '');

/** A language of the API by ID or by tag: `4`, `nl`, `nl-BE`. */
export const languageKind: Kind<number> = {
  ...apiLanguage,
  placeholder: 'code',
  typed: typedLanguage,
  suggestions: () => languages.map((code) => [code, languageName(code)]),
  // Also `nl-BE`.
  isClosed: undefined,
};

/** The number of a language: a store may have more of them than the API names. */
export const languageIdKind: Kind<number> = {
  ...idKind,
  suggestions: () => Object.entries(languageIds).map(([code, id]) => [String(id), languageName(code)]),
};

/** An amount that people type for a price. A store may hold, and send, a negative one. */
export const priceKind: Kind<Money> = {
  ...moneyKind,
  expects: 'an amount of 0 or more, such as 12.50',
  typed: (text) => unlessNegative(moneyKind.typed(text)),
  wire: (json) => unlessNegative(moneyKind.wire(json)),
};

const unlessNegative = (money: Money | undefined): Money | undefined => (money && money.units < 0n ? undefined : money);

/** A rate or another number with decimals that is no amount of money. */
export const decimalKind: Kind<Money> = {
  ...moneyKind,
  name: 'decimal',
  expects: 'a number with a decimal point, such as 2.5',
  placeholder: 'n',
  show: withoutIdleZeros(0),
};

/** A whole number that is not below this one, and fits the 32 bits that shops keep. */
export const countFrom = (least: number): Kind<number> => wholeFrom(least, largestCount);

const largestCount = 2 ** 31 - 1;

/** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
const longestEmail = 254;

/** One `@`, a domain with a dot, no spaces: whether mail arrives is for the store to find out. */
export const emailKind = kindFrom(textKind, parseEmail, {
  name: 'email',
  expects: 'an e-mail address such as jo@example.com',
  placeholder: 'address',
});

/** `m` or `f`. */
export const genderKind = kindFrom(textKind, parseGender, {
  name: 'gender',
  expects: 'm or f',
  placeholder: 'm|f',
  suggestions: () => [['m'], ['f']],
  isClosed: true,
});

/** ISO 3166-1 alpha-2 or alpha-3, in either case; alpha-2 in capitals inside and on the wire. */
export const countryKind = kindFrom(textKind, (text) => countryOf(text)?.isoCode2, {
  name: 'country',
  expects: 'an ISO 3166 country code such as NL or NLD',
  placeholder: 'code',
  suggestions: async () => (await import('./countries/country-names.ts')).countryNames(),
  meant: async (text) => (await import('./countries/country-search.ts')).countryNamed(text),
});

/**
 * A phone number as people write it, with a country, an extension or words beside it: how many digits there are is for the
 * store to say. What is typed has some, and not the exponent of a spreadsheet, which has removed the others.
 */
export const phoneKind: Kind<string> = {
  ...textKind,
  expects: 'a phone number such as 030-5550142',
  typed: (text) => (/\p{Nd}/u.test(text) && !exponent.test(text) ? text : undefined),
};

/** `6.1234E+08` */
const exponent = /^\s*[+-]?\d+(?:[.,]\d+)?E[+-]?\d+\s*$/i;

/** Three letters (ISO 4217); which of them a store takes is for the store to say. */
export const currencyKind = kindFrom(textKind, parseCurrency, {
  name: 'currency',
  expects: 'an ISO 4217 currency code such as EUR',
  placeholder: 'code',
  suggestions: () => {
    const names = new Intl.DisplayNames('en', { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => [code, names.of(code)]);
  },
});

/**
 * The GUID of a basket. Inside and for people without braces, since shells eat them; in a body with braces. Typed and
 * received either way, also percent-encoded. Upper and lower case stay as they came: a store may tell them apart.
 */
export const basketKeyKind = kindFrom(textKind, parseBasketKey, {
  name: 'basketKey',
  expects: 'a basket key such as 6F9619FF-8B86-D011-B42D-00C04FC964FF',
  placeholder: 'key',
  isImpersonal: true,
  send: (key) => `{${key}}`,
  show: (received) =>
    typeof received === 'string' ? (parseBasketKey(received) ?? textKind.show(received)) : textKind.show(received),
});

/** The same key, or a beginning of it that is long enough to be hardly that of another basket. */
export const basketReferenceKind = kindFrom(textKind, (text) => parseBasketKey(text) ?? parseBeginning(text), {
  name: 'basketKey',
  expects: 'a basket key such as 6F9619FF-8B86-D011-B42D-00C04FC964FF, or its first 8 characters or more',
  placeholder: 'key',
  isImpersonal: true,
});

/** A product id and its option/value sets, `206{3}12{4}7`; also typed `206+3-12+4-7`, which no shell takes apart. */
export const upridKind = kindFrom(textKind, typedUprid, {
  name: 'uprid',
  expects: 'a product ID, optionally with options, such as 206 or 206+3-12+4-7',
  placeholder: 'uprid',
});

function parseCurrency(text: string): string | undefined {
  return /^[a-z]{3}$/i.test(text) ? text.toUpperCase() : undefined;
}

function parseEmail(text: string): string | undefined {
  return text.length <= longestEmail && /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u.test(text)
    ? text
    : undefined;
}

function parseGender(text: string): string | undefined {
  const gender = text.toLowerCase();
  return gender === 'm' || gender === 'f' ? gender : undefined;
}

function parseBasketKey(text: string): string | undefined {
  const key = decoded(text);
  const guid = key.startsWith('{') && key.endsWith('}') ? key.slice(1, -1) : key;
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(guid) ? guid : undefined;
}

/** Eight characters are a number of 32 bits. */
const shortestBeginning = 8;

function parseBeginning(text: string): string | undefined {
  const beginning = decoded(text).replace(/^\{/, '');
  if (beginning.length < shortestBeginning) return undefined;
  const whole = `${beginning}${'00000000-0000-0000-0000-000000000000'.slice(beginning.length)}`;
  return parseBasketKey(whole) && beginning;
}

function typedUprid(text: string): string | undefined {
  const uprid = decoded(text).replace(/\+(\d+)-(\d+)/g, '{$1}$2');
  return /^[1-9]\d{0,14}(?:\{\d{1,15}\}\d{1,15})*$/.test(uprid) ? uprid : undefined;
}

/** Only braces and + are worth decoding; anything else percent-encoded is invalid anyway. */
function decoded(text: string): string {
  return text.replace(/%7b/gi, '{').replace(/%7d/gi, '}').replace(/%2b/gi, '+');
}

/** A uprid taken apart: `206{3}12{4}7` is product 206 with value 12 of option 3 and value 7 of option 4. */
export interface Uprid {
  readonly productId: bigint;
  /** By option id. */
  readonly chosen: readonly (readonly [optionId: number, valueId: number])[];
}

/** @param uprid as `upridKind` reads it */
export function parseUprid(uprid: string): Uprid {
  const [productId = '0'] = uprid.split('{');
  const chosen = [...uprid.matchAll(/\{(\d+)\}(\d+)/g)].map(
    ([, option, value]) => [Number(option), Number(value)] as const,
  );
  return { productId: BigInt(productId), chosen: chosen.toSorted(([left], [right]) => left - right) };
}

/** The one way to write a uprid: options in the order of their ids. */
export function canonicalUprid({ productId, chosen }: Uprid): string {
  return `${productId}${chosen.map(([option, value]) => `{${option}}${value}`).join('')}`;
}

/** The ID in `#1001` and `order 1001`, as people write the number of an order; undefined for other text. */
export function orderNumberIn(text: string): string | undefined {
  const [, , number] =
    /^(#|(?:order|bestelling|bestellung|(?:order|bestel|bestell)nummer|order (?:number|nr|no))\.?:? ?#?) ?([1-9]\d{0,8})$/i.exec(
      text.trim(),
    ) ?? [];
  return number;
}

/** A day of the store, as typed: a date, or a word that is counted from today, which only the store knows. */
export const dayKind: Kind<string> = {
  ...textKind,
  name: 'date',
  expects: expectedDay,
  placeholder: 'day',
  typed: (text) =>
    dayOf(text, '2026-01-31') === undefined ? undefined : (writtenDay(text) ?? text.trim().toLowerCase()),
  suggestions: () => dayWords.map((word) => [word]),
};
