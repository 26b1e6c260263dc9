import { CliError } from '../../errors.ts';
import type { Profile, Profiles } from '../../settings/profiles.ts';
import { nearest } from '../../text/nearest.ts';

/** The profile of a name. @throws CliError `not-found` */
export function findProfile(name: string, { profiles }: Profiles): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found) return found;
  const [likely] = nearest(
    name,
    profiles.map((profile) => profile.name),
  );
  throw new CliError('not-found', `There is no profile ${name}.`, {
    hint: likely === undefined ? 'To list the profiles: shop-cli auth list' : `Did you mean ${likely}?`,
  });
}
