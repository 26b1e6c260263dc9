import { distance, listed } from '../text/words.ts';

/** E-mail addresses and phone numbers that reach no one, though they are written as such. */

/** Why an e-mail address at a large provider is odd: `jo@gmial.com`, `jo@hotmail.n`. */
export function oddEmail(cell: string): string | undefined {
  const domain = domainIn(cell);
  const dot = domain.indexOf('.');
  if (dot < 0 || usual.has(domain)) return undefined;
  const [name, zone] = [domain.slice(0, dot), domain.slice(dot + 1)];
  const provider = providers.get(name) ? name : misspelt(name);
  if (provider === undefined || (provider === name && isZone(zone, name))) return undefined;
  return `has a domain that looks mistyped: check whether ${provider} is meant`;
}

/** Also of `Jo <jo@example.com>`. */
function domainIn(cell: string): string {
  const text = cell.trim().toLowerCase();
  return text.slice(text.lastIndexOf('@') + 1, text.endsWith('>') ? -1 : undefined);
}

/** Most addresses of a file. */
const usual: ReadonlySet<string> = new Set(listed('gmail.com hotmail.com outlook.com live.nl hotmail.nl icloud.com'));

/** Whether a provider has addresses below `.com` alone, or in countries too. */
const providers: ReadonlyMap<string, 'com' | 'countries'> = new Map([
  ...listed('gmail googlemail icloud').map((name) => [name, 'com'] as const),
  ...listed('hotmail outlook yahoo live').map((name) => [name, 'countries'] as const),
]);

/** A host of another domain (`live.example.com`) has more dots. */
function isZone(zone: string, name: string): boolean {
  if (zone === 'com' || zone.includes('.')) return true;
  return providers.get(name) === 'countries' && zone.length === 2 && !notCountries.has(zone);
}

/** Countries too, but rather `.com` with a letter missing. */
const notCountries: ReadonlySet<string> = new Set(['co', 'cm', 'om']);

/** With the same first letter: mail.com and ymail.com have addresses of their own. */
const misspelt = (name: string): string | undefined =>
  [...providers.keys()].find(
    (provider) =>
      provider.length >= minLetters &&
      provider[0] === name[0] &&
      Math.abs(provider.length - name.length) <= 1 &&
      distance(provider, name) === 1,
  );

/** Of `live`, one more letter is another word. */
const minLetters = 5;

/** Why a phone number with digits is odd: `06-1`, `0000000000`. */
export function oddPhone(cell: string): string | undefined {
  const digits = cell.replace(/\D+/g, '');
  if (digits === '' || (digits.length >= minDigits && !isOneDigit.test(digits))) return undefined;
  return 'does not look like a phone number: check it';
}

/** A number of a small country, or of one town, has as many. */
const minDigits = 7;

const isOneDigit = /^(\d)\1*$/;
