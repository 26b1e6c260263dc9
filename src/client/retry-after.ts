/** Retry-After (RFC 9110, 10.2.3) in milliseconds. A date has a resolution of one second, so one second is added. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) || !/GMT$/.test(header) ? undefined : Math.max(0, until - now.getTime()) + 1000;
}
