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
    'No request is sent and no token command is run: to try the token, run doctor. The fingerprint tells tokens apart without revealing them.',
  examples: [
    ['auth status', 'The store of the next command'],
    ['auth status --json', 'The same for a script'],
  ],
  seeAlso: ['auth list', 'auth switch', 'doctor'],
  result: statusRecord,
  async run(session) {
    const { settings, show } = session;
    const store = settings.store();
    const readOnly = settings.readOnlyBy.length > 0;
    await show(
      statusRecord,
      store.kind === 'sandbox'
        ? { profile: null, store: storeValue(store), source: store.source, production: false, readOnly }
        : await statusOf(store, readOnly, session),
    );
  },
};

async function statusOf(
  store: RemoteStore,
  readOnly: boolean,
  session: Session,
): Promise<Readonly<Record<string, unknown>>> {
  const { token, source, production, profiles } = store;
  const url = formatBaseUrl(store.base);
  const marks = { source, production, readOnly };
  if ('profile' in token) {
    const { profile, tokenIn, tokenFingerprint, since } = recordOf(token.profile, { current: undefined, profiles });
    return { profile, store: url, ...marks, tokenIn, tokenFingerprint, since };
  }
  const named = { profile: store.profile?.name ?? null, store: url, ...marks };
  if ('command' in token) return { ...named, tokenIn: 'SHOP_TOKEN_COMMAND' };
  return {
    ...named,
    tokenIn: 'file' in token ? 'SHOP_TOKEN_FILE' : 'SHOP_TOKEN',
    tokenFingerprint: fingerprintOf(await tokenOfStore(store, session), url),
  };
}
