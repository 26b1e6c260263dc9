import type { Context } from '../../context.ts';
import { redacted } from '../../text/redact.ts';

type Machine = Pick<Context, 'env' | 'home'>;

/**
 * A path as tickets may have it: the home directory as `~`, and with `--mask-pii` no directory that is named like the
 * user.
 */
export function pathsOf({ env, home }: Machine, isMasked: boolean): (path: string) => string {
  const user = env.USER || env.LOGNAME || env.USERNAME || (home.split(/[\\/]/).at(-1) ?? '');
  const names = user.length > 1 && user !== 'root' ? user : undefined;
  return (path) => {
    const short =
      path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`)
        ? `~${path.slice(home.length)}`
        : path;
    if (!isMasked || names === undefined) return short;
    return short
      .split(/([\\/])/)
      .map((part) => (part === names ? redacted : part))
      .join('');
  };
}
