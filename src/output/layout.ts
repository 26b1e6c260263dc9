/** A column as its heading and first rows make it. */
interface Measured {
  /** 1 stays longest when the terminal is narrow. */
  readonly importance: number;
  /** Terminal columns of its widest text. */
  readonly width: number;
  /** Text may be cut; a number that is cut is another number. */
  readonly cuttable: boolean;
  /** How narrow it may become, where that is not as for any text. */
  readonly least?: number | undefined;
}

/** Spaces between two columns. */
export const gap = 2;

/** Texts are not cut below this while another column can go: an EAN of 13 digits is shown in full. */
const readable = 14;

/**
 * The width of each column in a terminal of `available` columns; 0 hides it. The least important columns go first,
 * until the others can be read; then the widest texts become narrower, until the row fits. Undefined: everything as
 * wide as it is.
 */
export function fitColumns(columns: readonly Measured[], available: number | undefined): readonly number[] {
  const widths = columns.map(({ width }) => Math.max(1, width));
  if (available === undefined) return widths;
  const least = columns.map(({ cuttable, least = readable }, at) =>
    cuttable ? Math.min(widths[at] ?? 1, least) : (widths[at] ?? 1),
  );
  const kept = keepImportant(columns, least, available);
  return shrink(
    widths.map((width, at) => (kept.has(at) ? Math.min(width, available) : 0)),
    least,
    available,
  );
}

function keepImportant(columns: readonly Measured[], least: readonly number[], available: number): ReadonlySet<number> {
  const order = columns
    .map((_, at) => at)
    .sort((left, right) => (columns[left]?.importance ?? 0) - (columns[right]?.importance ?? 0));
  while (order.length > 1 && rowWidth(order.map((at) => least[at] ?? 0)) > available) order.pop();
  return new Set(order);
}

function shrink(widths: readonly number[], least: readonly number[], available: number): readonly number[] {
  const fitted = [...widths];
  while (rowWidth(fitted) > available) {
    const room = fitted.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = room.indexOf(Math.max(...room));
    if (room[widest] === 0) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
  }
  return fitted;
}

/** The width of a row with columns of these widths, without hidden ones. */
export function rowWidth(widths: readonly number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, gap * Math.max(0, shown.length - 1));
}
