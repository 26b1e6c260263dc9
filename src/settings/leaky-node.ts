import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';

/** With these variables Node prints every URL, token included, or skips certificate checks. */
export function refuseLeakyNode(env: Context['env']): void {
  if (debugged(env.NODE_DEBUG ?? '').some((pattern) => leakyModules.some((name) => pattern.test(name)))) {
    throw new CliError('usage', 'NODE_DEBUG would print the token with every request.', {
      hint: 'Unset NODE_DEBUG. To see the requests without the token, pass --verbose.',
    });
  }
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new CliError(
      'usage',
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks: the token could reach anyone.',
      {
        hint: 'Unset it. To trust your own authority, pass --ca-file <file>.',
      },
    );
  }
}

/** Node modules whose debug output contains URLs. */
const leakyModules = ['http', 'https', 'http2', 'net', 'tls', 'undici', 'fetch', 'websocket', 'stream', 'url'];

/** The patterns of NODE_DEBUG, as Node reads them: `*` matches any text. */
const debugged = (value: string): readonly RegExp[] =>
  value.split(',').map(
    (name) =>
      new RegExp(
        `^${name
          .trim()
          .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
          .replaceAll('\\*', '.*')}$`,
        'i',
      ),
  );
