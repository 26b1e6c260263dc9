import { createHash } from 'node:crypto';

/** What makes two invocations the same run, as one text. */
export const runIdentity = (store: string, file: string, options: string): string =>
  createHash('sha256').update(`${store}\n${file}\n${options}`).digest('hex');
