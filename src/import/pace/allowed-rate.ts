import { CliError } from '../../errors.ts';
import { formatCount } from '../../text/numbers.ts';
import { nearest } from '../../text/words.ts';

/** The most requests per second that the user allows, for this process: one rate, or a timetable. */
export interface AllowedRate {
  readonly at: (time: Date) => number;
  /** `60 per second` */
  readonly text: string;
  /** What a timetable says since its last time: `20 per second from now on`, `paused until 08:00`. */
  readonly nowText?: (time: Date) => string;
}

/** A rate that begins at a time of the day; 0: nothing is sent until the next. */
interface Step {
  /** Of the day. */
  readonly minute: number;
  readonly perSecond: number;
}

const mostPerSecond = 10_000;
const example = 'Write one rate, --rate 20/s, or a timetable: --rate "08:00 2/s 22:00 20/s Europe/Berlin"';

/**
 * Reads `20`, `20/s`, or a timetable such as `08:00 2/s 22:00 20/s`, in the zone of this machine or the one at its end.
 * @param parts shards that divide the rate, which is for the store
 * @throws CliError `usage`
 */
export function parseRate(text: string, parts = 1): AllowedRate {
  const words = text.trim().split(/[\s,;]+/);
  const plain = words.length === 1 ? ratePerSecond(words[0] as string) : undefined;
  if (plain !== undefined) return { at: () => plain / parts, text: rateText(plain / parts) };
  if (words.length === 1) throw unusable(`"${text}" is not a rate from 1/s to ${formatCount(mostPerSecond)}/s`);
  return timetable(readSteps(words.filter(isNoZone), parts), readZone(words.filter((word) => !isNoZone(word))));
}

function timetable(steps: readonly Step[], zone: string | undefined): AllowedRate {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const minuteAt = (time: Date): number => minuteOf(clock.format(time));
  let [known, rate] = [Number.NaN, 0];
  // A zone changes its time at a full minute, too.
  const at = (time: Date): number => {
    const minute = Math.floor(time.getTime() / 60_000);
    if (minute !== known) [known, rate] = [minute, rateAt(steps, minuteAt(time))];
    return rate;
  };
  return {
    at,
    text: `${steps.map(({ minute, perSecond }) => `${rateText(perSecond)} from ${timeText(minute)}`).join(', ')} (${zone ?? 'local time'})`,
    nowText: (time) =>
      at(time) > 0 ? `${rateText(at(time))} from now on` : `paused until ${timeText(resumedAt(steps, minuteAt(time)))}`,
  };
}

/**
 * What the clock on the wall says counts: in spring a step within the hour that is left out begins at its end, in autumn
 * one within the hour that comes twice begins twice.
 */
const rateAt = (steps: readonly Step[], minute: number): number =>
  // Before the first step, the last one of yesterday.
  (steps.findLast((step) => step.minute <= minute) ?? (steps.at(-1) as Step)).perSecond;

/** The time of the day at which the next step with a rate begins. */
const resumedAt = (steps: readonly Step[], minute: number): number => {
  const sending = steps.filter(({ perSecond }) => perSecond > 0);
  return (sending.find((step) => step.minute > minute) ?? (sending[0] as Step)).minute;
};

/** @throws CliError `usage` */
function readSteps(words: readonly string[], parts: number): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const [time = '', rate] = words.slice(at, at + 2);
    const minute = minuteOf(time);
    if (Number.isNaN(minute)) throw unusable(`"${time}" is not a time of day from 00:00 to 23:59`);
    if (rate === undefined) throw unusable(`no rate after ${time}`);
    const perSecond = ratePerSecond(rate, 0);
    if (perSecond === undefined)
      throw unusable(`"${rate}", after ${time}, is not a rate from 0/s to ${formatCount(mostPerSecond)}/s`);
    if (steps.some((step) => step.minute === minute)) throw unusable(`${time} occurs twice`);
    steps.push({ minute, perSecond: perSecond / parts });
  }
  if (steps.length < 2) throw unusable('a timetable needs at least two times');
  if (steps.every(({ perSecond }) => perSecond === 0)) throw unusable('with 0/s all day nothing is ever sent');
  return steps.sort((left, right) => left.minute - right.minute);
}

/** Times and rates contain digits; of the zones only those such as `Etc/GMT+2` do. */
const isNoZone = (word: string): boolean => /^\d/.test(word);

/** @throws CliError `usage` */
function readZone([zone, ...more]: readonly string[]): string | undefined {
  if (zone === undefined) return undefined;
  try {
    if (more.length > 0) throw new RangeError();
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    const [known] = nearest(zone, Intl.supportedValuesOf('timeZone'));
    throw unusable(`"${[zone, ...more].join(' ')}" is not a time zone${known ? `. Did you mean ${known}?` : ''}`);
  }
}

const unusable = (problem: string): CliError =>
  new CliError('usage', `Invalid --rate: ${problem.replace(/[^?]$/, '$&.')}`, { field: '--rate', hint: example });

const ratePerSecond = (text: string, least = 1): number | undefined => {
  const rate = Number(/^(\d{1,5})(?:\/s)?$/.exec(text)?.[1]);
  return rate >= least && rate <= mostPerSecond ? rate : undefined;
};

/** NaN for what is no time of day. */
function minuteOf(text: string): number {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return Number(hour) * 60 + Number(minute);
}

const timeText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const rateText = (perSecond: number): string =>
  perSecond === 0
    ? 'nothing'
    : `${perSecond >= 1 ? formatCount(Math.round(perSecond)) : Number(perSecond.toPrecision(2))} per second`;
