import type { Json } from '../../resources/kind.ts';

type Body = Readonly<Record<string, Json>>;

/** A customer of the first data, with bodies as the API takes them. */
export interface Person {
  readonly customer: Body;
  /** The hash of a password that nobody knows; '' for a guest. */
  readonly password: string;
  /** In addition to those of every new account. */
  readonly points: bigint;
  readonly addresses: readonly Body[];
}

/** The customers of the first data, from 101 on. Their addresses begin at 301. */
export const people: readonly Person[] = [
  {
    customer: {
      emailAddress: 'sanne.dewit@example.com',
      firstName: 'Sanne',
      lastName: 'de Wit',
      gender: 'f',
      phoneNumber: '030-555 01 42',
      bankAccountNumber: 'NL02ABNA0123456789',
      discountGroupId: '1',
    },
    password:
      'scrypt$3c7a8b4c00046d5ffb02abb2fa9b99d0$fc66b154c4b8041cd83c59dc14cdae56f19abf08644fb487a373bb3acbefa9f9',
    points: 750n,
    addresses: [
      {
        firstName: 'Sanne',
        lastName: 'de Wit',
        streetAddress: 'Domplein',
        houseNumber: 4,
        zipcode: '3512 JC',
        city: 'Utrecht',
        country: 'NL',
        gender: 'f',
      },
      {
        company: 'De Wit Tekstwerk',
        firstName: 'S.',
        lastName: 'de Wit',
        streetAddress: 'Blaak',
        houseNumber: 28,
        houseNumberExtension: 'B',
        zipcode: '3011 HE',
        city: 'Rotterdam',
        country: 'NL',
        kvkNumber: '12345678',
      },
    ],
  },
  {
    customer: {
      emailAddress: 'pieter.claes@example.com',
      firstName: 'Pieter',
      lastName: 'Claes',
      gender: 'm',
      phoneNumber: '+32 9 555 01 17',
      discountGroupId: '2',
    },
    password:
      'scrypt$7126fa3e43cb494c1a36c524f65352a7$c237b2c9cb8fc7d82ced0b2ee66d0f5468fb56e78f6295203ba71ca109379258',
    points: 0n,
    addresses: [
      {
        company: 'Claes Rijwielen bv',
        firstName: 'Pieter',
        lastName: 'Claes',
        streetAddress: 'Veldstraat',
        houseNumber: 82,
        zipcode: '9000',
        city: 'Gent',
        country: 'BE',
        gender: 'm',
        btwNumber: 'BE0123456749',
      },
    ],
  },
  {
    customer: {
      emailAddress: 'jana.koehler@example.com',
      firstName: 'Jana',
      lastName: 'Köhler',
      phoneNumber: '+49 30 5550 1234',
    },
    password: '',
    points: 0n,
    addresses: [
      {
        firstName: 'Jana',
        lastName: 'Köhler',
        streetAddress: 'Kastanienallee',
        houseNumber: 12,
        zipcode: '10435',
        city: 'Berlin',
        country: 'DE',
      },
    ],
  },
  {
    customer: {
      emailAddress: 'emily.carter@example.com',
      firstName: 'Emily',
      lastName: 'Carter',
      gender: 'f',
      phoneNumber: '+1 503 555 0142',
    },
    password:
      'scrypt$99218dd4c830b4336c1f6c7a092869df$838acc7df17dc6670d43f673e1c841cce6805c4cae76119f23b87977671e8c9a',
    points: 0n,
    addresses: [
      {
        firstName: 'Emily',
        lastName: 'Carter',
        streetAddress: 'SE Hawthorne Blvd',
        houseNumber: 2140,
        zipcode: '97214',
        city: 'Portland',
        state: 'OR',
        country: 'US',
      },
    ],
  },
];

/** The baskets of the first data, from 701 on: their keys, and bodies as the API takes them. */
export const firstBaskets: readonly (readonly [basketKey: string, body: Body])[] = [
  [
    '42212126-9CF9-49D8-8E52-5B2858894145',
    {
      customerId: 101,
      products: [
        { uprid: '206{3}12{4}7', quantity: 1 },
        { uprid: '200', quantity: 2 },
      ],
      coupon: 'WELKOM10',
      loyaltyPoints: 300,
    },
  ],
  [
    'D270835E-DAA9-4B34-A4C8-145EC637D5EA',
    {
      products: [
        { uprid: '209', quantity: 3 },
        { title: 'Wiel richten', price: 17.5 },
      ],
      shippingModule: 'pickup',
    },
  ],
  [
    '7D09EF59-A9DE-47E1-B334-3957CB2DDC87',
    { customerId: 104, products: [{ uprid: '213{4}8' }, { uprid: '235' }], paymentModule: 'creditcard' },
  ],
];

/** Which of them is ordered, and how: order 1001. */
export const firstOrder: Body = {
  basketKey: '{7D09EF59-A9DE-47E1-B334-3957CB2DDC87}',
  currencyType: 'USD',
  languageId: 5,
};
