import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allowStoresIn, canary } from './canary.ts';

/** A profile as `config.json` has it; its token is the canary, in `credentials.json`. */
export interface WrittenProfile {
  readonly url: string;
  readonly production?: boolean;
  readonly readOnly?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** What `doctor --probe` found out. */
  readonly probe?: Readonly<Record<string, unknown>>;
}

/** Writes profiles into a home directory, as `auth login` does. */
export async function writeProfiles(
  home: string,
  profiles: Readonly<Record<string, WrittenProfile>>,
  current?: string,
): Promise<void> {
  for (const { url } of Object.values(profiles)) allowStoresIn(url);
  const directory = join(home, '.config', 'shop-cli');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const entries = Object.entries(profiles);
  const stored = Object.fromEntries(entries.map(([name, profile]) => [name, { ...profile, token: 'file' }]));
  const tokens = Object.fromEntries(entries.map(([name, { url }]) => [name, { store: url, token: canary }]));
  const files = {
    'config.json': { version: 1, ...(current && { current }), profiles: stored },
    'credentials.json': { version: 1, tokens },
  };
  for (const [name, json] of Object.entries(files))
    await writeFile(join(directory, name), JSON.stringify(json), { mode: 0o600 });
}
