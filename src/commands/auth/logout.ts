import type { CommandDefinition } from '../../cli/command.ts';
import { missingError } from '../../errors.ts';
import { suggestAt } from '../../input/options.ts';
import { storeIdentityOf } from '../../settings/base-url.ts';
import { removeToken } from '../../settings/credentials.ts';
import type { Profile } from '../../settings/profiles.ts';
import { changeProfiles, readProfiles } from '../../settings/profiles-file.ts';
import { profileNamed } from '../../settings/token.ts';
import { escapeText } from '../../text/escape.ts';
import { forgetPeople } from '../customers/index-place.ts';
import { profileRecord, refuseAgent, showProfile } from './profile-record.ts';

/** `shop-cli auth logout`: removes the token of a profile, or the whole profile. */
export const definition: CommandDefinition = {
  caution: 'The token stays valid until you revoke it in the back office of the shop.',
  details:
    'Removes the stored token. The profile stays, and so does the production or read-only setting of the store. ' +
    '--forget removes both, together with the index of customers find. ' +
    'Asks for confirmation; scripts pass --yes.',
  examples: [
    ['auth logout staging --yes', 'Remove the token of a profile'],
    ['auth logout staging --forget --yes', 'Also remove the profile and its settings'],
  ],
  seeAlso: ['auth login', 'auth list'],
  result: profileRecord,
  options: (command) => {
    command.argument('[profile]', 'profile (default: the current one)');
    suggestAt(command, 'profile', 'profiles');
    command.option('--forget', 'also remove the profile, its settings and its index of people');
  },
  async run(session, raw, [typed]) {
    const { context } = session;
    const before = readProfiles(context);
    const name = typed ?? before.current;
    if (name === undefined)
      throw missingError([{ name: '<profile>', hint: 'To list the profiles: shop-cli auth list' }]);
    const profile = profileNamed(name, undefined, { profiles: before });
    const forget = raw.forget === true;
    if (forget) refuseAgent(session, profile);
    const removed = `${forget ? '' : 'the token of '}the profile ${name}`;
    await session.confirm(`Remove ${removed}${forget ? ', its token and its marks' : ''} (${profile.url})?`);
    await removeToken(context, profile);
    if (forget) await forgetPeople(context, storeIdentityOf(profile.url), profile.token === 'keychain');
    const after = await changeProfiles(
      context,
      ({ current, profiles }) => ({
        current: forget && current === name ? undefined : current,
        profiles: profiles.flatMap((other) => (other.name !== name ? [other] : forget ? [] : [withoutToken(other)])),
      }),
      forget,
    );
    await showProfile(session, withoutToken(profile), { ...before, current: after.current });
    await session.notice(escapeText(`✓ Removed ${removed} (${profile.url}).`));
  },
};

const withoutToken = ({ token: _, tokenFingerprint: __, since: ___, ...profile }: Profile): Profile => profile;
