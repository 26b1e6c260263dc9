import { type ColumnFinder, type Completion, Excluded, type Preset, sharedNotes, textAt, withText } from './preset.ts';

/**
 * WooCommerce's product export, with English, Dutch or German headings. Variations are rows below their parent, which
 * is not sold itself and may have the name that they lack.
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
    quantity: ['stock', 'voorraad', 'lager', 'lagerbestand', 'bestand'],
    price: ['regularprice', 'reguliereprijs', 'regularerpreis'],
    status: ['published', 'gepubliceerd', 'veroffentlicht'],
  },
  never: [],
  notes: [
    sharedNotes.price('regularprice', 'reguliereprijs', 'regularerpreis'),
    sharedNotes.images('images', 'afbeeldingen', 'bilder'),
    sharedNotes.categories('categories', 'categorieen', 'kategorien'),
    sharedNotes.discounts('saleprice', 'actieprijs', 'angebotspreis'),
    sharedNotes.taxes('taxclass', 'belastingklasse', 'steuerklasse'),
    {
      about: ['instock', 'opvoorraad', 'vorratig', 'auflager'],
      text: 'A product that is in stock without a number in Stock gets no quantity, which the store shows as 0. To set one for every row, pass --set quantity=<n>.',
    },
  ],
  // The export's guard against formulas, which does not double a leading '.
  guard: /^'[=+\-@\t\r]/,
  words: {
    published: { '-1': '0' },
    gepubliceerd: { '-1': '0' },
    veroffentlicht: { '-1': '0' },
    // A variation without its own stock.
    stock: { parent: '' },
    voorraad: { parent: '' },
    lager: { parent: '' },
    lagerbestand: { parent: '' },
    bestand: { parent: '' },
  },
  completion,
};

const variable = 'variable {product|products}: {its|their} variations are imported instead';

/** Product types that are not sold themselves. */
const notSold: ReadonlyMap<string, string> = new Map([
  ['variable', variable],
  ['variable-subscription', variable],
  ['grouped', 'grouped {product|products}: the products in {it|them} are imported instead'],
  ['external', 'external {product|products}, sold by another shop'],
]);

function completion(column: ColumnFinder): Completion {
  const [typeAt, nameAt, statusAt] = [
    column('type', 'typ'),
    column('name', 'naam'),
    column('published', 'gepubliceerd', 'veroffentlicht'),
  ];
  const [skuAt, idAt] = [column('sku', 'artikelnummer'), column('id')];
  const parentAt = column('parent', 'hoofd', 'ubergeordnet', 'ubergeordnetesprodukt');
  const attributesAt = attributeColumns(column);
  const parents = new Map<string, Parent>();
  const remember = (cells: readonly string[]): void => {
    const parent = { name: textAt(cells, nameAt), isOffline: textAt(cells, statusAt) === '0' };
    for (const key of [textAt(cells, skuAt), `id:${textAt(cells, idAt)}`]) if (key !== '') parents.set(key, parent);
  };
  const completed = (cells: readonly string[]): readonly string[] => {
    const parent = parents.get(textAt(cells, parentAt));
    const values = attributesAt.map((at) => textAt(cells, at)).filter((value) => value !== '');
    const named = withText(
      cells,
      nameAt,
      variationName(textAt(cells, nameAt) || (parent?.name ?? ''), values.join(', ')),
    );
    return parent?.isOffline ? withText(named, statusAt, '0') : named;
  };
  return (cells) => {
    const types = textAt(cells, typeAt).toLowerCase().split(/, */);
    if (types.some((type) => type.startsWith('variable'))) remember(cells);
    const why = types.map((type) => notSold.get(type)).find((found) => found !== undefined);
    if (why !== undefined) return new Excluded(why);
    return types.some((type) => type.endsWith('variation')) ? completed(cells) : cells;
  };
}

interface Parent {
  readonly name: string;
  readonly isOffline: boolean;
}

/** The export adds the attribute values to a variation's name only if there are few. */
function variationName(name: string, values: string): string {
  return name === '' || values === '' || name.endsWith(values) ? name : `${name} - ${values}`;
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
