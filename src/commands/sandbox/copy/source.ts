import { openSession, type Session } from '../../../cli/session.ts';
import { storeNamesOf } from '../../../cli/store.ts';
import type { Connection } from '../../../client/connection.ts';
import { CliError } from '../../../errors.ts';
import { readProfiles } from '../../../settings/profiles.ts';
import { profileNamed } from '../../../settings/token.ts';

/** The store that is copied. */
export interface Source {
  readonly session: Session;
  /** Its identity in every run. */
  readonly identity: string;
  /** As messages name it: `shop.example`. */
  readonly name: string;
  /** Connects. No request but a GET leaves it. */
  connect(): Promise<Connection>;
}

/** The store of a profile or of a URL. Its token comes from the same sources as for `--store`. @throws CliError `usage` */
export async function openSource({ context, options }: Session, named: string): Promise<Source> {
  const { store, profile, outputFile: _, ...rest } = options;
  if (store !== undefined || profile !== undefined) {
    throw new CliError(
      'usage',
      `--copy-of names the store. Do not pass ${store === undefined ? '--profile' : '--store'}.`,
      {
        field: '--copy-of',
      },
    );
  }
  const isAddress = named.includes('://') || named === 'sandbox' || named.startsWith('sandbox:');
  if (!isAddress) profileNamed(named, undefined, { profiles: await readProfiles(context) });
  const session = await openSession(
    context,
    { ...rest, ...(isAddress ? { store: named } : { profile: named }) },
    { readsInput: false },
  );
  return {
    session,
    identity: storeNamesOf(session.settings.store(), context).identity,
    name: session.storeName(),
    connect: async () => readOnly(await session.connect({ connections: 2, manyRequests: true })),
  };
}

/** A copy writes nothing to the store, whatever the code that uses this connection does. */
export const readOnly = (connection: Connection): Connection => ({
  ...connection,
  async guard(request) {
    if (request.method !== 'GET') throw new Error(`A copy sends no ${request.method}.`);
    await connection.guard?.(request);
  },
});
