import type { CommandDefinition } from '../../cli/command.ts';
import { getBasket } from '../../client/endpoints/baskets.ts';
import type { RawOptions } from '../../input/options.ts';
import { basket } from '../../resources/baskets.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import { fullBasket } from '../../resources/related.ts';
import { aboutFull, addFullOption, withParts } from '../shared/full.ts';
import { getEach } from '../shared/get-each.ts';
import { readBasket, readKey } from './pick.ts';

/** `shop-cli baskets get`: `GET /baskets/{basketKey}` for each argument. */
export const get: CommandDefinition = {
  details: `Shows each basket as a receipt. At a terminal without a key, you pick one from a list.\n\n${aboutFull}`,
  examples: [
    ['baskets get 42212126-9CF9-49D8-8E52-5B2858894145', 'Show one basket'],
    [
      'baskets get 42212126-9CF9-49D8-8E52-5B2858894145 --full --mask-pii',
      'Show it with customer and addresses, safe for a ticket',
    ],
    ['baskets get 42212126-9CF9-49D8-8E52-5B2858894145 --fields value,orderId,products --json', 'A few of its fields'],
  ],
  seeAlso: ['baskets items list', 'orders create'],
  result: shownAs,
  prints: 'each',
  options: (command) => {
    command.argument('[key...]', 'basket keys');
    addFullOption(command);
  },
  async run(session, raw, typed) {
    const keys = typed.length === 0 ? [await readBasket(session, raw, undefined)] : typed.map(readKey);
    const connection = await session.connect();
    const look = (key: string) => getBasket(connection, key);
    return await getEach(
      session,
      shownAs(raw),
      keys,
      raw.full === true ? async (key) => withParts(connection, await look(key), 'basket') : look,
    );
  },
};

function shownAs(raw: RawOptions): RecordDefinition {
  return raw.full === true ? fullBasket : basket;
}
