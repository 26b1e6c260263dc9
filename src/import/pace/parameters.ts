/**
 * Every number of the rate limiter, each with its reason. Times are milliseconds, rates are requests per second.
 * `npm run bench -- rate-limiter` shows what a change does.
 */
export const parameters = {
  adaptiveLimit: {
    /** What is left after a decrease. RFC 9438 has 0.7 for TCP: at 2/s that is too deep a cut to make up for. */
    decrease: 0.9,
    /** Up to this share of the limit a failure is not expected: the measured limit is not exact. */
    below: 0.965,
    noise: {
      /** Requests over which the share of failures below the limit is averaged: enough to see 2 %. */
      requests: 100,
      /** A smaller share is none: a failure at the limit is then about the limit. */
      least: 0.005,
      /** A larger share is no chance. */
      most: 0.5,
      /** What a decrease takes back from the average: the failure that led to it. */
      notChance: 0.01,
      /** What a request adds where the limit cannot be known, as a share: the noise must not hide a low limit. */
      growth: 0.03,
    },
    excuses: {
      /** Twice the share that fails by chance is excused: chance comes in clusters. */
      perFailure: 2,
      /** After a decrease in slow start, before the limit is known: 1 would refuse three times as much at 2/s. */
      inSlowStart: 0.4,
      /** After any other decrease: one early failure, which shows that some are chance. */
      left: 1,
    },
  },
  rate: {
    /** Share of requests that some stores refuse at random. */
    normal: 0.02,
    /** Refusals in a row that may be chance. Of three, a store that refuses 2 % at random has some each minute. */
    mostExcuses: 4,
    /** What each request adds to the rate in slow start: 40 % in a second. */
    slowStart: 0.4,
    /** Requests until the rate is back at the limit: fewer cost more refusals, more waste a raised limit. */
    recovery: 85,
    /** A lower rate would not bring any import to an end. */
    lowest: 0.6,
    /** The limit of several processes together is no lower: at 1/s they would hardly ever learn that it is higher. */
    lowestShared: 1.4,
    /** Seconds until a shared rate is back at its limit, at most. */
    longestSharedRecovery: 20,
    /** Seconds of rest for the store after a decrease of a shared rate: the other processes hear of it late. */
    sharedRest: 0.3,
    /** What one decrease leaves, at least: the count of what was accepted is rough where it is short. */
    deepest: 0.5,
    /** A burst that the store accepts is no rate: requests are counted over at least this time. */
    shortestMeasure: 1000,
    /** Until a timetable is asked again at 0/s. */
    lookAgain: 1000,
    /** Seconds in which tokens are saved up: well below the second that stores commonly allow. */
    burst: 0.25,
  },
  sharing: {
    /** Between two exchanges of notes: at twice the time, a limit of 200/s refuses twice as many requests. */
    interval: 250,
    /** A process that writes nothing for so long is gone or frozen. A busy machine may hold one up for a second or two. */
    silence: 3000,
  },
  concurrency: {
    /**
     * One at a time: a store that allows few shows it at little cost, and after half a second there are four. From four on,
     * a store of 1/s would refuse twice as much, and one that fails for many would be used less.
     */
    first: 1,
    /** One at a time is always possible. */
    lowest: 1,
    /** As for the rate, but larger: some stores fail for 15 % of all requests. */
    normal: 0.1,
    /** With three, where 15 % fail at random, a decrease would come every hundred requests. */
    mostExcuses: 6,
    /** What each answer adds to the limit in slow start: a quarter in a round trip. */
    slowStart: 0.25,
    /** Slow start goes too far before the first failure is known: this share of it is the limit. */
    overshoot: 0.8,
    /** Answers until the limit is back where requests failed: probing costs one failure in 150 requests. */
    recovery: 150,
  },
  /** Exponential backoff with full jitter, after failures with no answer in between. */
  backoff: { first: 500, longest: 20_000 },
  /** What is added to a Retry-After by chance, at most, as a share: processes then do not return together. */
  retryAfterJitter: 0.1,
  circuitBreaker: {
    /** Failures in a row: where 15 % fail at random, once in 200 million requests. */
    failuresToOpen: 10,
    /** Between probes, doubled each time: most outages are short. */
    probe: { first: 1000, longest: 30_000 },
  },
  /** The import stops when the store has given no clear answer for so long. */
  longestSilence: 15 * 60_000,
  /**
   * Rows announced at once: what may start within `time`, so that a write to disk serves many rows and few are
   * announced too early.
   */
  window: { time: 50, most: 256 },
} as const;
