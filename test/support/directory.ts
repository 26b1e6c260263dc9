import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { lookInDirectory } from './canary.ts';

// The only place in which tests make and remove directories: what commands left in them is looked through on the way.

/** An empty directory, for `removeDirectory` at the end. */
export const makeDirectory = (): string => mkdtempSync(join(tmpdir(), 'shop-cli-test-'));

export function removeDirectory(directory: string): void {
  lookInDirectory(directory);
  rmSync(directory, { recursive: true, force: true });
}

/** A directory with these files and nothing else, for as long as the test runs. */
export function ownDirectory(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const directory = makeDirectory();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content, { mode: 0o600 });
  onTestFinished(() => removeDirectory(directory));
  return directory;
}

/** Calls `use` with an empty directory, and removes it afterwards. */
export async function inDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = makeDirectory();
  try {
    return await use(directory);
  } finally {
    removeDirectory(directory);
  }
}
