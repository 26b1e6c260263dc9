/** RFC 6585, 4. */
export const tooManyRequests = 429;

/**
 * Whether a server has not decided on a request: it was too slow (408: RFC 9110, 15.5.9), or came too early (425: RFC 8470,
 * 5.2). It may be made again, as after a failure of the server.
 */
export const isUndecided = (status: number): boolean => status === 408 || status === 425;
