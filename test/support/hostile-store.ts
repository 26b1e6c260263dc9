import { expect } from 'vitest';
import { type Behaviour, json, type ServedStore, serveSandbox, serveStore } from './store.ts';

/** A name that would like to be the end of a list, and more lines of it. */
const forged = 'Jan\nKept:\n  customer 5 (Eva)\r\nDeleted: nothing\u2028\u202e\u001b[35m\u009b2J';

const isChosenByPeople = /name|company|city|street|title|coupon|comment|phone|bank|vat|message|attributesString/i;

/** What somebody chose is hostile, wherever it is in a reply; what the store itself says is not. */
function hostileIn(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => hostileIn(element, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, hostileIn(inner, field)]));
  return typeof value === 'string' && isChosenByPeople.test(name) ? forged : value;
}

/** The shop of every sandbox, whose customers, products and orders have hostile names. Each write is refused with one. */
export async function serveHostile(): Promise<ServedStore & { readonly basket: string }> {
  const sandbox = await serveSandbox();
  const basket = (await sandbox.run('baskets list --open -q')).out.trim().split('\n')[0] ?? '';
  const behaviour: Behaviour = async ({ method, path, query }, response) => {
    if (method !== 'GET') return json(response, 422, { error: { message: forged } });
    const answer = await fetch(`${sandbox.url}${path}?${query}`);
    json(response, answer.status, JSON.stringify(hostileIn(await answer.json())));
  };
  return { ...(await serveStore(behaviour)), basket };
}

/** Holds that a name is shown, and that it neither began a line nor did anything to the terminal. @param raw all that was written */
export function expectNothingForged(text: string, raw = text): void {
  expect(text).toMatch(/Jan(\\n| )Kept:/);
  expect(text).not.toMatch(/^ {2}customer 5\b|^Deleted: nothing$/m);
  for (const control of ['\u2028', '\u202e', '\u001b[35m', '\u009b']) expect(raw).not.toContain(control);
}
