/** Discount groups of the customer-groups add-on: id, name, and the percentage off the products in ten-thousandths. */
export const discountGroups: ReadonlyMap<number, { readonly name: string; readonly discount: bigint }> = new Map([
  [1, { name: 'Vaste klanten', discount: 50_000n }],
  [2, { name: 'Wederverkopers', discount: 125_000n }],
]);
