import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { missingError } from '../../errors.ts';
import { suggestAt } from '../../input/options.ts';
import { cutMiddle, widthOf } from '../../output/width.ts';
import { marksAt, marksText } from '../../settings/profiles.ts';
import { changeProfiles, readProfiles } from '../../settings/profiles-file.ts';
import { storeNamedBefore } from '../../settings/settings.ts';
import { profileNamed } from '../../settings/token.ts';
import { safe } from '../../text/escape.ts';
import { notUsedText, profileRecord, showProfile } from './profile-record.ts';

/** `shop-cli auth switch`: changes the current profile. */
export const definition: CommandDefinition = {
  details:
    'Commands use the current profile if no option, variable or .env file selects a store. At a terminal, if you pass no name, you pick one from a list.',
  examples: [
    ['auth switch staging', 'Use the profile staging from now on'],
    ['auth switch staging --json', 'Print the profile as JSON'],
  ],
  seeAlso: ['auth list', 'auth status'],
  result: profileRecord,
  options: (command) => {
    command.argument('[profile]', 'profile to use');
    suggestAt(command, 'profile', 'profiles');
  },
  async run(session, _, [typed]) {
    const name = typed ?? (await pickProfile(session));
    const profiles = await changeProfiles(session.context, (before) => ({
      ...before,
      current: profileNamed(name, undefined, { profiles: before }).name,
    }));
    const profile = profileNamed(name, undefined, { profiles });
    await showProfile(session, profile, profiles);
    const marks = marksText(marksAt(profile, profiles));
    const note = marks === '' ? '' : `, a ${marks} store`;
    const before = await storeNamedBefore(profile.name, session.context);
    await session.notice(
      before === undefined
        ? safe`✓ Commands now use ${profile.url} (profile ${profile.name}${note}).`
        : safe`✓ The current profile is ${profile.name} (${profile.url}${note}).\n${notUsedText(profile.name, before)}`,
    );
  },
};

async function pickProfile({ context, prompts }: Session): Promise<string> {
  const profiles = readProfiles(context);
  if (!prompts || profiles.profiles.length === 0) {
    throw missingError([{ name: '<profile>', hint: 'To list the profiles: shop-cli auth list' }]);
  }
  const { askWhich } = await import('../../input/prompts/prompts.ts');
  const { profiles: known } = profiles;
  const marks = known.map((profile) => marksText(marksAt(profile, profiles)));
  const nameWidth = Math.max(...known.map(({ name }) => widthOf(name)));
  const marksWidth = Math.max(...marks.map(widthOf));
  // The list has two columns before its choices, and some terminals break a line that fills the last one.
  const room = context.stderr.columns - 3 - nameWidth - 2 - (marksWidth > 0 ? marksWidth + 2 : 0);
  const urls = known.map(({ url }) => cutMiddle(url, Math.max(minUrl, room)));
  const urlWidth = Math.max(...urls.map(widthOf));
  return await askWhich(
    prompts,
    'Which profile?',
    known.map(({ name }, at) => {
      const cells = [padded(name, nameWidth), padded(urls[at] ?? '', urlWidth), marks[at] ?? ''];
      return { value: name, label: cells.join('  ').trimEnd() };
    }),
  );
}

/** Enough for the host of most stores. */
const minUrl = 24;

const padded = (text: string, width: number): string => text + ' '.repeat(width - widthOf(text));
