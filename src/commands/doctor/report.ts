import type { Session } from '../../cli/session.ts';
import { wrap } from '../../output/width.ts';
import { defineRecord } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import * as record from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { inNumber } from '../../text/numbers.ts';
import { paints } from '../../text/paint.ts';
import { type ReportLine, type Result, results } from './check.ts';

/** A line of the report for programs. */
export const checkRecord = defineRecord(
  ['name'],
  {
    group: record.text('Group').inTable(4),
    name: record.text('Check').inTable(1),
    result: record.word('Result', results).inTable(2),
    message: record.text('Message').inTable(3),
    hint: record.orNull(record.text('Next step')),
    milliseconds: record.orNull(record.count('Milliseconds')),
    details: record.open('Details'),
  },
  { isOwn: true },
);

export const recordOf = ({ group, name, result, message, ...more }: ReportLine): StoreRecord => {
  const { hint = null, milliseconds = null, details = {} } = more;
  return { group, name, result, message, hint, milliseconds, details };
};

const signs: Readonly<Record<Result, string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' };

/** Columns of the name of a check. */
const nameWidth = 19;
/** Columns of everything before the message. */
const indent = 24;

/** The report as a person reads it, line by line as it comes. What was not checked is only counted. */
export class ReportText {
  readonly #paints: ReturnType<typeof paints>;
  readonly #width: number;
  readonly #lines: ReportLine[] = [];
  #group: string | undefined;

  constructor({ width = Number.POSITIVE_INFINITY, color }: Session['target']) {
    this.#paints = paints(color);
    this.#width = Math.max(20, width - indent - 1);
  }

  line(line: ReportLine): string {
    this.#lines.push(line);
    const { group, name, result, message, hint, milliseconds, isBlocked } = line;
    if (isBlocked) return '';
    const { heading, good, bad, failure, quiet } = this.#paints;
    const tones = { ok: good, warning: bad, failed: failure, skipped: quiet };
    const title = group === this.#group ? '' : `${this.#group === undefined ? '' : '\n'}${heading(group)}\n`;
    this.#group = group;
    const time = milliseconds === undefined ? '' : ` (${milliseconds} ms)`;
    const [first = '', ...more] = this.#wrapped(`${message}${time}`);
    const hints = hint === undefined ? [] : hint.split('\n').flatMap((text) => this.#wrapped(text));
    const label = `  ${tones[result](signs[result])} ${escapeText(name).padEnd(nameWidth)}`;
    const below = [...more, ...hints.map(quiet)].map((text) => ' '.repeat(indent) + text);
    return `${title}${[`${label} ${result === 'skipped' ? quiet(first) : first}`, ...below].join('\n')}\n`;
  }

  /** The last line. */
  end(): string {
    const count = (isCounted: (line: ReportLine) => boolean): number => this.#lines.filter(isCounted).length;
    const failed = count(({ result }) => result === 'failed');
    const warnings = count(({ result }) => result === 'warning');
    const blocked = count(({ isBlocked }) => isBlocked === true);
    const { good, failure } = this.#paints;
    const parts = [failed === 0 ? good('Nothing failed') : failure(`${failed} failed`)];
    if (warnings > 0) parts.push(inNumber(`${warnings} {warning|warnings}`, warnings));
    if (blocked > 0) parts.push(`${blocked} not checked`);
    return `\n${parts.join(', ')}.\n`;
  }

  #wrapped(text: string): readonly string[] {
    return wrap(escapeText(text), this.#width);
  }
}
