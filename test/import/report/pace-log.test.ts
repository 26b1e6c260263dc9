import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/context.ts';
import type { Wait } from '../../../src/import/pace/measurements.ts';
import { paceLog } from '../../../src/import/report/progress-texts.ts';

/** What is said of these samples: second, wait, pause in seconds, learned rate. */
function said(
  ...samples: readonly (readonly [second: number, wait: Wait | undefined, pause: number, rate?: number])[]
) {
  let [now, pausedFor, ratePerSecond] = [0, 0, undefined as number | undefined];
  const events: string[] = [];
  const sample = paceLog({
    options: {
      context: { stderr: { isJson: true }, clock: { elapsed: () => now } },
      hint: async (_: string, { event, message }: LogEvent) => void events.push(`${now / 1000} s ${event}: ${message}`),
    },
    limiter: { state: () => ({ pausedFor, ratePerSecond, outageSince: undefined, concurrency: 4 }) },
    requests: { silence: { why: 'status 429' } },
  } as never);
  for (const [second, wait, pause, rate] of samples) {
    [now, pausedFor, ratePerSecond] = [second * 1000, pause * 1000, rate];
    sample(wait);
  }
  return events;
}

test('a wait is said when it begins, and again after ten seconds at the earliest', () => {
  const events = said(
    ...([
      [0, 'store', 5],
      [1, 'store', 4],
      [5, undefined, 0],
      [6, 'store', 5],
      [12, undefined, 0],
      [13, 'store', 5],
      [20, 'settle', 0],
    ] as const),
  );
  expect(events).toEqual([
    '0 s waiting: Waiting 5 s for the store: status 429.',
    '13 s waiting: Waiting 5 s for the store: status 429.',
    '20 s waiting: Waiting until the store shows what was sent.',
  ]);
});

test('a short pause is not said, nor is a limit that the user has set', () => {
  expect(said([0, 'store', 0.2], [1, 'rate', 0], [2, undefined, 0])).toEqual([]);
});

test('the rate is said when it was learned, and when it is another', () => {
  expect(
    said([0, undefined, 0], [1, 'rate', 0, 10], [2, 'rate', 0, 5], [12, 'rate', 0, 5], [30, 'rate', 0, 5.2]),
  ).toEqual(['1 s rate_changed: Up to 10 requests per second.', '12 s rate_changed: Up to 5 requests per second.']);
});
