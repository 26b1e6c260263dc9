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
  const entries = Object.entries(profiles);
  const stored = Object.fromEntries(entries.map(([name, profile]) => [name, { ...profile, token: 'file' }]));
  const tokens = Object.fromEntries(entries.map(([name, { url }]) => [name, { store: url, token: canary }]));
  await writeConfig(home, 'config.json', { version: 1, ...(current && { current }), profiles: stored });
  await writeConfig(home, 'credentials.json', { version: 1, tokens });
}

/** Writes a file of the configuration in a home directory, a text as it is and anything else as JSON. Returns its path. */
export async function writeConfig(home: string, name: string, content: unknown): Promise<string> {
  const directory = join(home, '.config', 'shop-cli');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(join(directory, name), text, { mode: 0o600 });
  return join(directory, name);
}
