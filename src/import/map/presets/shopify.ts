import { type ColumnFinder, Excluded, type Preset, type Shape, textAt, variantName, withText } from './preset.ts';

/**
 * Shopify's product export, with the headings from before and after 2025. Rows with the same handle belong to one
 * product: the first has the title and the status, each has a variant, an image or both.
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

function shape(column: ColumnFinder): Shape {
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
  let product = { handle: '', title: '', status: '' };
  const completed = (cells: readonly string[]): readonly string[] => {
    const options = optionsAt.map((at) => textAt(cells, at)).filter((value) => value !== '' && value !== noOption);
    const named = withText(
      cells,
      titleAt,
      options.length === 0 ? product.title : variantName(product.title, options, ' / '),
    );
    return product.status === '' ? named : withText(named, statusAt ?? publishedAt, product.status);
  };
  return (cells) => {
    const isFilled = (at: number | undefined): boolean => textAt(cells, at) !== '';
    if (!ownAt.some(isFilled)) return imagesAt.some(isFilled) ? new Excluded('{row|rows} with only an image') : cells;
    const handle = textAt(cells, handleAt);
    const title = textAt(cells, titleAt);
    if (title !== '')
      product = { handle, title, status: statusOf(textAt(cells, statusAt), textAt(cells, publishedAt)) };
    // Only the first row of a handle has the title: a variant without that row has no name, which is a fault.
    return handle !== '' && handle === product.handle ? completed(cells) : cells;
  };
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
