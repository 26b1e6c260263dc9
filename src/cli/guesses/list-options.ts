import type { OptionGuess } from './option-guess.ts';

/** How a list is sorted, filtered and printed, and how many are deleted. */
export const ofLists: readonly OptionGuess[] = [
  ...(
    [
      ['products list', '.name'],
      ['baskets list', '.lastModified'],
      ['orders list', '.dateCreated'],
      ['customers find', '.lastName'],
    ] as const
  ).map(([beside, field]) => ({
    words: ['--sort', '--order-by', '--sort-by'],
    beside,
    advice: `The API cannot sort. To sort the output: --all --json | jq "sort_by(${field})"`,
  })),
  {
    words: ['--sort', '--order-by', '--sort-by'],
    beside: 'addresses list',
    advice: 'The API cannot sort. To sort the output: --json | jq "sort_by(.city)"',
  },
  ...['customers delete', 'addresses delete', 'orders delete', 'baskets delete'].map((beside) => ({
    words: ['--all'],
    beside,
    advice: 'Nothing deletes all at once. Name each: IDs as arguments, or --from <file> with one a line',
  })),
  { words: ['--all'], beside: 'imports delete', advice: 'To delete earlier imports: --older-than 90d' },
  {
    words: ['--lang', '--language', '--locale'],
    beside: '',
    advice: 'shop-cli speaks English. The language of product texts: shop-cli products list --language de',
  },
  { words: ['--sku', '--id', '--item'], beside: 'orders list', advice: 'Orders with a product: --product BEL-001' },
  { words: ['--date'], beside: 'orders list', advice: 'Orders of one day: --since 2026-11-24 --until 2026-11-24' },
  {
    words: ['--email', '--name', '--phone', '--email-address', '--last-name'],
    beside: 'orders list',
    advice: 'To find the customer: shop-cli customers find jansen. Then: --customer <id>',
  },
  {
    words: ['--open', '--unpaid', '--paid'],
    beside: 'orders list',
    advice: 'The API does not tell which orders are paid. Baskets without an order: shop-cli baskets list --open',
  },
  {
    words: ['--country', '--min-total', '--max-total', '--total', '--total-from', '--total-to'],
    beside: 'orders list',
    advice:
      'The API cannot filter orders by this. To filter in a spreadsheet: shop-cli orders list --all --output-file orders.xlsx',
  },
  {
    words: ['--email', '--name', '--phone', '--email-address', '--last-name', '--city', '--postcode', '--zipcode'],
    beside: 'customers find',
    advice: 'What you know of a person is an argument: shop-cli customers find "jo@example.com"',
  },
  {
    words: ['--fuzzy', '--similar', '--like'],
    beside: 'customers find',
    advice: 'Similar names are found anyway. To read the store again and match parts of words: --live',
  },
  {
    words: ['--no-header', '--no-headers', '--noheader', '--noheaders'],
    beside: '--fields',
    advice: 'Without headings: -o csv | tail -n +2, or only the IDs: --quiet',
  },
  {
    words: ['--template', '--go-template'],
    beside: '--fields',
    advice: 'To choose the columns: --fields id,name. Any other form: --json | jq',
  },
  {
    words: ['--lang', '--locale'],
    beside: '--language',
    advice: 'The language of product texts: --language de',
  },
];
