import type { Context } from '../../context.ts';

/** Who runs this command, as CI services and systems say; for people, not for security. */
export function personOf({ env, home }: Pick<Context, 'env' | 'home'>): string {
  for (const name of variables) if (env[name]) return String(env[name]);
  return home.split(/[\\/]/).at(-1) || 'an unknown user';
}

/** On CI, the user of the machine is nobody. */
const variables = ['GITHUB_ACTOR', 'GITLAB_USER_LOGIN', 'BUILD_REQUESTEDFOR', 'USER', 'LOGNAME', 'USERNAME'];
