import type { Session } from '../../cli/session.ts';
import { wrap } from '../../output/width.ts';
import { defineRecord } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import * as record from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { inNumber } from '../../text/numbers.ts';
import { paints } from '../../text/paint.ts';
import { type Line, type Result, results } from './check.ts';

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

export const recordOf = ({ group, name, result, message, hint, milliseconds, details }: Line): StoreRecord => ({
  group,
  name,
  result,
  message,
  hint: hint ?? null,
  milliseconds: milliseconds ?? null,
  details: details ?? {},
});

const signs: Readonly<Record<Result, string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' };

/** Columns of the name of a check. */
const nameWidth = 19;
/** Columns of everything before the message. */
const indent = 24;

/** The report as a person reads it, line by line as it comes. */
export class ReportText {
  readonly #paints: ReturnType<typeof paints>;
  readonly #width: number;
  #group: string | undefined;
  /** Checks in a row that were not made for one reason: one line is enough for a person. */
  #blocked: Line[] = [];
  readonly #lines: Line[] = [];

  constructor({ width = Number.POSITIVE_INFINITY, color }: Session['target']) {
    this.#paints = paints(color);
    this.#width = Math.max(20, width - indent - 1);
  }

  line(line: Line): string {
    this.#lines.push(line);
    const isSame = this.#blocked.every(({ group, message }) => group === line.group && message === line.message);
    const before = line.isBlocked && isSame ? '' : this.#takeBlocked();
    if (!line.isBlocked) return `${before}${this.#written(line)}`;
    this.#blocked.push(line);
    return before;
  }

  /** The last line. */
  end(): string {
    const count = (wanted: Result): number => this.#lines.filter(({ result }) => result === wanted).length;
    const failed = count('failed');
    const warnings = count('warning');
    const blocked = this.#lines.filter(({ isBlocked }) => isBlocked).length;
    const { good, failure } = this.#paints;
    const parts = [
      failed === 0 ? good('Nothing failed') : failure(`${failed} failed`),
      ...(warnings === 0 ? [] : [inNumber(`${warnings} {warning|warnings}`, warnings)]),
      ...(blocked === 0 ? [] : [`${blocked} not checked`]),
    ];
    return `${this.#takeBlocked()}\n${parts.join(', ')}.\n`;
  }

  #takeBlocked(): string {
    const [first, ...others] = this.#blocked.splice(0);
    if (first === undefined) return '';
    if (others.length === 0) return this.#written(first);
    const names = [first, ...others].map(({ name }) => name).join(', ');
    return this.#written({ ...first, name: `${others.length + 1} checks`, message: `${first.message} (${names})` });
  }

  #written({ group, name, result, message, hint, milliseconds }: Line): string {
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

  #wrapped(text: string): readonly string[] {
    return wrap(escapeText(text), this.#width);
  }
}
