import type { CommandDefinition } from '../../cli/command.ts';
import { tokenOfStore } from '../../cli/store.ts';
import type { Context } from '../../context.ts';
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
    const { settings, show, context } = session;
    const store = settings.store();
    const readOnly = settings.readOnlyBy.length > 0;
    await show(
      statusRecord,
      store.kind === 'sandbox'
        ? { profile: null, store: storeValue(store), source: store.source, production: false, readOnly }
        : { ...(await statusOf(store, context)), readOnly },
    );
  },
};

async function statusOf(store: RemoteStore, context: Context): Promise<Readonly<Record<string, unknown>>> {
  const { token, source, production, profiles } = store;
  const url = formatBaseUrl(store.base);
  if ('profile' in token) {
    const { current: _, ...record } = recordOf(token.profile, { current: undefined, profiles });
    return { ...record, store: url, source, production };
  }
  return {
    profile: store.profile?.name ?? null,
    store: url,
    source,
    production,
    tokenIn: 'file' in token ? 'SHOP_TOKEN_FILE' : 'SHOP_TOKEN',
    tokenFingerprint: fingerprintOf(await tokenOfStore(store, context), url),
  };
}
