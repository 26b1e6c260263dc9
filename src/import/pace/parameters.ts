/**
 * Every number of the rate limiter, each with its reason. Times are milliseconds, rates are requests per second.
 * `npm run bench -- rate-limiter` shows what a change does.
 */
export const parameters = {
  cubic: {
    /**
     * What is left after a decrease. RFC 9438 has 0.7 for TCP: at 2/s bursts are too small to make up for so deep a
     * cut.
     */
    decrease: 0.9,
    /** Up to this share of the limit a failure is not expected: the measured limx. */
    below: 0.95,
    /** So far beyond the limit without a failure there is none: slow start again. */
    beyond: 1.2,
  },
  lossDetector: {
    /**
     * The score at the start, so that one refusal among the first five answers is enough: many stores allow few at
     * once.
     */
    headStart: 2.5,
    /** A share of failures that never adds up to an alarm: four times the 2 % that some stores refuse at random. */
    tolerance: 0.08,
    /** Answers over which the share of failures below the limit is averaged: enough to see 2 %. */
    baselineAnswers: 100,
    /** It starts as if this many had been answered: two refusals by a limit that fell are no baseline. */
    prior: 30,
    /** A baseline below this is none: a single failure at the limit is then about the limit. One in 200 answers. */
    chance: 0.005,
    /** The tolerance, as a multiple of the baseline: a share of 100 answers is not exact. */
    margin: 2,
    /** Where a trial has shown chance: a wider margin, up to a larger share, and a higher threshold. */
    known: { margin: 3.5, mostTolerated: 0.6, threshold: 2 },
  },
  rate: {
    /** Refusals close together that are no chance: with 2 % at random, once in thousands of requests. */
    threshold: 3,
    /** What a refusal counts: Retry-After is rarely said by chance. */
    weights: { retryAfter: 1.3, other: 1 },
    /** The same in slow start, where the limit is expected soon. */
    slowStartWeights: { retryAfter: 3, other: 2 },
    /** More refusals are about the rate, unless a trial has shown chance. */
    mostTolerated: 0.2,
    /** A lower rate would not bring any import to an end. At 0.2, a store that refused 35 % got 0.13 rows a second. */
    lowest: 0.5,
    /** What is left where refusals come below the limit too: enough less to see whether they then become fewer. */
    deepDecrease: 0.5,
    /** Requests over which the share of refusals is averaged for a trial. */
    shareRequests: 100,
    /** The lowest rate at the first refusal: another program may just have used up what the store allows. */
    lowestStart: 1,
    /** What each answer adds to the rate in slow start: 40 % in a second. */
    slowStart: 0.4,
    /**
     * Answers from a decrease until the rate is back at the limit: fewer cost more refusals, more waste a raised limit.
     */
    recovery: 85,
    /** A burst that the store accepts is no rate: requests are counted over at least this time. */
    shortestMeasure: 1000,
    /** How far back requests count while the rate is not limited. */
    measure: 4000,
    /** Seconds in which tokens are saved up: well below the second that stores commonly allow. */
    burst: 0.25,
  },
  rateTrial: {
    /** The rate of the trial, as a share of the rate before. */
    left: 0.5,
    /** Up to this rate it is tried: a crawl. Above it, processes that share a limit would take each other for chance. */
    highestRate: 1.2,
    /** Only where more is refused: less does not lead to a crawl. */
    leastShare: 0.05,
    /** Refusals sooner after a decrease than this many answers: the rate was not yet back at the limit. */
    soon: 60,
    /** By what the share of refusals is divided at half the rate if they are about it. */
    ratio: 4,
    /** One wrong verdict in e³ = 20. */
    threshold: 3,
    /** Requests before a verdict of chance: the limit may just have fallen. */
    fewest: 30,
    /** More refusals are never chance. */
    most: 0.5,
  },
  concurrency: {
    /** Failures close together that are no chance. More than refusals: some stores fail for 15 % of all requests. */
    threshold: 8,
    /** More failures are always about the limit: twice 15 %, and some more. */
    mostTolerated: 0.35,
    /** Most stores work on four requests at a time. */
    start: 4,
    /** What each answer adds to the limit in slow start: a quarter in a round trip. */
    slowStart: 0.25,
    /** The factor on the limit that slow start reached before the first failure. */
    overshoot: 0.8,
    /**
     * Answers from a decrease until the limit is back where requests failed: probing costs one failure in 150 requests
     * at most.
     */
    recovery: 150,
    /** The number of requests sent one by one first: a store that allows few per second shows it at little cost. */
    sequentialStart: 3,
  },
  /** Exponential backoff with full jitter, after failures with no answer in between. */
  backoff: { first: 500, longest: 20_000 },
  /** What is added to a Retry-After by chance, at most, as a share: processes then do not return together. */
  retryAfterJitter: 0.1,
  circuitBreaker: {
    /** Failures in a row: where 15 % fail at random, once in 200 million requests. */
    failuresToOpen: 10,
    /** One answer may be luck. */
    answersToClose: 2,
    /** Between probes, doubled each time: most outages are short. */
    firstProbe: 1000,
    longestProbe: 30_000,
  },
  /** The import stops when an outage, or nothing but 429, has lasted so long. */
  longestOutage: 15 * 60_000,
  /**
   * Rows announced at once: what may start within `time`, so that a write to disk serves many rows and few are
   * announced too early.
   */
  window: { time: 50, most: 256 },
} as const;
