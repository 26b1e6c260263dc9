import type { Receipt } from '../../resources/receipt.ts';
import { escapeText } from '../../text/escape.ts';
import { paints } from '../../text/paint.ts';
import { alignDecimals } from '../display.ts';
import { drawRows, fitColumns, type GridColumn, gap, rowWidth } from '../table/grid.ts';
import type { TextLayout } from '../view.ts';
import { widthOf, wrap } from '../width.ts';

/** In a pipe and on wide terminals: an amount too far from its label is hard to find. */
const maxTitle = 60;

type ReceiptCells = readonly [quantity: string, title: string, price: string, taxRate: string, value: string];

const headings: ReceiptCells = ['Qty', 'Product', 'Price', 'VAT %', 'Value'];

/** Of each column: 1 stays longest when the terminal is narrow. */
const importances = [3, 1, 4, 5, 2];

interface ReceiptRow {
  readonly cells: ReceiptCells;
  readonly style?: 'heading' | 'quiet' | undefined;
}

/**
 * Products and amounts: a heading, the lines of each product, a rule, the totals. The decimal points of a column are
 * aligned, and titles are wrapped. A narrow terminal has no VAT, then no prices.
 */
export function drawReceipt(receipt: Receipt, { width, color }: TextLayout): string {
  const above: readonly ReceiptRow[] = [{ cells: headings, style: 'heading' }, ...productRows(receipt)];
  const below = sumRows(receipt);
  const grid = gridOf([...above, ...below], width);
  const notes = receipt.notes.map((note): ReceiptRow => ({ cells: ['', note, '', '', ''], style: 'quiet' }));
  const paint = paints(color);
  const draw = (rows: readonly ReceiptRow[]): readonly string[] => {
    const lines = rows.flatMap((row) => wrapped(row, grid[1]?.width ?? 1));
    const shown = lines.map(({ cells }) => cells.filter((_, at) => grid[at]?.width !== 0));
    return drawRows(
      grid.filter((column) => column.width > 0),
      shown,
      width,
      (cell, at) => {
        const { style } = lines[at] ?? {};
        return style ? paint[style](cell) : cell;
      },
    );
  };
  const lines = [...draw(above), paint.quiet(rule(grid)), ...draw([...below, ...notes])];
  return lines.map((line) => `${line}\n`).join('');
}

/** The lines of the products, each with its details below. */
function productRows({ lines, sums }: Receipt): readonly ReceiptRow[] {
  const prices = alignDecimals(lines.map(({ price }) => escapeText(price)));
  const values = valuesOf({ lines, sums });
  return lines.flatMap(({ quantity, title, details, taxRate }, at): readonly ReceiptRow[] => [
    { cells: [escapeText(quantity), escapeText(title), prices[at] ?? '', escapeText(taxRate), values[at] ?? ''] },
    ...details.map((detail): ReceiptRow => ({ cells: ['', escapeText(detail), '', '', ''], style: 'quiet' })),
  ]);
}

function sumRows({ lines, sums }: Receipt): readonly ReceiptRow[] {
  const values = valuesOf({ lines, sums }).slice(lines.length);
  return sums.map(({ label, isTotal }, at) => ({
    cells: ['', escapeText(label), '', '', values[at] ?? ''],
    style: isTotal ? 'heading' : undefined,
  }));
}

const valuesOf = ({ lines, sums }: Pick<Receipt, 'lines' | 'sums'>): readonly string[] =>
  alignDecimals([...lines.map(({ value }) => value), ...sums.map(({ amount }) => amount)].map(escapeText));

/** The columns at this width of the terminal; those without room are 0 wide. */
function gridOf(rows: readonly ReceiptRow[], available: number | undefined): readonly GridColumn[] {
  const measured = importances.map((importance, at) => {
    const isTitle = at === 1;
    // Not by a spread: half a million lines overflow the stack.
    const widest = rows.reduce((most, { cells }) => Math.max(most, widthOf(cells[at] ?? '')), 0);
    return { importance, width: isTitle ? Math.min(maxTitle, widest) : widest, cuttable: isTitle };
  });
  const widths = fitColumns(measured, available);
  return measured.map((_, at) => ({ width: widths[at] ?? 0, align: at === 1 ? 'left' : 'right' }));
}

/** A row with its title on as many lines as it needs; the amounts are on the first. */
function wrapped({ cells, style }: ReceiptRow, width: number): readonly ReceiptRow[] {
  const [quantity, title, ...numbers] = cells;
  const [first = '', ...others] = wrap(title, Math.max(1, width));
  return [
    { cells: [quantity, first, ...numbers], style },
    ...others.map((text): ReceiptRow => ({ cells: ['', text, '', '', ''], style })),
  ];
}

/** From the titles to the end. */
function rule([quantity, ...others]: readonly GridColumn[]): string {
  const indent = quantity && quantity.width > 0 ? quantity.width + gap : 0;
  return `${' '.repeat(indent)}${'─'.repeat(rowWidth(others.map(({ width }) => width)))}`;
}
