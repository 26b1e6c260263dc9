/**
 * A time of this machine for people, local, with its offset: `2026-01-31 13:00:00 +01:00`; `2026-01-31 12:00 UTC` to the
 * minute, where local is UTC.
 */
export function localTime(time: Date, precision: 'minute' | 'second' = 'second'): string {
  const offset = -time.getTimezoneOffset();
  const shifted = new Date(time.getTime() + offset * 60_000).toISOString();
  return `${shifted.slice(0, precision === 'minute' ? 16 : 19).replace('T', ' ')} ${zone(offset)}`;
}

/** @param offset in minutes */
function zone(offset: number): string {
  if (offset === 0) return 'UTC';
  const two = (count: number): string => String(Math.trunc(count)).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** The same, to the minute, of a time that shop-cli wrote in UTC: `2026-01-31 12:00:00` or `2026-01-31 12:00 UTC`. Other text stays. */
export function localTimeOf(text: string): string {
  const [, day, clock = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)(?: UTC)?$/.exec(text) ?? [];
  if (day === undefined) return text;
  return localTime(new Date(`${day}T${clock}Z`), 'minute');
}
