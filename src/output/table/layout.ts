/** A column as its heading and first rows make it. */
interface Measured {
  /** 1 stays longest when the terminal is narrow. */
  readonly importance: number;
  /** Terminal columns of its widest text. */
  readonly width: number;
  /** Text may be cut; a number that is cut is another number. */
  readonly cuttable: boolean;
  /** Whether its text is what tells records apart, as the name of a variant: another column goes before it is cut. */
  readonly tellsApart?: boolean;
  /** How narrow it may become, where that is not as for any text. */
  readonly least?: number | undefined;
}

/** Spaces between two columns. */
export const gap = 2;

/** Texts are not cut below this while another column can go: an EAN of 13 digits is shown in full. */
const readable = 14;

/**
 * The width of each column in a terminal of `available` columns; 0 hides it. Hides the least important columns until
 * the others are readable, hides one more to keep a text that tells records apart, then narrows the widest. Undefined:
 * no limit.
 */
export function fitColumns(columns: readonly Measured[], available: number | undefined): readonly number[] {
  const widths = columns.map(({ width }) => Math.max(1, width));
  if (available === undefined) return widths;
  const least = columns.map(({ cuttable, least = readable }, at) =>
    cuttable ? Math.min(widths[at] ?? 1, least) : (widths[at] ?? 1),
  );
  const inOrder = byImportance(columns);
  const fitted = (order: readonly number[]): readonly number[] => {
    const shown = new Set(order);
    return shrink(
      widths.map((width, at) => (shown.has(at) ? Math.min(width, available) : 0)),
      least,
      available,
    );
  };
  const order = keepImportant(inOrder, least, available);
  const all = fitted(order);
  const isCut = columns.some(({ tellsApart }, at) => tellsApart && (all[at] ?? 0) < (widths[at] ?? 0));
  return isCut && order.length === columns.length && order.length > 1 ? fitted(order.slice(0, -1)) : all;
}

const byImportance = (columns: readonly Measured[]): readonly number[] =>
  columns
    .map((_, at) => at)
    .sort((left, right) => (columns[left]?.importance ?? 0) - (columns[right]?.importance ?? 0));

function keepImportant(inOrder: readonly number[], least: readonly number[], available: number): readonly number[] {
  const order = [...inOrder];
  let needed = rowWidth(order.map((at) => least[at] ?? 0));
  while (order.length > 1 && needed > available) needed -= (least[order.pop() ?? 0] ?? 0) + gap;
  return order;
}

function shrink(widths: readonly number[], least: readonly number[], available: number): readonly number[] {
  const fitted = [...widths];
  while (rowWidth(fitted) > available) {
    const room = fitted.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = room.reduce((most, width, at) => (width > (room[most] ?? 0) ? at : most), 0);
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
