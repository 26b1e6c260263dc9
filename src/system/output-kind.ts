import { fstatSync } from 'node:fs';

/** Whether a stream is redirected to a file, not to a program that may print it. */
export function isFile({ fd }: NodeJS.WriteStream & { readonly fd?: number }): boolean {
  try {
    return fd !== undefined && fstatSync(fd).isFile();
  } catch {
    return false;
  }
}
