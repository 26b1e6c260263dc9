/** Every setting that may stand in the environment or in `.env`, with what it is for. `.env.example` and the help are held to this list. */
export const variables = {
  SHOP_URL: 'address of the store, such as https://shop.example, or "sandbox"',
  SHOP_TOKEN: 'API token of that store',
  SHOP_TOKEN_FILE: 'file that holds the token, instead of SHOP_TOKEN',
  SHOP_OUTPUT: 'output format: table, json, ndjson, csv or yaml',
  SHOP_LANGUAGE: 'language of product texts: nl, en, de, fr, es or it',
  SHOP_TIMEOUT: 'how long one request may take: 30s, 500ms, 2m',
  SHOP_RETRIES: 'how often a read is tried again after the first time: 2',
  SHOP_FILTER_STYLE: 'how list filters are sent: both, plain or bracket',
  SHOP_READ_ONLY: 'any value but 0, no or false: no write is sent',
  SHOP_TAX_FIELD: 'how the VAT rate of a new product is named: both, taxRate or taxRateVal',
} as const;

export type Variable = keyof typeof variables;
