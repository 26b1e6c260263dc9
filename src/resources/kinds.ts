import { invisibleIn } from '../text/codes.ts';
import { isDay } from '../text/days.ts';
import {
  formatMoney,
  type Money,
  moneyToNumber,
  parseMoney,
  plainDecimal,
  roundedMoney,
  roundMoney,
} from '../text/money.ts';
import { parseAge, parseDuration, withoutEndZeros } from '../text/numbers.ts';
import { fromScalar, type Kind, kindFrom, shownAsIs } from './kind.ts';

/** Any text; control characters stay, and are escaped when shown. */
export const textKind: Kind<string> = {
  name: 'text',
  expects: 'text',
  placeholder: 'text',
  typed: (text) => text,
  wire: fromScalar((text) => text),
  send: (value) => value,
  show: shownAsIs,
  align: 'left',
};

/** SKU, EAN and other codes: never turned into a number, without outer spaces and control characters. */
export const codeKind = kindFrom(textKind, parseCode, {
  name: 'code',
  expects: 'a code without leading or trailing spaces or control characters',
  placeholder: 'code',
});

/** A code that a person gives to something new: what no reader sees in it would never be found again. */
export const newCodeKind: Kind<string> = {
  ...codeKind,
  expects: 'a code without leading or trailing spaces or invisible characters',
  typed: (text) => (invisibleIn(text).length === 0 ? codeKind.typed(text) : undefined),
};

/** An amount of money with a decimal point: exact, with no more digits than a JSON number carries, and sent as one. */
export const moneyKind: Kind<Money> = {
  name: 'money',
  expects: 'an amount with a decimal point, such as 12.50',
  placeholder: 'amount',
  typed: parseMoney,
  wire: fromScalar((text) => parseMoney(plainDecimal(text))),
  meant: async (text) => {
    const rounded = roundedMoney(text);
    return rounded === undefined ? undefined : [rounded, 'rounded to the digits that a number holds'];
  },
  send: moneyToNumber,
  show: withoutIdleZeros(2),
  align: 'right',
  isImpersonal: true,
};

/**
 * What something comes to, such as a total or VAT: shown in cents, unless that would be 0 for an amount that is not. A
 * unit price is shown with all its decimals.
 */
export const amountKind: Kind<Money> = { ...moneyKind, show: inCents };

/** A whole number; `100.000` with only zeros after the point is 100 too, as spreadsheets and shops write it. */
export const countKind: Kind<number> = {
  name: 'count',
  expects: 'a whole number',
  placeholder: 'n',
  typed: parseWhole,
  wire: fromScalar(parseWhole),
  send: (value) => value,
  show: withoutIdleZeros(0),
  align: 'right',
  isImpersonal: true,
};

/** A whole number of at least `least`, and of at most `most`. */
export function wholeFrom(least: number, most?: number): Kind<number> {
  const parse = (text: string): number | undefined => {
    const value = parseWhole(text);
    return value !== undefined && value >= least && value <= (most ?? value) ? value : undefined;
  };
  const expects = most === undefined ? `a whole number, ${least} or more` : `a whole number from ${least} to ${most}`;
  return kindFrom(countKind, parse, { expects });
}

/** A time span, in milliseconds. */
export const durationKind = kindFrom(countKind, parseDuration, {
  expects: 'a duration such as 30s',
  placeholder: 'duration',
});

/** How long ago, in milliseconds: in whole minutes, hours, days or weeks. */
export const ageKind = kindFrom(countKind, parseAge, { expects: 'an age such as 12h or 90d', placeholder: 'age' });

/** One of a few words, in any case. */
export function oneOf<const W extends string>(words: readonly W[], placeholder: string): Kind<W> {
  const parse = (text: string): W | undefined => words.find((word) => word.toLowerCase() === text.toLowerCase());
  return kindFrom({ ...textKind, send: (word: W) => word }, parse, {
    expects: `one of ${words.join(', ')}`,
    placeholder,
    suggestions: () => words.map((word) => [word]),
    isClosed: true,
  });
}

/** The ID of a record: a whole number above 0. */
export const idKind = kindFrom(countKind, parseId, {
  name: 'id',
  expects: 'a positive whole number',
  placeholder: 'id',
  align: 'left',
});

/**
 * A VAT percentage. The API documents an integer: 21, 21.00 and 21% are 21; 5.5 is refused, since sending 5 or 6 would
 * be wrong.
 */
export const percentKind: Kind<number> = {
  ...countKind,
  name: 'percent',
  expects: 'a whole percentage from 0 to 100, such as 21',
  placeholder: 'percent',
  typed: (text) => parsePercent(text.replace(/ ?%$/, '')),
  wire: fromScalar(parsePercent),
};

const noOrYes = choiceOf({ no: 0, yes: 1 }, { true: 1, false: 0 });
/** 0 or 1 in the API; yes or no for people. */
export const flagKind: Kind<number> = {
  ...noOrYes,
  name: 'flag',
  show: (received) => noOrYes.show(typeof received === 'boolean' ? Number(received) : received),
};

/** A date or a date with time, shown as received; unset dates (`0000-00-00`) show as nothing. */
export const dateKind = kindFrom(textKind, parseDate, {
  name: 'date',
  expects: 'a date such as 2026-01-31',
  placeholder: 'date',
  show: (received) =>
    typeof received === 'string' && received.startsWith('0000-00-00') ? undefined : shownAsIs(received),
});

/** One of a few named numbers. Typed by name or number; `also` adds words found in files. */
export function choiceOf(
  names: Readonly<Record<string, number>>,
  also: Readonly<Record<string, number>> = {},
): Kind<number> {
  const words = new Map(Object.entries({ ...names, ...also }));
  const values = new Set(Object.values(names));
  const parse = (text: string): number | undefined =>
    words.get(text.toLowerCase()) ?? [...values].find((value) => String(value) === text);
  return {
    name: 'choice',
    expects: Object.entries(names)
      .map(([name, value]) => `${value} (${name})`)
      .join(' or '),
    placeholder: Object.values(names).join('|'),
    typed: parse,
    wire: fromScalar((text) => [...values].find((value) => String(value) === text)),
    send: (value) => value,
    show: (received) =>
      Object.keys(names).find((name) => String(names[name]) === String(received)) ?? shownAsIs(received),
    align: 'left',
    isImpersonal: true,
    suggestions: () => Object.entries(names).map(([name, value]) => [name, String(value)]),
    words: () => [...Object.entries(names).flatMap(([name, value]) => [name, String(value)]), ...Object.keys(also)],
    isClosed: true,
  };
}

function parseWhole(text: string): number | undefined {
  const match = /^([+-]?\d{1,15})(?:\.0+)?$/.exec(text);
  return match ? Number(match[1]) + 0 : undefined;
}

function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function parsePercent(text: string): number | undefined {
  const value = parseWhole(text);
  return value !== undefined && value >= 0 && value <= 100 ? value : undefined;
}

function parseCode(text: string): string | undefined {
  return text === text.trim() && !/\p{Cc}/u.test(text) ? text : undefined;
}

function parseDate(text: string): string | undefined {
  return isDay(text) ? text : undefined;
}

/** 20.1285 is `20.13`, and 0.0049 stays `0.0049`. Other text is unchanged. */
function inCents(received: unknown): string | undefined {
  const money = moneyKind.wire(received);
  const cents = money && roundMoney(money, 2);
  return cents && (cents.units !== 0n || money.units === 0n) ? formatMoney(cents) : moneyKind.show(received);
}

/** A number for a person: 70.1460 is `70.146`, 5 is `5.00` with two decimals. Other text is unchanged. */
export function withoutIdleZeros(leastDecimals: number): (received: unknown) => string | undefined {
  return (received) =>
    shownAsIs(received)?.replace(/^(-?\d+)(?:\.(\d*))?$/, (_, whole: string, decimals = '') => {
      const fraction = withoutEndZeros(decimals).padEnd(leastDecimals, '0');
      return fraction === '' ? whole : `${whole}.${fraction}`;
    });
}
