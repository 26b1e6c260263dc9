import type { CommandDefinition } from '../../cli/command.ts';
import { readProfiles } from '../../settings/profiles-file.ts';
import { showWhole } from '../shared/list.ts';
import { profileRecord, recordOf } from './profile-record.ts';

/** `shop-cli auth list`: the profiles of this user. */
export const definition: CommandDefinition = {
  details: 'Lists the stored profiles. No request is sent and no token is read.',
  examples: [
    ['auth list', 'Every profile, with its store and settings'],
    ['auth list -q', 'Only the names'],
  ],
  seeAlso: ['auth status', 'auth switch'],
  result: profileRecord,
  prints: 'list',
  async run(session) {
    const profiles = readProfiles(session.context);
    return await showWhole(
      session,
      profileRecord,
      profiles.profiles.map((profile) => recordOf(profile, profiles)),
      { none: 'No profiles. To add one: shop-cli auth login' },
    );
  },
};
