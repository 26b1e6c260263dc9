import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { tokenOfStore } from '../../cli/store.ts';
import { formatBaseUrl } from '../../settings/base-url.ts';
import { fingerprintOf } from '../../settings/credentials.ts';
import { type RemoteStore, storeValue } from '../../settings/store.ts';
import { recordOf, statusRecord } from './profile-record.ts';

/** `shop-cli auth status`: which store commands use. */
export const definition: CommandDefinition = {
  details:
    'Shows the store that commands use, and what selects it: an option, a variable, a .env file or the current profile. ' +
    'No request is sent: to try the token, run doctor. The fingerprint tells tokens apart without revealing them.',
  examples: [
    ['auth status', 'The store of the next command'],
    ['auth status --json', 'The same for a script'],
  ],
  seeAlso: ['auth list', 'auth switch', 'doctor'],
  result: statusRecord,
  async run(session) {
    const store = session.settings.store();
    if (store.kind === 'sandbox') {
      await session.show(statusRecord, {
        profile: null,
        store: storeValue(store),
        source: store.source,
        production: false,
        readOnly: session.settings.readOnlyBy.length > 0,
      });
      return 0;
    }
    await session.show(statusRecord, await statusOf(store, session));
    return 0;
  },
};

async function statusOf(
  store: RemoteStore,
  { context, settings }: Session,
): Promise<Readonly<Record<string, unknown>>> {
  const { token, source, production } = store;
  const url = formatBaseUrl(store.base);
  const marks = { source, production, readOnly: settings.readOnlyBy.length > 0 };
  if ('profile' in token) {
    const { profile, tokenIn, tokenFingerprint, since } = recordOf(token.profile, {
      current: undefined,
      profiles: store.profiles,
    });
    return { profile, store: url, ...marks, tokenIn, tokenFingerprint, since };
  }
  return {
    profile: store.profile?.name ?? null,
    store: url,
    ...marks,
    tokenIn: 'file' in token ? 'SHOP_TOKEN_FILE' : 'SHOP_TOKEN',
    tokenFingerprint: fingerprintOf(await tokenOfStore(store, context), url),
  };
}
