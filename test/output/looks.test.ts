import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { serveSandbox } from '../support/store.ts';

/** What each resource looks like at the widths that terminals have, for people who review a change of it. */
const looks = {
  'products-list': 'products list --limit 8',
  'products-get': 'products get 206',
  'baskets-list': 'baskets list',
  'baskets-get': 'baskets get 42212126-9CF9-49D8-8E52-5B2858894145 --full',
  'customers-get': 'customers get 101',
  'addresses-list': 'addresses list --customer 101',
  'addresses-get': 'addresses get 305 --customer 104',
  'orders-list': 'orders list',
  'orders-get': 'orders get 1001 --full',
} as const;

/** A card that is wider than 80 columns does not change, and a pipe has room as in 200. */
const widths = { list: [40, 80, 120, undefined], get: [40, 80] };

test.each(Object.entries(looks))('%s in terminals of several widths, and lists in a pipe', async (name, line) => {
  const { run } = await serveSandbox();
  const parts: string[] = [];
  for (const terminal of name.endsWith('list') ? widths.list : widths.get) {
    const { out, err } = await run(`${line} --no-color`, terminal === undefined ? {} : { terminal });
    // The port is free for the asking, and always of five digits.
    const shown = `${out}${withoutTime(err)}`.replace(/127\.0\.0\.1:\d{5}/g, '127.0.0.1:00000');
    parts.push(`=== ${terminal ?? 'pipe'} ===\n${shown}`);
  }
  await expect(parts.join('\n')).toMatchFileSnapshot(`./looks/${name}.txt`);
});

/** How long a list took depends on this machine. */
const withoutTime = (text: string): string => text.replace(/ in \d+\.\d s\./g, ' in 0.0 s.');

const coloured = [
  ...Object.values(looks),
  'products get 200 --all-fields',
  'customers get 101 --all-fields',
  'baskets items list 42212126-9CF9-49D8-8E52-5B2858894145',
];
test.each(coloured)('colours move nothing in what shop-cli %s prints', async (line) => {
  const { run } = await serveSandbox();
  for (const terminal of [40, 130, 200]) {
    const shown = await run(line, { terminal });
    const plain = await run(`${line} --no-color`, { terminal });
    const isColoured = `${shown.out}${shown.err}`.includes('\u001b[');
    const plainly = [shown.out, withoutTime(shown.err)].map((text) =>
      stripVTControlCharacters(text).replace(/ +$/gm, ''),
    );
    expect([terminal, isColoured, ...plainly]).toEqual([terminal, true, plain.out, withoutTime(plain.err)]);
  }
});
