import { looseHeading } from '../headings.ts';
import { magento } from './magento.ts';
import { columnFinder, Excluded, type Preset, textAt } from './preset.ts';
import { prestashop } from './prestashop.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce.ts';

export const presets = { shopify, woocommerce, prestashop, magento } as const satisfies Readonly<
  Record<string, Preset>
>;
export type PresetName = keyof typeof presets;

export const presetNames = Object.keys(presets) as readonly PresetName[];

/** The preset of a header; undefined if none matches. */
export function presetOf(header: readonly string[]): Preset | undefined {
  const has = new Set(header.map(looseHeading));
  return Object.values(presets).find(({ signs }) => signs.some((sign) => sign.every((heading) => has.has(heading))));
}

/** The cells of a row after the preset, or why the row is excluded. */
export type Shape = (cells: readonly string[]) => readonly string[] | Excluded;

/**
 * What a preset does with rows before their cells are read. Call the result once for each pass over the file: rows are
 * completed from the rows above them.
 */
export function rowShaping(preset: Preset, headings: readonly string[]): () => Shape {
  const column = columnFinder(headings);
  const unguard = guardRemoval(preset.guard);
  const translate = translation(preset, column);
  const exclude = exclusion(preset, column);
  return () => {
    const complete = preset.completion?.(column);
    return (cells) => {
      const translated = translate(unguard(cells));
      const completed = complete ? complete(translated) : translated;
      return completed instanceof Excluded ? completed : (exclude(translated) ?? completed);
    };
  };
}

type Cells = readonly string[];

const guardRemoval =
  (guard: RegExp | undefined) =>
  (cells: Cells): Cells =>
    guard && cells.some((cell) => cell.startsWith("'") && guard.test(cell))
      ? cells.map((cell) => (guard.test(cell) ? cell.slice(1) : cell))
      : cells;

function translation({ words = {} }: Preset, column: (heading: string) => number | undefined): (cells: Cells) => Cells {
  const translated = Object.entries(words).flatMap(([heading, table]) => {
    const at = column(heading);
    return at === undefined ? [] : [{ at, table: new Map(Object.entries(table)) }];
  });
  return (cells) => {
    let result = cells;
    for (const { at, table } of translated) {
      const word = table.get(textAt(cells, at).toLowerCase());
      if (word !== undefined) result = result.with(at, word);
    }
    return result;
  };
}

function exclusion(
  { excluded = [] }: Preset,
  column: (heading: string) => number | undefined,
): (cells: Cells) => Excluded | undefined {
  const rules = excluded.flatMap(({ heading, holds, why }) => {
    const at = column(heading);
    return at === undefined ? [] : [{ at, holds, excluded: new Excluded(why) }];
  });
  return (cells) => rules.find(({ at, holds }) => isHeld(textAt(cells, at), holds))?.excluded;
}

const isHeld = (text: string, holds: readonly string[] | 'something'): boolean =>
  holds === 'something' ? text !== '' : holds.includes(text.toLowerCase());
