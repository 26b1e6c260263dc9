/**
 * A number with a comma between thousands, and at most three decimals: `12,340`, `6.667`. The first use of `Intl` would
 * take as long as a third of Node's start.
 */
export function formatCount(count: number | bigint): string {
  const [whole = '', decimals] = String(typeof count === 'bigint' ? count : Math.round(count * 1000) / 1000).split('.');
  const digits = /^-?\d+$/.test(whole) ? whole.replace('-', '') : '';
  if (digits === '') return whole;
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  return `${count < 0 ? '-' : ''}${groups.join(',')}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** A number with a decimal point, without the zeros at its end: `12.50` is `12.5`, `12.00` is `12`. */
export function withoutEndZeros(decimal: string): string {
  let end = decimal.length;
  while (decimal[end - 1] === '0') end--;
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end);
}

/** A text with `{one|many}` in it, for this count: `{row|rows}`. */
export const inNumber = (text: string, count: number): string =>
  text.replace(/\{([^|{}]*)\|([^{}]*)\}/g, count === 1 ? '$1' : '$2');

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A time span in milliseconds for people, in at most two units: `0.4 s`, `47 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
 */
export function formatSpan(milliseconds: number): string {
  const span = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
  if (span < 0.95 * second) return `${(span / second).toFixed(1)} s`;
  const seconds = Math.round(span / second) * second;
  if (seconds < minute) return `${seconds / second} s`;
  if (seconds < hour) return two(seconds, [minute, 'min'], [second, 's']);
  return seconds < 2 * day ? two(seconds, [hour, 'h'], [minute, 'min']) : two(seconds, [day, 'd'], [hour, 'h']);
}

function two(
  span: number,
  [large, largeName]: readonly [number, string],
  [small, smallName]: readonly [number, string],
): string {
  const rest = Math.floor((span % large) / small);
  return `${Math.floor(span / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: second, m: minute, h: hour, d: day };

/**
 * Reads `500ms`, `30s`, `2m`, `1h`, `7d` or seconds without a unit, as milliseconds; undefined for anything else and for
 * zero.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)?$/.exec(text);
  const milliseconds = match ? Math.round(Number(match[1]) * (units[match[2] ?? 's'] ?? 0)) : 0;
  return milliseconds > 0 && milliseconds < 2 ** 31 ? milliseconds : undefined;
}

const ages: Readonly<Record<string, number>> = { m: minute, h: hour, d: day, w: 7 * day };

/** Reads `30m`, `12h`, `90d` or `6w`, as milliseconds; undefined for anything else and for zero. */
export function parseAge(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  const age = Number(count) * (ages[unit] ?? 0);
  return age > 0 ? age : undefined;
}

/** `206.0` as 206: PHP writes an ID so that has become a float. */
export const withoutZeroFraction = (text: string): string => text.replace(/^(\d+)\.0+$/, '$1');
