import type { CommandDefinition } from '../../cli/command.ts';
import { listBasketsOrNone } from '../../client/endpoints/baskets.ts';
import { basket } from '../../resources/baskets.ts';
import { addPagingOptions, listPages } from '../shared/list.ts';

/** `shop-cli baskets list`: `GET /baskets`. */
export const definition: CommandDefinition = {
  details: 'Keys are shown without braces; every command accepts both forms.',
  examples: [
    ['baskets list', 'List the first 20 baskets'],
    ['baskets list --all --quiet', 'All keys'],
  ],
  seeAlso: ['baskets get', 'baskets create'],
  result: basket,
  prints: 'list',
  options: addPagingOptions,
  async run(session, raw) {
    return await listPages(session, raw, {
      record: basket,
      names: ['basket', 'baskets'],
      connection: await session.connect(),
      fetchPage: (limit, offset, connection) => listBasketsOrNone(connection, limit, offset),
    });
  },
};
