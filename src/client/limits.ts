/** 4 MiB for a record, 32 MiB for a page of a list. */
export const replyLimits = { record: 4 * 2 ** 20, page: 32 * 2 ** 20 } as const;

export class TooLarge extends Error {}
