import { newProduct } from '../../../resources/products.ts';
import {
  type ColumnFinder,
  Excluded,
  type Preset,
  type RowShaping,
  type Shape,
  textAt,
  variantName,
  withText,
} from './preset.ts';

const stockHeadings = ['stock', 'voorraad', 'lager', 'lagerbestand', 'bestand'];

/**
 * WooCommerce's product export, with English, Dutch or German headings. Variations are rows of their own. Their parent
 * is not sold itself, and may have the name that they lack; it decides whether they are online.
 */
export const woocommerce: Preset = {
  title: 'WooCommerce',
  signs: ['published', 'regularprice', 'gepubliceerd', 'reguliereprijs', 'veroffentlicht', 'regularerpreis'].flatMap(
    (sign) =>
      ['type', 'typ'].flatMap((type) =>
        ['name', 'naam'].flatMap((name) => ['sku', 'artikelnummer'].map((sku) => [type, sku, name, sign])),
      ),
  ),
  headings: {
    sku: ['artikelnummer'],
    ean: ['gtinupceanorisbn', 'gtinupceanofisbn', 'gtinupceanoderisbn'],
    name: ['naam'],
    quantity: stockHeadings,
    price: ['regularprice', 'reguliereprijs', 'regularerpreis'],
    status: ['published', 'gepubliceerd', 'veroffentlicht'],
  },
  never: [],
  note: 'A product that is in stock without a number in Stock gets no quantity, which the store shows as 0. To set one for every row, pass --set quantity=<n>. A variation is offline if its parent is, or is not in the file.',
  // The export's guard against formulas, which does not double a leading '.
  rows: { guard: /^'[=+\-@\t\r]/, shape },
};

const variable = 'variable {product|products}: {its|their} variations are imported instead';

/** Product types that are not sold themselves. */
const notSold: ReadonlyMap<string, string> = new Map([
  ['variable', variable],
  ['variable-subscription', variable],
  ['grouped', 'grouped {product|products}: the products in {it|them} are imported instead'],
  ['external', 'external {product|products}, sold by another shop'],
]);

function shape(column: ColumnFinder): RowShaping {
  const typeAt = column('type', 'typ');
  const nameAt = column('name', 'naam');
  const statusAt = column('published', 'gepubliceerd', 'veroffentlicht');
  const skuAt = column('sku', 'artikelnummer');
  const idAt = column('id');
  const parentAt = column('parent', 'hoofd', 'ubergeordnet', 'ubergeordnetesprodukt');
  const attributesAt = attributeColumns(column);
  const parents = new Map<string, Parent>();
  const typesOf = (cells: readonly string[]): readonly string[] => textAt(cells, typeAt).toLowerCase().split(/, */);
  const remember = (cells: readonly string[]): void => {
    const parent = { name: textAt(cells, nameAt), isOnline: isOnline(textAt(cells, statusAt)) };
    for (const key of [textAt(cells, skuAt), `id:${textAt(cells, idAt)}`]) if (key !== '') parents.set(key, parent);
  };
  const note = (cells: readonly string[]): void => {
    if (isParent(typesOf(cells))) remember(cells);
  };
  const lacks = (cells: readonly string[]): boolean => {
    const parent = textAt(cells, parentAt);
    return parent !== '' && !parents.has(parent) && isVariation(typesOf(cells));
  };
  const completed = (cells: readonly string[]): readonly string[] => {
    const parent = parents.get(textAt(cells, parentAt));
    const values = attributesAt.map((at) => textAt(cells, at)).filter((value) => value !== '');
    const named = withText(cells, nameAt, variationName(textAt(cells, nameAt) || (parent?.name ?? ''), values));
    // WooCommerce shows no variation of a draft: of a parent that is not known, it may be one.
    return parent?.isOnline ? named : withText(named, statusAt, '0');
  };
  const stocksAt = stockHeadings.map((heading) => column(heading));
  const translated = (cells: readonly string[]): readonly string[] => {
    // Private products have -1; a variation without its own stock has `parent`.
    let result = textAt(cells, statusAt) === '-1' ? withText(cells, statusAt, '0') : cells;
    for (const at of stocksAt) if (textAt(cells, at).toLowerCase() === 'parent') result = withText(result, at, '');
    return result;
  };
  const shaped: Shape = (row) => {
    const cells = translated(row);
    const types = typesOf(cells);
    if (isParent(types)) remember(cells);
    const why = types.map((type) => notSold.get(type)).find((found) => found !== undefined);
    if (why !== undefined) return new Excluded(why);
    return isVariation(types) ? completed(cells) : cells;
  };
  return { shape: shaped, lacks, note };
}

const isParent = (types: readonly string[]): boolean => types.some((type) => type.startsWith('variable'));
const isVariation = (types: readonly string[]): boolean => types.some((type) => type.endsWith('variation'));
/** A draft has 0, a private product -1. */
const isOnline = (status: string): boolean => newProduct.fields.status.kind.typed(status) === 1;

interface Parent {
  readonly name: string;
  readonly isOnline: boolean;
}

/** The export adds the attribute values to a variation's name only if there are few. */
function variationName(name: string, values: readonly string[]): string {
  const isComplete = name === '' || values.length === 0 || name.endsWith(values.join(', '));
  return isComplete ? name : variantName(name, values, ', ');
}

function attributeColumns(column: ColumnFinder): readonly number[] {
  const found: number[] = [];
  for (let number = 1; ; number++) {
    const at = column(
      `attribute${number}values`,
      `waardeeigenschap${number}`,
      `attribut${number}werte`,
      `attribut${number}wert`,
    );
    if (at === undefined) return found;
    found.push(at);
  }
}
