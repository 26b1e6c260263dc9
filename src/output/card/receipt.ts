import type { Receipt, ReceiptLine } from '../../resources/receipt.ts';
import { escapeText } from '../../text/escape.ts';
import { paints } from '../../text/paint.ts';
import { alignDecimals } from '../display.ts';
import { drawRows, type GridColumn, gap, rowWidth } from '../table/grid.ts';
import type { TextLayout } from '../view.ts';
import { widthOf, wrap } from '../width.ts';

/** With less room for titles, price and VAT go below them. */
const minTitle = 22;
/** In a pipe and on wide terminals: an amount too far from its label is hard to find. */
const maxTitle = 60;

type Style = 'heading' | 'quiet' | undefined;

interface Row {
  readonly cells: readonly string[];
  readonly style?: Style;
}

/** The width of each column, and whether price and VAT have columns of their own. */
interface Shape {
  readonly widths: readonly number[];
  readonly title: number;
  readonly isWide: boolean;
}

/**
 * Products and amounts: a heading, the lines of each product, a rule, the totals. The decimal points of a column are
 * aligned. On a narrow terminal price and VAT are below the title.
 */
export function drawReceipt(receipt: Receipt, { width = Number.POSITIVE_INFINITY, color }: TextLayout): string {
  const shown = aligned(receipt);
  const shape = shapeOf(shown, width);
  const notes = receipt.notes.flatMap((note) => wrap(note, shape.title));
  const columns = columnsOf(shape, width);
  const paint = paints(color);
  const draw = (rows: readonly Row[]): string => {
    const cells = rows.map((row) => row.cells);
    const painted = (cell: string, at: number): string => {
      const { style } = rows[at] ?? {};
      return style ? paint[style](cell) : cell;
    };
    return drawRows(columns, cells, Number.isFinite(width), painted)
      .map((line) => `${line}\n`)
      .join('');
  };
  const above = draw([headings(shape), ...shown.lines.flatMap((line) => lineRows(line, shape))]);
  const below = draw([
    ...shown.sums.flatMap((sum) => sumRows(sum, shape)),
    ...notes.map((text) => ({ cells: ['', text], style: 'quiet' as const })),
  ]);
  return `${above}${paint.quiet(rule(columns))}\n${below}`;
}

type Shown = Pick<Receipt, 'lines' | 'sums'>;

/** The receipt with its texts escaped and its amounts aligned. */
function aligned({ lines, sums }: Shown): Shown {
  const prices = alignDecimals(lines.map(({ price }) => escapeText(price)));
  const values = alignDecimals(
    [...lines.map(({ value }) => value), ...sums.map(({ amount }) => amount)].map(escapeText),
  );
  return {
    lines: lines.map(({ quantity, title, details, taxRate }, at) => ({
      quantity: escapeText(quantity),
      title: escapeText(title),
      details: details.map(escapeText),
      price: prices[at] ?? '',
      taxRate: escapeText(taxRate),
      value: values[at] ?? '',
    })),
    sums: sums.map((sum, at) => ({ ...sum, label: escapeText(sum.label), amount: values[lines.length + at] ?? '' })),
  };
}

function shapeOf({ lines, sums }: Shown, width: number): Shape {
  const quantity = widest(['Qty', ...lines.map((line) => line.quantity)]);
  const value = widest(['Value', ...lines.map((line) => line.value), ...sums.map(({ amount }) => amount)]);
  const price = widest(['Price', ...lines.map((line) => line.price)]);
  const vat = widest(['VAT %', ...lines.map(({ taxRate }) => taxRate)]);
  const room = (columns: readonly number[]): number => width - rowWidth(columns) - gap;
  const isWide = room([quantity, price, vat, value]) >= minTitle;
  const texts = [...lines.flatMap(({ title, details }) => [title, ...details]), ...sums.map(({ label }) => label)];
  const numbers = isWide ? [price, vat, value] : [value];
  const title = Math.max(1, Math.min(maxTitle, room([quantity, ...numbers]), widest(texts)));
  return { widths: [quantity, title, ...numbers], title, isWide };
}

/** Not by a spread: half a million lines overflow the stack. */
const widest = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

/** On a terminal that is too narrow for any receipt, cells are cut rather than wrapped. */
function columnsOf({ widths }: Shape, width: number): readonly GridColumn[] {
  const share = Math.max(1, Math.floor(width / widths.length) - gap);
  return widths.map((wanted, at) => ({
    width: rowWidth(widths) > width ? Math.min(wanted, share) : wanted,
    align: at === 1 ? 'left' : 'right',
  }));
}

/** From the titles to the end. */
function rule([quantity, ...others]: readonly GridColumn[]): string {
  return `${' '.repeat((quantity?.width ?? 0) + gap)}${'─'.repeat(rowWidth(others.map(({ width }) => width)))}`;
}

const headings = ({ isWide }: Shape): Row => ({
  cells: isWide ? ['Qty', 'Product', 'Price', 'VAT %', 'Value'] : ['Qty', 'Product', 'Value'],
  style: 'heading',
});

function lineRows({ quantity, title, details, price, taxRate, value }: ReceiptLine, shape: Shape): readonly Row[] {
  const [first = '', ...others] = wrap(title, shape.title);
  const numbers = shape.isWide ? [price, taxRate, value] : [value];
  const priced = [price && `at ${price.trim()}`, taxRate && `VAT ${taxRate}%`].filter(Boolean).join(', ');
  const below = [...(shape.isWide || priced === '' ? [] : [priced]), ...details];
  return [
    { cells: [quantity, first, ...numbers] },
    ...others.map((text) => ({ cells: ['', text] })),
    ...below.flatMap((text) => wrap(text, shape.title)).map((text) => ({ cells: ['', text], style: 'quiet' as const })),
  ];
}

function sumRows({ label, amount, isTotal }: Receipt['sums'][number], { title, isWide }: Shape): readonly Row[] {
  const texts = wrap(label, title);
  const between = isWide ? ['', ''] : [];
  return texts.map((text, at) => ({
    cells: ['', text, ...between, at === texts.length - 1 ? amount : ''],
    style: isTotal ? 'heading' : undefined,
  }));
}
