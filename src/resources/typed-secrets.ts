import { redacted } from '../text/words.ts';
import { isSecretField } from './record-fields.ts';

/** Characters of a secret that is typed: a longer one is a file that was taken for it. */
export const maxSecret = 1000;

/** Names of what a person sends to any API and would not show: `apiKey`, `client_secret`, `credentials`. */
const secretName =
  /secret(?!ar)|(?:^|[^a-z])(?:pass(?:code|key)?|(?:api|access|auth|private|signing|encryption)[^a-z]?key|[a-z]*token|credential|authori[sz]ation|bearer|cookie|otp|pin(?:code)?|cv[cv]2?)s?(?:$|[^a-z])/;

/** Whether what is sent under this name, in a body or a query, is not to be shown. Of replies: `isSecretField`. */
export const isTypedSecret = (name: string): boolean =>
  isSecretField(name) || secretName.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase());

/** The names in an object whose values are secrets: by themselves, or since another field says so: `{"type":"password","value":…}`. */
function secretNamesIn(body: object): ReadonlySet<string> {
  const entries = Object.entries(body);
  const saysSecret = entries.some(
    ([name, value]) => labelNames.test(name) && typeof value === 'string' && isTypedSecret(value),
  );
  return new Set(
    entries.flatMap(([name]) => (isTypedSecret(name) || (saysSecret && valueNames.test(name)) ? [name] : [])),
  );
}

const labelNames = /^(?:type|kind|name|key|label|field|code|id|title)$/i;
const valueNames = /^(?:values?|val|text|content|data|answer)$/i;

/** The texts that a body has in secret fields, at any depth, also of JSON and of URLs within a text. */
export function secretTexts(body: unknown): readonly string[] {
  if (typeof body === 'string') return secretsInText(body);
  if (typeof body !== 'object' || body === null) return [];
  const secret = secretNamesIn(body);
  return Object.entries(body).flatMap(([name, value]) => (secret.has(name) ? textsIn(value) : secretTexts(value)));
}

/** A body with `***` for each secret, wherever `secretTexts` finds one. */
export function withoutTypedSecrets<T>(body: T): T {
  return masked(body) as T;
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  const secret = secretNamesIn(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secret.has(name) ? redacted : masked(inner)]),
  );
}

/** A text that is JSON itself, as of a setting, stays as it is written where nothing in it is secret. */
function maskedText(text: string): string {
  const inner = jsonWithin(text);
  if (inner !== undefined) return secretTexts(inner).length > 0 ? JSON.stringify(masked(inner)) : text;
  return text
    .replace(userOfUrl, `$1${redacted}@`)
    .replace(secretOfUrl, (whole, start: string, name: string) =>
      isTypedSecret(name) ? `${start}${name}=${redacted}` : whole,
    );
}

function secretsInText(text: string): readonly string[] {
  const inner = jsonWithin(text);
  if (inner !== undefined) return secretTexts(inner);
  if (!/[@=]/.test(text)) return [];
  const users = [...text.matchAll(userOfUrl)].map(([, , user = '']) => user.replace(/^[^:]*:/, ''));
  const values = [...text.matchAll(secretOfUrl)].flatMap(([, , name = '', value = '']) =>
    isTypedSecret(name) ? [value] : [],
  );
  return [...users, ...values];
}

/** The object or list that a text is in itself; undefined for any other text. */
function jsonWithin(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** `https://user:password@host` */
const userOfUrl = /(\b[a-z][a-z\d+.-]{1,20}:\/\/)([^\s/?#@"'<>]+)@/gi;
/** A parameter of a URL: `?token=…`. */
const secretOfUrl = /([?&])([\w.[\]-]{1,60})=([^\s&#"'<>]+)/g;

/** Of a list of named values, such as `credentials`, the values: their names are ordinary words. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object') return [String(value)];
  if (value === null) return [];
  const found = secretTexts(value);
  return found.length > 0 ? found : Object.values(value).flatMap(textsIn);
}
