import { expect, test } from 'vitest';
import { changesText } from '../../src/output/changes.ts';
import { widthOf } from '../../src/output/width.ts';
import { customer } from '../../src/resources/customers.ts';
import type { StoreRecord } from '../../src/resources/record-fields.ts';

const changes = (before: StoreRecord, after: StoreRecord, width: number | undefined): string =>
  changesText(
    customer.fields,
    {
      before,
      after,
      sent: Object.keys(after),
      heading: 'Changes:',
      isPlanned: false,
      mask: (record) => record,
    },
    { width, color: false },
  );

const old = { emailAddress: 'marloes.vanleeuwen@example.net', firstName: 'Marloes', lastName: 'van Leeuwen' };
const longer = { emailAddress: 'marloes.vanleeuwen@example.nettle', firstName: 'Jo', lastName: 'van Leeuwen' };

test('values that fit side by side are on one line', () => {
  expect(changes(old, longer, 100)).toContain(`  E-mail address  ${old.emailAddress}  →  ${longer.emailAddress}\n`);
});

test('values that do not fit side by side are below each other, and none is cut', () => {
  expect(changes(old, longer, 80)).toBe(
    [
      'Changes:',
      '  E-mail address',
      '    marloes.vanleeuwen@example.net',
      '  → marloes.vanleeuwen@example.nettle',
      '  First name',
      '    Marloes',
      '  → Jo',
      '  Last name',
      '    van Leeuwen (unchanged)',
      '',
    ].join('\n'),
  );
});

test.each([20, 40, 80])('%d columns show both values whole, in as many lines as they need', (width) => {
  const text = changes({ lastName: 'a'.repeat(100) }, { lastName: `${'a'.repeat(99)}b` }, width);
  expect(text.replaceAll(/\s/g, '')).toBe(`Changes:Lastname${'a'.repeat(100)}→${'a'.repeat(99)}b`);
  expect(text.split('\n').filter((line) => widthOf(line) > width)).toEqual([]);
});

test('without a terminal a change is one line, however long it is', () => {
  expect(changes({ lastName: 'a'.repeat(100) }, { lastName: 'b'.repeat(100) }, undefined).split('\n')).toHaveLength(3);
});
