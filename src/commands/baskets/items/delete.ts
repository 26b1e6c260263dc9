import { readId } from '../../../cli/arguments.ts';
import { recordArguments } from '../../../cli/record-arguments.ts';
import { lineAt } from '../../../client/endpoints/baskets.ts';
import { basketLine } from '../../../resources/baskets.ts';
import { deleting, textOf } from '../../shared/delete.ts';
import { addLineArguments, readLine } from '../line.ts';
import { wholeKeys } from '../whole-keys.ts';

/** `shop-cli baskets items delete`: `DELETE /baskets/{basketKey}/{productId}`. */
export const definition = deleting({
  line: 'baskets items delete 42212126-9CF9-49D8-8E52-5B2858894145 200',
  details: 'At a terminal, if you pass no key or product, you pick it from a list.',
  seeAlso: ['baskets items update', 'baskets delete'],
  record: basketLine,
  options: (command) => addLineArguments(command, '[product...]'),
  find: async (session, raw, args) => lineAt(...(await readLine(session, raw, args))),
  argument: recordArguments.basketProduct,
  before: 1,
  wholeArguments: async (session, [key, ...products]) =>
    key === undefined ? [] : [...(await wholeKeys(session, [readId('basket', key)])), ...products],
  placeOf: (id, _raw, [key = '']) => lineAt(readId('basket', key), readId('basketProduct', id)),
  nameOf: (line) => textOf(line, 'name') || textOf(line, 'title'),
  titleOf: ({ id, whole = '' }) => `product ${id} ${whole.replace(/^in/, 'from')}`,
});
