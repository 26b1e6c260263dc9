import type { RecordPage } from '../../resources/record.ts';
import type { Fields, StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { isObject } from '../../text/json.ts';
import { paints } from '../../text/paint.ts';
import { firstOf } from '../../text/words.ts';
import { pickView } from '../paths.ts';
import type { Target, TextLayout, View } from '../view.ts';
import { wrap } from '../width.ts';
import { card } from './card.ts';
import { drawReceipt } from './receipt.ts';

/**
 * One record for a person, with the layout of its definition. `only` gives a card of these fields, `all` a card of
 * every field. A terminal shows long records cut, with a note at the end.
 */
export function recordPage(view: View, received: StoreRecord, target: Target): string {
  if (target.width === undefined) return wholePage(view, received, target);
  const { record, cut } = abridged(view.fields, pickView(view, received));
  const page = wholePage(view, record, target);
  if (cut.length === 0) return page;
  const note = `Not shown in full: ${escapeText(firstOf(cut, 5))}. --json shows everything.`;
  const { quiet } = paints(target.color);
  const lines = wrap(note, target.width).map((line) => `${quiet(line)}\n`);
  return `${page}\n${lines.join('')}`;
}

function wholePage(view: View, record: StoreRecord, target: Target): string {
  const { fields, only, all } = view;
  const { above, rest, receipt, below } = pageOf(view, record);
  const parts = [
    above ? boldLines(above, target) : '',
    card({ fields, all: all || only !== undefined, inOrder: only !== undefined }, rest, target),
    receipt ? drawReceipt(receipt, target) : '',
    below ? card({ fields }, below, target) : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join('\n') : card({ fields, all: true }, record, target);
}

function pageOf(view: View, record: StoreRecord): RecordPage {
  if (view.only || !view.page) return { rest: pickView(view, record) };
  const page = view.page(record);
  if (!view.all) return page;
  const { above, receipt } = page;
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => !receipt?.fields.has(name)));
  return { ...(above && { above }), ...(receipt && { receipt }), rest };
}

function boldLines(lines: readonly string[], { width, color }: TextLayout): string {
  const { heading } = paints(color);
  const fitted = lines.map(escapeText).flatMap((line) => (width === undefined ? [line] : wrap(line, width)));
  return fitted.map((line) => `${heading(line)}\n`).join('');
}

/** The limits for one record at a terminal: more would scroll past, and take seconds to draw. */
const limits = { lines: 1000, characters: 50_000, entries: 1000, allCharacters: 200_000, allEntries: 10_000 } as const;

interface Abridged {
  readonly record: StoreRecord;
  /** The fields of which a part is omitted; `the record` where it has too many of them. */
  readonly cut: readonly string[];
}

/** The record cut to the limits; documented fields are kept before unknown ones. */
function abridged(fields: Fields, record: StoreRecord): Abridged {
  let entriesLeft: number = limits.allEntries;
  let charactersLeft: number = limits.allCharacters;
  let isCut = false;
  const some = <T>(all: readonly T[]): readonly T[] => {
    const taken = all.slice(0, Math.min(limits.entries, entriesLeft));
    entriesLeft -= taken.length;
    isCut ||= taken.length < all.length;
    return taken;
  };
  const textOf = (whole: string): string => {
    const start = whole.slice(0, Math.min(limits.characters, charactersLeft));
    const shown = start.split('\n', limits.lines).join('\n');
    charactersLeft -= shown.length;
    isCut ||= shown.length < whole.length;
    return shown.length < whole.length ? `${shown}…` : whole;
  };
  const partOf = (value: unknown): unknown => {
    if (typeof value === 'string') return textOf(value);
    if (Array.isArray(value)) return some(value).map(partOf);
    if (!isObject(value)) return value;
    return Object.fromEntries(some(Object.entries(value)).map(([name, inner]) => [name, partOf(inner)]));
  };
  const names = Object.keys(record);
  const isKnown = (name: string): boolean => Object.hasOwn(fields, name);
  const kept = some([...names.filter(isKnown), ...names.filter((name) => !isKnown(name))]);
  const cut = isCut ? ['the record'] : [];
  const taken = new Map<string, unknown>();
  for (const name of kept) {
    isCut = false;
    taken.set(name, partOf(record[name]));
    if (isCut) cut.push(name);
  }
  // In the order of the record, which may be that of --fields.
  return {
    record: Object.fromEntries(names.flatMap((name) => (taken.has(name) ? [[name, taken.get(name)]] : []))),
    cut,
  };
}
