import type { CommandDefinition } from '../../../cli/command.ts';
import { lineAt } from '../../../client/endpoints/baskets.ts';
import { basketLine } from '../../../resources/baskets.ts';
import { deleteOne, deletion, textOf } from '../../shared/delete.ts';
import { aboutLine, readLine } from '../line.ts';

/** `shop-cli baskets items delete`: `DELETE /baskets/{basketKey}/{productId}`. */
export const definition: CommandDefinition = {
  details:
    'Asks for confirmation; scripts pass --yes. At a terminal without a key or product, you pick it from a list.',
  examples: [
    ['baskets items delete 42212126-9CF9-49D8-8E52-5B2858894145 200 --yes', 'Without confirmation'],
    ['baskets items delete 42212126-9CF9-49D8-8E52-5B2858894145 200 --dry-run', 'Show the request without sending it'],
  ],
  seeAlso: ['baskets items update', 'baskets delete'],
  result: deletion,
  isWrite: true,
  options: (command) => {
    command.argument('[key]', 'basket key').argument('[product]', aboutLine);
  },
  async run(session, raw, args) {
    const { key, id } = await readLine(session, raw, args);
    return await deleteOne(session, {
      what: `product ${id} from basket ${key}`,
      id,
      definition: basketLine,
      at: lineAt(key, id),
      nameOf: (line) => textOf(line, 'name') || textOf(line, 'title'),
    });
  },
};
