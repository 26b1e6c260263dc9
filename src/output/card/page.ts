import type { Page } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { paints } from '../../text/paint.ts';
import { firstOf } from '../../text/words.ts';
import { pickView } from '../paths.ts';
import type { Target, TextLayout, View } from '../view.ts';
import { wrap } from '../width.ts';
import { abridged } from './abridged.ts';
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

function pageOf(view: View, record: StoreRecord): Page {
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
