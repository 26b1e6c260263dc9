const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** What `dayOf` reads. */
export const expectedDay = 'a day such as 2026-01-31, yesterday, tuesday or 7d';

/** Words for days, to complete what is typed. */
export const dayWords: readonly string[] = ['today', 'yesterday', '7d', ...weekdays];

const millisecondsADay = 24 * 3_600_000;

/** The day some days before another one, or after it with a number below 0: `2026-01-31`. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * millisecondsADay).toISOString().slice(0, 10);

/** Whether a text is a day of the calendar: `2026-01-31`, and not `2026-02-30`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** The day of a time as somebody wrote it, in their own time zone: `2026-01-31 12:00:00`, `2026-01-31T12:00:00+01:00`. */
export function dayIn(written: unknown): string | undefined {
  const day = typeof written === 'string' ? written.slice(0, 10) : '';
  return isDay(day) ? day : undefined;
}

/**
 * `2026-01-31` for itself, and for `31-01-2026` and `31.1.2026`, which begin with the day; undefined for other text. With
 * slashes some people write the month first, so `31/01/2026` is a day only because there is no such month.
 */
export function writtenDay(text: string): string | undefined {
  const typed = text.trim();
  if (isDay(typed)) return typed;
  const [, day = '', sign, month = '', year = ''] = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/.exec(typed) ?? [];
  if (year === '' || (sign === '/' && Number(day) <= 12)) return undefined;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : undefined;
}

/**
 * `today`, `yesterday`, a day of the week (the last one before today), `7d` (seven days ago) or a written day as a date;
 * undefined for other text. @param today `2026-01-31`
 */
export function dayOf(text: string, today: string): string | undefined {
  const typed = text.trim().toLowerCase();
  const written = writtenDay(typed);
  if (written !== undefined) return written;
  if (typed === 'today') return today;
  if (typed === 'yesterday') return daysBefore(today, 1);
  const [, count] = /^(\d{1,4}) ?d(?:ays?)?$/.exec(typed) ?? [];
  if (count !== undefined) return daysBefore(today, Number(count));
  const name = typed.replace(/^last[ -]/, '');
  const weekday = weekdays.findIndex((one) => one === name || one.slice(0, 3) === name);
  if (weekday === -1) return undefined;
  const behind = (new Date(`${today}T00:00:00Z`).getUTCDay() - weekday + 7) % 7;
  return daysBefore(today, behind === 0 ? 7 : behind);
}

/**
 * The day that it is where somebody writes their times: in the time zone of these, if they name it. Else in UTC, or a day
 * later where they have written so already.
 * @param now in milliseconds since 1970 @param written the latest time that they have written
 */
export function todayWhere(now: number, written: string): string {
  const [, sign, hours, minutes] = /\d\d:\d\d.*([+-])(\d\d):?(\d\d)?$/.exec(written) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 * (sign === '-' ? -1 : 1);
  const today = new Date(now + offset).toISOString().slice(0, 10);
  const next = daysBefore(today, -1);
  return sign === undefined && !written.endsWith('Z') && dayIn(written) === next ? next : today;
}
