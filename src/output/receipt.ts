import type { Receipt, ReceiptLine } from '../resources/receipt.ts';
import { escapeText } from '../text/escape.ts';
import { paints } from '../text/paint.ts';
import { drawRow, type GridColumn } from './grid.ts';
import { gap, rowWidth } from './layout.ts';
import type { Paper } from './view.ts';
import { widthOf, wrap } from './width.ts';

/** Titles are not made narrower than this while the columns between title and value can go. */
const leastTitle = 22;
/** In a pipe and on wide terminals: an amount too far from its label is hard to find. */
const widestTitle = 60;

type Style = 'heading' | 'quiet' | undefined;

interface Row {
  readonly cells: readonly string[];
  readonly style?: Style;
}

/**
 * Products, and what they come to: a heading, a line for each product with what tells it apart below, a rule, the sums. Amounts end in one column,
 * exactly as the store gave them. A narrow terminal has price and VAT under the title.
 */
export function drawReceipt(receipt: Receipt, { width = Number.POSITIVE_INFINITY, color }: Paper): string {
  const lines = receipt.lines.map(escaped);
  const sums = receipt.sums.map(({ label, amount, isTotal }) => ({
    label: escapeText(label),
    amount: escapeText(amount),
    isTotal,
  }));
  const values = [...lines.map(({ value }) => value), ...sums.map(({ amount }) => amount)];
  const outer = [widest(['Qty', ...lines.map(({ quantity }) => quantity)]), widest(['Value', ...values])];
  const inner = [
    widest(['Price', ...lines.map(({ price }) => price)]),
    widest(['VAT %', ...lines.map(({ taxRate }) => taxRate)]),
  ];
  const room = (columns: readonly number[]): number => width - rowWidth(columns) - gap;
  const isWide = room([...outer, ...inner]) >= leastTitle;
  const fixed = isWide ? [...outer, ...inner] : outer;
  const title = Math.max(
    1,
    Math.min(widestTitle, room(fixed), widest([...lines.flatMap(titlesOf), ...sums.map(({ label }) => label)])),
  );
  const columns = columnsOf([outer[0] ?? 0, title, ...(isWide ? inner : []), outer[1] ?? 0]);
  const draw = drawing(columns, { width, color });
  return [
    ...headings(isWide),
    ...lines.flatMap((line) => lineRows(line, title, isWide)),
    'rule' as const,
    ...sums.flatMap((sum) => sumRows(sum, title, isWide)),
  ]
    .map((row) => `${draw(row)}\n`)
    .join('');
}

const columnsOf = (widths: readonly number[]): readonly GridColumn[] =>
  widths.map((width, at) => ({ width, align: at === 1 ? 'left' : 'right' }));

/** On a terminal that is narrower than any receipt cells are cut rather than wrapped. */
function drawing(
  columns: readonly GridColumn[],
  { width, color }: Paper & { readonly width: number },
): (row: Row | 'rule') => string {
  const paint = paints(color);
  const isTooWide = rowWidth(columns.map((column) => column.width)) > width;
  const share = Math.max(1, Math.floor(width / columns.length) - gap);
  const fitted = isTooWide ? columns.map((column) => ({ ...column, width: Math.min(column.width, share) })) : columns;
  return (row) =>
    row === 'rule'
      ? paint.quiet(rule(fitted))
      : drawRow(fitted, row.cells, Number.isFinite(width), row.style && paint[row.style]);
}

const headings = (isWide: boolean): readonly Row[] => [
  { cells: isWide ? ['Qty', 'Product', 'Price', 'VAT %', 'Value'] : ['Qty', 'Product', 'Value'], style: 'heading' },
];

function lineRows(line: ReceiptLine, room: number, isWide: boolean): readonly Row[] {
  const [first = '', ...others] = wrap(line.title, room);
  const end = isWide ? [line.price, line.taxRate, line.value] : [line.value];
  const priced = [line.price && `at ${line.price}`, line.taxRate && `VAT ${line.taxRate}%`].filter(Boolean).join(', ');
  const details = [...(isWide || priced === '' ? [] : [priced]), ...line.details].flatMap((detail) =>
    wrap(detail, room),
  );
  return [
    { cells: [line.quantity, first, ...end] },
    ...others.map((text) => ({ cells: ['', text] })),
    ...details.map((text) => ({ cells: ['', text], style: 'quiet' as const })),
  ];
}

interface Sum {
  readonly label: string;
  readonly amount: string;
  readonly isTotal: true | undefined;
}

function sumRows({ label, amount, isTotal }: Sum, room: number, isWide: boolean): readonly Row[] {
  const texts = wrap(label, room);
  const between = isWide ? ['', ''] : [];
  return texts.map((text, at) => ({
    cells: ['', text, ...between, at === texts.length - 1 ? amount : ''],
    style: isTotal ? 'heading' : undefined,
  }));
}

/** From the titles to the end. */
function rule([quantity, ...others]: readonly GridColumn[]): string {
  return `${' '.repeat((quantity?.width ?? 0) + gap)}${'─'.repeat(rowWidth(others.map(({ width }) => width)))}`;
}

const titlesOf = ({ title, details }: ReceiptLine): readonly string[] => [title, ...details];

const widest = (texts: readonly string[]): number => Math.max(...texts.map(widthOf));

function escaped({ quantity, title, details, price, taxRate, value }: ReceiptLine): ReceiptLine {
  const text = escapeText;
  return {
    quantity: text(quantity),
    title: text(title),
    details: details.map(text),
    price: text(price),
    taxRate: text(taxRate),
    value: text(value),
  };
}
