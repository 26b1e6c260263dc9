/**
 * Every number of the rate limiter, each with its reason. Times are milliseconds, rates are requests per second.
 * `npm run bench -- rate-limiter` shows what a change does.
 */
export const parameters = {
  adaptiveLimit: {
    /** What is left after a decrease. RFC 9438 has 0.7 for TCP: at 2/s that is too deep a cut to make up for. */
    decrease: 0.9,
    /** The same where requests fail below the limit too: enough less to see whether they then fail less often. */
    deepDecrease: 0.5,
    /** Up to this share of the limit a failure is not expected: the measured limit is not exact. */
    below: 0.95,
    /** So far beyond the limit without a failure there is none: slow start again. */
    beyond: 1.2,
    /** Requests over which the share of failures below the limit is averaged: enough to see 2 %. */
    baselineRequests: 100,
    /** Seconds until a shared rate is back at its limit, at most: at 2/s `recovery` would take most of a minute. */
    longestShared: 20,
    /** A smaller share below the limit is none: a failure at the limit is then about the limit. */
    fewest: 0.005,
  },
  rate: {
    /** Share of requests that some stores refuse at random. */
    normal: 0.02,
    /** More is never normal: processes that share a limit would take each other for chance. */
    mostNormal: 0.15,
    /** What a store refuses soon after the rate is too high. */
    tooMany: 0.3,
    /** An alarm after two refusals in a row: a lower rate costs little if it was chance. */
    threshold: 5,
    /** The first alarm costs more, as nothing is known about the rate yet: after four refusals in a row. */
    firstThreshold: 10,
    /** Score at the start: one refusal among the first four requests is an alarm. Many stores allow few at once. */
    headStart: 8.7,
    /** A refusal with Retry-After is rarely chance. */
    retryAfterWeight: 1.4,
    /** What each answer adds to the rate in slow start: 40 % in a second. */
    slowStart: 0.4,
    /** Answers until the rate is back at the limit: fewer cost more refusals, more waste a raised limit. */
    recovery: 85,
    /** A lower rate would not bring any import to an end. */
    lowest: 0.6,
    /** The lowest rate at the first refusal: another program may just have used up what the store allows. */
    lowestStart: 1,
    /** A burst that the store accepts is no rate: requests are counted over at least this time. */
    shortestMeasure: 1000,
    /** Seconds of rest for the store after a decrease of a shared rate: the other processes hear of it late. */
    sharedRest: 0.3,
    /** Until a timetable is asked again at 0/s. */
    lookAgain: 1000,
    /** Seconds in which tokens are saved up: well below the second that stores commonly allow. */
    burst: 0.25,
  },
  crawl: {
    /** Nearly every store allows as much, also to each of a few processes. */
    rate: 1.2,
    /** So many refusals show their share, */
    refusals: 3,
    /** among so many requests; otherwise they are too few to lead to a crawl again. */
    requests: 30,
    /** More are not chance: the limit is even lower, or other processes use it up. */
    mostRefused: 0.15,
  },
  sharing: {
    /** Between two exchanges of notes: at twice the time, a limit of 200/s refuses twice as many requests. */
    interval: 250,
    /** A process that writes nothing for so long is gone or frozen. A busy machine may hold one up for a second or two. */
    silence: 3000,
    /** Answers that are learned from one note: a damaged one may report any number. */
    mostAnswers: 10_000,
  },
  concurrency: {
    /**
     * One at a time: a store that allows few shows it at little cost, and after half a second there are four. From four on,
     * a store of 1/s would refuse twice as much, and one that refuses 10 % at random would be used half as much.
     */
    first: 1,
    /** As for the rate, but larger: some stores fail for 15 % of all requests. */
    normal: 0.05,
    mostNormal: 0.17,
    tooMany: 0.4,
    /** An alarm after three failures in a row. */
    threshold: 6,
    firstThreshold: 6,
    headStart: 1.8,
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
