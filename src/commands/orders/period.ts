import { CliError } from '../../errors.ts';
import { dayIn, dayOf, daysBefore, isDay } from '../../text/days.ts';

/** Days of the store, as it writes them, both of them included. */
export interface Period {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** The days that were typed. @param today of the store: `2026-01-31` @throws CliError `usage` for an end before the beginning */
export function periodOf({ since, until }: Period, today: string): Period {
  const period = { since: since && dayOf(since, today), until: until && dayOf(until, today) };
  refuseReversed(period);
  return period;
}

/** What can be refused before it is known which day it is. @throws CliError `usage` */
export function refuseReversed({ since = '', until = '' }: Period): void {
  if (isDay(since) && isDay(until) && until < since)
    throw new CliError('usage', `--until ${until} is before --since ${since}.`, {
      field: '--until',
      hint: 'Both days are included: pass the earlier one to --since.',
    });
}

/** `from 2026-01-01 up to 2026-01-31` */
export function periodText({ since, until }: Period): string {
  if (since !== undefined && since === until) return `of ${since}`;
  return [since === undefined ? [] : `from ${since}`, until === undefined ? [] : `up to ${until}`].flat().join(' ');
}

/**
 * Whether an order may be in a period, by when its basket was created: no order is older than its basket. They may be
 * written in two time zones.
 */
export function mayBeIn({ until }: Period, basketDate: string): boolean {
  const day = dayIn(basketDate);
  return until === undefined || day === undefined || day <= daysBefore(until, -1);
}

/** Where an order is, seen from a period. @param host of the store, for errors @throws CliError `refused` without a date */
export function placeIn({ since, until }: Period, dateCreated: unknown, host: string): 'in' | 'before' | 'after' {
  if (since === undefined && until === undefined) return 'in';
  const day = dayIn(dateCreated);
  if (day === undefined)
    throw new CliError('refused', `The orders of ${host} have no dateCreated to compare with --since or --until.`, {
      field: since === undefined ? '--until' : '--since',
    });
  if (since !== undefined && day < since) return 'before';
  return until !== undefined && day > until ? 'after' : 'in';
}
