/** RFC 6585, 4. */
export const tooManyRequests = 429;

/** The server works, and does not carry out a request that might be a repetition: RFC 8470, 5.2. */
export const tooEarly = 425;

/**
 * Whether a server has not decided on a request: it was too slow (408: RFC 9110, 15.5.9), or came too early. It may be made
 * again, as after a failure of the server.
 */
export const isUndecided = (status: number): boolean => status === 408 || status === tooEarly;

/** Whether the same request may be answered a moment later: the statuses that the AWS CLI retries, and the undecided ones. */
export const isPassing = (status: number): boolean => passing.has(status) || isUndecided(status);

const passing = new Set([tooManyRequests, 500, 502, 503, 504]);
