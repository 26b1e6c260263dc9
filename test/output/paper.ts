import { type Format, listWriter, writeRecord } from '../../src/output/formats.ts';
import type { ListSummary, Target, View } from '../../src/output/view.ts';
import * as record from '../../src/resources/record-fields.ts';

/** A target that keeps what is written; with a width it is a terminal. */
export function paper(
  width?: number,
  color = false,
): Target & { readonly text: () => string; readonly writes: () => number } {
  const written: string[] = [];
  return {
    width,
    color,
    write: async (text) => {
      written.push(text);
    },
    text: () => written.join(''),
    writes: () => written.length,
  };
}

/** What is shown, and on what: in a pipe, or in a terminal of this width. */
export interface Showing extends Partial<View> {
  readonly width?: number;
  readonly color?: boolean;
}

/** A list in pages as a format writes it, of lamps if no other fields are given, with its summary. */
export async function listed(
  format: Format,
  pages: readonly (readonly record.StoreRecord[])[],
  { width, color, ...view }: Showing = {},
): Promise<{ readonly text: string; readonly summary: ListSummary }> {
  const target = paper(width, color);
  const list = listWriter(format, { fields: lampFields, ...view }, target);
  for (const page of pages) await list.add(page);
  return { summary: await list.end(), text: target.text() };
}

/** The same of one record. */
export async function written(
  format: Format,
  received: record.StoreRecord,
  { width, color, ...view }: Showing = {},
): Promise<string> {
  const target = paper(width, color);
  await writeRecord(format, { fields: lampFields, ...view }, received, target);
  return target.text();
}

/** Three products as stores send them. */
export const lamps = [
  {
    uprid: '206',
    productId: 206,
    sku: 'LAMP-1',
    ean: '8712345678901',
    name: 'Desk lamp with a long neck and a heavy foot',
    status: 1,
    quantity: '12',
    price: '49.9500',
    category: { id: '3', name: 'Lamps' },
  },
  {
    uprid: '207',
    productId: 207,
    sku: 'LAMP-2',
    ean: '',
    name: 'Café lamp 電灯',
    status: '0',
    quantity: 1200,
    price: '1149.9500',
    category: null,
  },
  {
    uprid: '1208',
    productId: 1208,
    sku: 'LAMP-3',
    name: 'Lamp',
    status: 2,
    quantity: 0,
    price: 5,
    category: { id: 4, name: 'Odd, "ends"' },
  },
] as const;

/** A definition with every sort of field. Not the shop's own: its next column must not change what is tested here. */
export const lampFields: record.Fields = {
  productId: record.id('ID').inTable(1),
  uprid: record.text('Uprid'),
  sku: record.code('SKU').inTable(2),
  ean: record.code('EAN').inTable(7),
  name: record.text('Name').inTable(3),
  status: record.choice('Status', { offline: 0, online: 1 }).inTable(6),
  quantity: record.count('Stock').inTable(5),
  price: record.money('Price').inTable(4),
  basePrice: record.money('Base price'),
  purchasePrice: record.money('Purchase price'),
  prices: record.group('Prices', {
    basePrice: record.money('Base price'),
    normalPrice: record.money('Normal price'),
    specialPrice: record.money('Special price'),
  }),
  category: record.group('Category', { id: record.id('ID'), name: record.text('Name') }),
  manufacturer: record.group('Manufacturer', { id: record.id('ID'), name: record.text('Name') }),
  dimensions: record.group('Dimensions', { width: record.count('Width') }),
  attributes: record.list('Option values'),
  description: record.text('Description'),
  images: record.list('Images'),
  isBundle: record.flag('Bundle'),
  bundledProducts: record.list('Bundled products'),
  backOrder: record.flag('Back order'),
  freeAboveOrderValue: record.money('Free above order value'),
  availableFrom: record.date('Available from'),
  addons: record.group('Add-ons', {}),
  dateAdded: record.date('Added'),
};
