import type { CommandDefinition } from '../../cli/command.ts';
import { readProfiles } from '../../settings/profiles.ts';
import { noticeHiddenColumns } from '../shared/list.ts';
import { profileRecord, recordOf } from './profile-record.ts';

/** `shop-cli auth list`: the profiles of this user. */
export const definition: CommandDefinition = {
  details: 'Lists the stored profiles. No request is sent and no token is read.',
  examples: [
    ['auth list', 'Every profile, with its store and its marks'],
    ['auth list -q', 'The names alone'],
  ],
  seeAlso: ['auth status', 'auth switch'],
  result: profileRecord,
  prints: 'list',
  run: async ({ context, list, notice }) => {
    const { current, profiles } = await readProfiles(context);
    const writer = list(profileRecord);
    await writer.add(profiles.map((profile) => recordOf(profile, current)));
    const { hiddenColumns } = await writer.end();
    if (profiles.length === 0) await notice('No profiles. To add one: shop-cli auth login');
    await noticeHiddenColumns(notice, hiddenColumns);
    return 0;
  },
};
