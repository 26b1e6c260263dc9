import { expect, test } from 'vitest';
import { type IdReading, judgeGap } from '../../../../src/import/evidence/ids/id-gap.ts';
import { keysOf, withHashedKeys } from '../../../../src/import/map/rows/key.ts';
import { importableCustomers } from '../../../../src/resources/importable-customers.ts';

const ann = { emailAddress: 'ann@shop.test', firstName: 'Ann', lastName: 'Claes', phoneNumber: '+31 6 1234' };
const shown = (id: string, more: object = {}): IdReading => ({
  kind: 'record',
  id,
  record: { customerId: id, gender: 'f', guestAccount: 1, ...ann, ...more },
});
const missing: IdReading = { kind: 'missing' };
const failed: IdReading = { kind: 'failed', message: 'timeout' };
const others = shown('7', { emailAddress: 'bob@shop.test', firstName: 'Bob' });

const found = { kind: 'found', recordId: '9' };
const uncertain = {
  kind: 'unproven',
  message: 'sent, and customer 9 has its emailAddress but is otherwise different: someone else may have created it',
  recordId: '9',
};

const changed = {
  kind: 'unproven',
  message: 'sent, and customer 9 has everything in the row but another emailAddress: the store may have changed it',
  recordId: '9',
};
const look = "look for the customer in the back office; if there is none, use 'shop-cli customers create'";
const hidden = { kind: 'uncertain', message: `sent, and the store shows customer 9 without its emailAddress: ${look}` };
const unread = {
  kind: 'uncertain',
  message: `sent, and customers that may be this row cannot be read (timeout): ${look}`,
};

// Whoever stands here with what he is called, is read under all IDs that the row can have got.
test.each<[string, readonly IdReading[], object]>([
  ['no IDs between the marks', [], { kind: 'absent' }],
  ['nobody under any ID', [missing, missing], { kind: 'absent' }],
  ['others, and nobody', [others, missing], { kind: 'absent' }],
  [
    'others with the same names',
    [shown('7', { emailAddress: 'ann2@shop.test', phoneNumber: '06' })],
    { kind: 'absent' },
  ],
  ['all but the address, which the store may have cut', [shown('9', { emailAddress: 'ann@shop' })], changed],
  ['all but the address, and the row itself', [shown('8', { emailAddress: 'ann@shop' }), shown('9')], found],
  ['somebody whose address the store does not show', [shown('9', { emailAddress: '' })], hidden],
  ['the same, beside the row itself', [shown('8', { emailAddress: null }), shown('9')], found],
  ['the row itself', [missing, shown('9'), others], found],
  ['the row, with the address in other letters', [shown('9', { emailAddress: ' ANN@Shop.test' })], found],
  ['the row, beside a failed reading', [failed, shown('9')], found],
  ['the row, of which the store does not show what need not be there', [shown('9', { phoneNumber: undefined })], found],
  ['the row without its name', [shown('9', { lastName: undefined })], uncertain],
  ['the address with another name', [shown('9', { lastName: 'Bos' })], uncertain],
  ['the address with another phone number', [shown('9', { phoneNumber: '0612' })], uncertain],
  ['the address with another name, beside a failed reading', [failed, shown('9', { lastName: 'Bos' })], uncertain],
  ['the row, and the address with another name', [shown('8', { firstName: 'An' }), shown('9')], found],
  ['the row twice', [shown('8'), shown('9')], { kind: 'duplicate', recordIds: ['8', '9'] }],
  ['one failed reading', [missing, failed, others], unread],
])('%s', (_, readings, expected) => {
  const noun = withHashedKeys(importableCustomers, Buffer.from('secret'));
  const [key] = keysOf(noun, ann);
  if (!key) throw new Error('A row has a key.');
  expect(judgeGap(noun, { key, stated: ann }, readings)).toEqual(expected);
});
