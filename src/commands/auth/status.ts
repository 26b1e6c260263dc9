import type { CommandDefinition } from '../../cli/command.ts';
import { tokenOfStore } from '../../cli/store.ts';
import type { Context } from '../../context.ts';
import { formatBaseUrl } from '../../settings/base-url.ts';
import { fingerprintOf } from '../../settings/credentials.ts';
import type { RemoteStore } from '../../settings/store.ts';
import { recordOf, statusRecord } from './profile-record.ts';

/** `shop-cli auth status`: which store commands use. */
export const status: CommandDefinition = {
  details:
    'Shows the store that commands use, and what selects it: an option, a variable, a .env file or the current profile. ' +
    'No request is sent. The fingerprint tells tokens apart without revealing them.',
  examples: [
    ['auth status', 'The store of the next command'],
    ['auth status --json', 'The same for a script'],
  ],
  seeAlso: ['auth list', 'auth switch'],
  result: statusRecord,
  async run(session) {
    const store = session.settings.store();
    if (store.kind === 'sandbox') {
      const text = store.database === undefined ? 'sandbox' : `sandbox:${store.database}`;
      await session.show(statusRecord, {
        profile: null,
        store: text,
        source: store.source,
        production: false,
        readOnly: session.settings.readOnlyBy.length > 0,
      });
      return 0;
    }
    await session.show(statusRecord, {
      ...(await statusOf(store, session.context)),
      readOnly: session.settings.readOnlyBy.length > 0,
    });
    return 0;
  },
};

async function statusOf(store: RemoteStore, context: Context): Promise<Readonly<Record<string, unknown>>> {
  const { token, source, production } = store;
  const common = { store: formatBaseUrl(store.base), source, production };
  if ('profile' in token) {
    const { profile, tokenIn, tokenFingerprint, since } = recordOf(token.profile, undefined);
    return { ...common, profile, tokenIn, tokenFingerprint, since };
  }
  return {
    ...common,
    profile: store.profile?.name ?? null,
    tokenIn: 'file' in token ? 'SHOP_TOKEN_FILE' : 'SHOP_TOKEN',
    tokenFingerprint: fingerprintOf(await tokenOfStore(store, context), common.store),
  };
}
