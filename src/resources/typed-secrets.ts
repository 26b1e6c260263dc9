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
export function secretNamesIn(body: object): ReadonlySet<string> {
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

/** The texts that a body has in secret fields, at any depth. */
export function secretTexts(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  const secret = secretNamesIn(body);
  return Object.entries(body).flatMap(([name, value]) => (secret.has(name) ? textsIn(value) : secretTexts(value)));
}

/** Of a list of named values, such as `credentials`, the values: their names are ordinary words. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object') return [String(value)];
  if (value === null) return [];
  const found = secretTexts(value);
  return found.length > 0 ? found : Object.values(value).flatMap(textsIn);
}
