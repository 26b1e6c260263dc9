import type { Received } from '../resources/record.ts';
import { escapeText } from '../text/escape.ts';
import { card } from './card.ts';
import type { Target, View } from './formats.ts';
import { paints } from './paint.ts';
import { pick } from './paths.ts';
import { drawReceipt } from './receipt.ts';
import { wrap } from './width.ts';

/** One record for a person: what its definition sets above and below, and the card of the other members between. Fields that were asked for are a card alone. */
export function page({ fields, only, page: layOut }: View, record: Received, target: Target): string {
  if (only || !layOut) return card(fields, only ? pick(record, only) : record, target);
  const { above, rest, receipt, below } = layOut(record);
  const parts = [
    above ? boldLines(above, target) : '',
    card(fields, rest, target),
    receipt ? drawReceipt(receipt, target) : '',
    below ? card(fields, below, target) : '',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function boldLines(lines: readonly string[], { width, color }: Target): string {
  const { heading } = paints(color);
  const fitted = lines.map(escapeText).flatMap((line) => (width === undefined ? [line] : wrap(line, width)));
  return fitted.map((line) => `${heading(line)}\n`).join('');
}
