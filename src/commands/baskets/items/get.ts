import type { CommandDefinition } from '../../../cli/command.ts';
import { lineAt } from '../../../client/endpoints/baskets.ts';
import { getRecord } from '../../../client/records.ts';
import { basketLine } from '../../../resources/baskets.ts';
import { addLineArguments, readLine } from '../line.ts';

/** `shop-cli baskets items get`: `GET /baskets/{basketKey}/{productId}`. */
export const definition: CommandDefinition = {
  details: 'Shows every field the store sends. At a terminal, if you pass no key or product, you pick it from a list.',
  examples: [
    ['baskets items get 42212126-9CF9-49D8-8E52-5B2858894145 200', 'Show a product'],
    ['baskets items get 42212126-9CF9-49D8-8E52-5B2858894145 200 --json', 'Show it as JSON'],
  ],
  seeAlso: ['baskets items list', 'products get'],
  result: basketLine,
  options: addLineArguments,
  async run(session, raw, args) {
    const at = lineAt(...(await readLine(session, raw, args)));
    await session.show(basketLine, await getRecord(await session.connect(), at), at.id);
    await session.tellStore();
  },
};
