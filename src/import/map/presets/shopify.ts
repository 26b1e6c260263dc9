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

/**
 * Shopify's product export, with the headings from before and after 2025. Rows with the same handle belong to one
 * product: one, usually the first, has the title and the status, each has a variant, an image or both.
 */
export const shopify: Preset = {
  title: 'Shopify',
  signs: [
    ['handle', 'title', 'variantsku'],
    ['handle', 'title', 'variantprice'],
    ['urlhandle', 'title', 'price'],
    ['urlhandle', 'title', 'sku'],
  ],
  headings: {
    sku: ['variantsku'],
    ean: ['variantbarcode', 'barcode'],
    name: ['title'],
    quantity: ['variantinventoryqty', 'inventoryquantity'],
    price: ['variantprice'],
    purchasePrice: ['costperitem'],
    status: ['published', 'publishedononlinestore'],
  },
  never: ['imagealttext', 'image'],
  // The export writes '0123456789012 to keep the leading zero in a spreadsheet.
  rows: { guard: /^'\d+$/, shape },
};

function shape(column: ColumnFinder): RowShaping {
  const handleAt = column('handle', 'urlhandle');
  const titleAt = column('title');
  const publishedAt = column('published', 'publishedononlinestore');
  const statusAt = column('status');
  const optionsAt = [1, 2, 3].map((number) => column(`option${number}value`));
  const ownAt = [
    titleAt,
    ...optionsAt,
    column('variantsku', 'sku'),
    column('variantprice', 'price'),
    column('variantbarcode', 'barcode'),
  ];
  const imagesAt = [column('imagesrc', 'productimageurl'), column('variantimage', 'variantimageurl')];
  const productOf = (cells: readonly string[]): ShopifyProduct => ({
    handle: textAt(cells, handleAt),
    title: textAt(cells, titleAt),
    status: statusOf(textAt(cells, statusAt), textAt(cells, publishedAt)),
  });
  let last: ShopifyProduct = { handle: '', title: '', status: '' };
  /** Read only where a row is not below that of its product. */
  const products = new Map<string, ShopifyProduct>();
  const known = (handle: string): ShopifyProduct | undefined => (handle === last.handle ? last : products.get(handle));
  const note = (cells: readonly string[]): void => {
    const product = productOf(cells);
    if (product.title !== '') products.set(product.handle, product);
  };
  const completed = variantCompleter(column);
  const isFilled = (cells: readonly string[], at: number | undefined): boolean => textAt(cells, at) !== '';
  const lacks = (cells: readonly string[]): boolean => {
    const handle = textAt(cells, handleAt);
    return handle !== '' && !isFilled(cells, titleAt) && !known(handle) && ownAt.some((at) => isFilled(cells, at));
  };
  const shaped: Shape = (cells) => {
    if (!ownAt.some((at) => isFilled(cells, at)))
      return imagesAt.some((at) => isFilled(cells, at)) ? new Excluded('{row|rows} with only an image') : cells;
    const handle = textAt(cells, handleAt);
    if (isFilled(cells, titleAt)) last = productOf(cells);
    const product = handle === '' ? undefined : known(handle);
    // One row of a handle has the title: a variant without that row has no name, which is a fault.
    return product ? completed(cells, product) : cells;
  };
  return { shape: shaped, lacks, note };
}

/** Gives a variant the name and the status of its product. */
function variantCompleter(
  column: ColumnFinder,
): (cells: readonly string[], product: ShopifyProduct) => readonly string[] {
  const titleAt = column('title');
  const at = column('status') ?? column('published', 'publishedononlinestore');
  const optionsAt = [1, 2, 3].map((number) => column(`option${number}value`));
  return (cells, { title, status }) => {
    const options = optionsAt
      .map((option) => textAt(cells, option))
      .filter((value) => value !== '' && value !== noOption);
    const named = withText(cells, titleAt, options.length === 0 ? title : variantName(title, options, ' / '));
    // A variant without a status, of a product without one, is not for sale.
    return withText(named, at, status || textAt(cells, at) || '0');
  };
}

interface ShopifyProduct {
  readonly handle: string;
  readonly title: string;
  /** '' where it is not known. */
  readonly status: string;
}

/** The option value of a product without options. */
const noOption = 'Default Title';

/** Active and published is online; '' if the file has neither, or another value. */
function statusOf(status: string, published: string): string {
  const known = [states.get(status.toLowerCase()), states.get(published.toLowerCase())].filter(
    (state) => state !== undefined,
  );
  const isClear = known.length === [status, published].filter((text) => text !== '').length;
  if (known.length === 0 || !isClear) return '';
  return known.includes('0') ? '0' : '1';
}

const states: ReadonlyMap<string, string> = new Map([
  ['active', '1'],
  ['draft', '0'],
  ['archived', '0'],
  ['unlisted', '0'],
  ['true', '1'],
  ['false', '0'],
]);
