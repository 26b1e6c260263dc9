import * as draft from './draft.ts';
import * as record from './record.ts';

/** The body of `POST /orders`. */
export const newOrder = draft.draft(
  {
    basketKey: draft.basketKey('key of a basket that holds products').required(),
    currencyType: draft.currency('currency; else euros'),
    languageId: draft.language('language of the order; else the language of the store'),
  },
  { emptyIsAbsent: true },
);

export type NewOrder = draft.DraftOf<typeof newOrder>;

/** An order. `api.md` shows no fields: what is known comes from the body, all else passes as the store has it. */
export const order = record.record(
  ['orderId', 'id'],
  {
    orderId: record.id('Order').inTable(1),
    id: record.id('ID').inTable(2),
    basketKey: record.basketKey('Basket').inTable(5),
    customerId: record.id('Customer').inTable(3),
    currencyType: record.text('Currency').inTable(4),
    languageId: record.language('Language'),
  },
  { isOpen: true },
);
