import type { CommandGuess } from './command-guess.ts';
import { inBackOffice } from './sentences.ts';

const erase = 'shop-cli customers erase <id>, with --dry-run to see it first';

/** About people and what belongs to them, and what other tools have beside their nouns. */
export const ofPeople: readonly CommandGuess[] = [
  {
    after: 'orders',
    words: ['address', 'addresses'],
    advice:
      'To see the addresses of an order: shop-cli orders get <order-id> --full. An order that is placed keeps its addresses',
  },
  { after: 'customers', words: ['lookup'], advice: 'To find people: shop-cli customers find jansen' },
  {
    after: 'customers',
    words: ['forget', 'gdpr', 'anonymize', 'anonymise'],
    advice: `To delete all that belongs to a person: ${erase}`,
  },
  {
    after: 'customers',
    words: ['merge'],
    advice: `The API cannot merge customers. ${inBackOffice} To see both: shop-cli customers get <id> --full`,
  },
  {
    after: 'customers',
    words: ['history'],
    advice: 'To see the baskets and orders of a customer: shop-cli customers get <id> --full',
  },
  {
    after: 'addresses',
    words: ['move'],
    advice:
      'When somebody moves: shop-cli addresses update <address-id> --customer <id>. To another customer: addresses create, then addresses delete',
  },
  {
    after: '',
    words: ['gdpr', 'privacy', 'dsar'],
    advice: `All that the store has of a person: shop-cli customers get <id> --full --json. To delete it: ${erase}`,
  },
  { after: '', words: ['store', 'shop'], advice: 'To see the store in use: shop-cli auth status' },
  {
    after: '',
    words: ['errors', 'explain', 'whatis', 'exit-codes', 'codes'],
    advice: 'What each exit code means: shop-cli help exit-codes',
  },
  {
    after: '',
    words: ['open', 'web', 'browse', 'browser'],
    advice: 'shop-cli opens no pages. To see the URL of a product: shop-cli products get <id or SKU> --fields urlAbs',
  },
  {
    after: '',
    words: ['alias', 'aliases'],
    advice: "shop-cli has no aliases of your own: use those of your shell. Its commands: 'shop-cli --help'",
  },
];
