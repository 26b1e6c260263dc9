import type { Headers } from '../../client/reply/body.ts';

/** Headers by which stores announce a rate limit: those of the IETF draft, and their forerunners. */
const limitHeader = /^(x-)?(rate-?limit(-\w+){0,3}|retry-after)$/;

/** The limits that an answer announces, by header. */
export const announcedLimits = (headers: Headers, redact: (text: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      limitHeader.test(name) && value !== undefined ? [[name, redact(String(value)).slice(0, longestValue)]] : [],
    ),
  );

const longestValue = 200;
