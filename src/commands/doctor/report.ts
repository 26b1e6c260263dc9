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
    hint: record.text('Next step'),
    milliseconds: record.count('Milliseconds'),
    details: record.open('Details'),
  },
  { own: { nullable: ['hint', 'milliseconds'] } },
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

/** The report as a person reads it, line by line as it comes. */
interface ReportText {
  readonly line: (line: Line) => string;
  /** The last line. */
  readonly end: (lines: readonly Line[]) => string;
}

const signs: Readonly<Record<Result, string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' };

/** Columns of the name of a check. */
const nameWidth = 19;
/** Columns of everything before the message. */
const indent = 24;

export function reportText({ target: { width, color } }: Session): ReportText {
  const { heading, good, bad, failure, quiet } = paints(color);
  const tones = { ok: good, warning: bad, failed: failure, skipped: quiet } as const;
  const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(20, width - indent - 1);
  const block = (text: string): readonly string[] => wrap(escapeText(text), room);
  let group: string | undefined;
  /** Checks in a row that were not made for one reason: one line is enough for a person. */
  let blocked: readonly Line[] = [];
  const written = (line: Line): string => {
    const title = line.group === group ? '' : `${group === undefined ? '' : '\n'}${heading(line.group)}\n`;
    group = line.group;
    const { name, result, message, hint, milliseconds } = line;
    const time = milliseconds === undefined ? '' : ` (${milliseconds} ms)`;
    const [first = '', ...more] = block(`${message}${time}`);
    const rest = [...more, ...(hint === undefined ? [] : hint.split('\n').flatMap(block).map(quiet))];
    const label = `  ${tones[result](signs[result])} ${escapeText(name).padEnd(nameWidth)} `;
    const body = [
      `${label}${result === 'skipped' ? quiet(first) : first}`,
      ...rest.map((text) => ' '.repeat(indent) + text),
    ];
    return `${title}${body.join('\n')}\n`;
  };
  const withBlocked = (): string => {
    const [first, ...others] = blocked;
    blocked = [];
    if (first === undefined) return '';
    if (others.length === 0) return written(first);
    const names = [first, ...others].map(({ name }) => name).join(', ');
    return written({ ...first, name: `${others.length + 1} checks`, message: `${first.message} (${names})` });
  };
  return {
    line(line) {
      const [before] = blocked;
      const isSame = before === undefined || (before.group === line.group && before.message === line.message);
      const earlier = line.isBlocked && isSame ? '' : withBlocked();
      if (!line.isBlocked) return `${earlier}${written(line)}`;
      blocked = [...blocked, line];
      return earlier;
    },
    end: (lines) => `${withBlocked()}\n${summaryOf(lines, color)}\n`,
  };
}

function summaryOf(lines: readonly Line[], color: boolean): string {
  const { good, failure } = paints(color);
  const count = (wanted: Result): number => lines.filter(({ result }) => result === wanted).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  const skips = lines.filter(({ isBlocked }) => isBlocked).length;
  const parts = [
    failed === 0 ? good('Nothing failed') : failure(`${failed} failed`),
    ...(warnings === 0 ? [] : [inNumber(`${warnings} {warning|warnings}`, warnings)]),
    ...(skips === 0 ? [] : [`${skips} not checked`]),
  ];
  return `${parts.join(', ')}.`;
}
