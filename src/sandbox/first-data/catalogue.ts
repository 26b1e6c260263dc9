/** A name in the two languages of the first data. */
interface Names {
  readonly nl: string;
  readonly en: string;
}

/** Categories, two deep: id, parent (0 for none), names. Parents come first. */
export const categories: readonly (readonly [id: number, parentId: number, names: Names])[] = [
  [1, 0, { nl: 'Onderdelen', en: 'Parts' }],
  [2, 0, { nl: 'Tassen', en: 'Bags' }],
  [3, 0, { nl: 'Kleding', en: 'Clothing' }],
  [4, 0, { nl: 'Onderhoud en sloten', en: 'Care and locks' }],
  [5, 0, { nl: 'Cadeaus', en: 'Gifts' }],
  [11, 1, { nl: 'Bellen', en: 'Bells' }],
  [12, 1, { nl: 'Verlichting', en: 'Lights' }],
  [13, 1, { nl: 'Banden', en: 'Tyres' }],
  [14, 1, { nl: 'Zadels', en: 'Saddles' }],
  [21, 2, { nl: 'Fietstassen', en: 'Panniers' }],
  [22, 2, { nl: 'Rugzakken', en: 'Backpacks' }],
  [31, 3, { nl: 'Regenkleding', en: 'Rainwear' }],
  [32, 3, { nl: 'Handschoenen', en: 'Gloves' }],
  [33, 3, { nl: 'Helmen', en: 'Helmets' }],
  [41, 4, { nl: 'Gereedschap', en: 'Tools' }],
  [42, 4, { nl: 'Smeer- en reinigingsmiddelen', en: 'Oils and cleaners' }],
  [43, 4, { nl: 'Sloten', en: 'Locks' }],
  [51, 5, { nl: 'Boeken', en: 'Books' }],
  [52, 5, { nl: 'Mokken en kaarten', en: 'Mugs and cards' }],
];

/** Makers with invented names. */
export const manufacturers: readonly (readonly [id: number, name: string])[] = [
  [1, 'Klokkenhof'],
  [2, 'Lichtlijn'],
  [3, 'Rolder Banden'],
  [4, 'Waterdicht & Zn.'],
  [5, 'Zitgoed'],
  [6, 'Tassenmakerij Noord'],
  [7, 'Hoofdzaak'],
  [8, 'Sleutelwerk'],
  [9, 'Glijbaan Chemie'],
  [10, 'Dievenpech'],
  [11, 'Uitgeverij Spaak'],
];

/** Options by id, each with its values by id. */
export const options: ReadonlyMap<number, { readonly names: Names; readonly values: ReadonlyMap<number, Names> }> =
  new Map([
    [
      3,
      {
        names: { nl: 'Maat', en: 'Size' },
        values: new Map([
          [11, { nl: 'S', en: 'S' }],
          [12, { nl: 'M', en: 'M' }],
          [13, { nl: 'L', en: 'L' }],
          [14, { nl: 'XL', en: 'XL' }],
          [15, { nl: '28 mm', en: '28 mm' }],
          [16, { nl: '32 mm', en: '32 mm' }],
          [17, { nl: '37 mm', en: '37 mm' }],
        ]),
      },
    ],
    [
      4,
      {
        names: { nl: 'Kleur', en: 'Colour' },
        values: new Map([
          [7, { nl: 'Zwart', en: 'Black' }],
          [8, { nl: 'Geel', en: 'Yellow' }],
          [9, { nl: 'Donkerblauw', en: 'Dark blue' }],
        ]),
      },
    ],
  ]);

/** The images that "already exist on the shop". A new product may name one of these, nothing else. */
export const imageNames: ReadonlySet<string> = new Set(
  'backpack bag bell book card gloves helmet jacket light lock mug oil pump saddle tool tube tyre'
    .split(' ')
    .map((name) => `${name}.jpg`),
);

/**
 * Where a delivery goes, as far as costs and VAT know it: the shop's own country, the rest of the EU, anywhere else.
 */
export type GeoZone = 1 | 2 | 3;

/** A way of shipping. Costs exclude VAT, in ten-thousandths. */
export interface ShippingModule {
  /** Whether a carrier brings it. */
  readonly isCarrier: boolean;
  readonly costs: Readonly<Record<GeoZone, bigint>>;
  /** In the shop's own country, free from this value of products on. */
  readonly freeFrom?: bigint;
}

/** The shipping modules of the back office. The first one is the default. */
export const shippingModules: ReadonlyMap<string, ShippingModule> = new Map([
  ['parcel', { isCarrier: true, costs: { 1: 49_500n, 2: 99_500n, 3: 199_500n }, freeFrom: 750_000n }],
  ['express', { isCarrier: true, costs: { 1: 125_000n, 2: 249_500n, 3: 449_500n } }],
  ['pickup', { isCarrier: false, costs: { 1: 0n, 2: 0n, 3: 0n } }],
]);

/** A way of paying. Its commission has no VAT. */
export interface PaymentModule {
  readonly commission: bigint;
  readonly title: string;
}

/** The payment modules of the back office. The first one is the default. */
export const paymentModules: ReadonlyMap<string, PaymentModule> = new Map([
  ['ideal', { commission: 0n, title: '' }],
  ['creditcard', { commission: 9_500n, title: 'Toeslag creditcard' }],
  ['cashondelivery', { commission: 35_000n, title: 'Rembourskosten' }],
  ['banktransfer', { commission: 0n, title: '' }],
]);

/**
 * A coupon: a percentage off the products or an amount excluding VAT, in ten-thousandths, from a value of products on.
 */
export interface Coupon {
  readonly percent?: bigint;
  readonly amount?: bigint;
  readonly from: bigint;
}

/** The coupons of the back office, by code in capitals. */
export const coupons: ReadonlyMap<string, Coupon> = new Map([
  ['WELKOM10', { percent: 100_000n, from: 0n }],
  ['FIETS5', { amount: 50_000n, from: 250_000n }],
]);

/** Discount groups of the customer-groups add-on: id, name, and the percentage off the products in ten-thousandths. */
export const discountGroups: ReadonlyMap<number, { readonly name: string; readonly discount: bigint }> = new Map([
  [1, { name: 'Vaste klanten', discount: 50_000n }],
  [2, { name: 'Wederverkopers', discount: 125_000n }],
]);
