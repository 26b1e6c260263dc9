import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { type BaseUrl, formatBaseUrl, isLoopback, parseBaseUrl, pastedAddress } from '../../settings/base-url.ts';
import { escapeText } from '../../text/escape.ts';
import { parseUrl } from '../../text/urls.ts';

/**
 * The address from the option, or asked for, as people have it at hand: without a scheme, or with the path and the query
 * of a request. A message says what was changed in it. A query is dropped unseen: it may hold a token.
 * @throws CliError `usage` for what cannot be the address of a store with a profile
 */
export async function readBase(session: Session, option: string | undefined): Promise<BaseUrl> {
  const { notice, options, prompts } = session;
  const allowHttp = options.allowHttp ?? false;
  if (option === undefined && !prompts)
    throw new CliError('usage', 'Missing store URL.', {
      field: '--store',
      hint: 'Pass --store https://shop.example.',
    });
  const typed = pastedAddress(option ?? (await askAddress(prompts as NonNullable<Session['prompts']>, allowHttp)));
  const base = baseIn(typed, allowHttp);
  const { complete, start, request } = partsOf(typed);
  const dropped = [request ?? [], /[?#]/.test(complete) ? 'its query' : []].flat().join(' and ');
  if (complete !== typed || start !== complete)
    await notice(escapeText(`Using ${formatBaseUrl(base)}${dropped && ` (without ${dropped})`}.`));
  return base;
}

function baseIn(typed: string, allowHttp: boolean, source = '--store'): BaseUrl {
  if (/^sandbox(:|$)/.test(typed))
    throw new CliError('usage', 'The embedded store needs no profile.', {
      hint: 'Pass --store sandbox.',
      field: '--store',
    });
  return parseBaseUrl(partsOf(typed).start, source, allowHttp);
}

async function askAddress(prompts: NonNullable<Session['prompts']>, allowHttp: boolean): Promise<string> {
  const { askText } = await import('../../input/prompts/prompts.ts');
  return await askText(prompts, {
    message: 'Store address:',
    fault(text) {
      if (text.trim() === '') return 'Such as https://shop.example';
      try {
        baseIn(pastedAddress(text), allowHttp, 'the answer');
        return undefined;
      } catch (error) {
        return (error as CliError).message.replace(' in the answer', '');
      }
    },
  });
}

/** An address with its scheme, and its two parts: that of the store, and the path of a request. */
function partsOf(typed: string) {
  // Also a scheme that is mistyped, such as htp:/ or https//: no host is called so.
  const complete = /^[a-z][a-z\d+.-]*(?::\/|\/\/)/i.test(typed) ? typed : `${schemeFor(typed)}${typed}`;
  const [path = ''] = complete.split(/[?#]/, 1);
  const [, start = path, request] = /^([^/]*\/\/[^/]+(?:\/[^/]+)*?)(\/api(?:\/.*)?)$/.exec(path) ?? [];
  return { complete, start, request };
}

/** Browsers and people leave https out; a sandbox on this machine speaks plain http. */
function schemeFor(text: string): 'http://' | 'https://' {
  const url = `http://${text}`;
  return parseUrl(url) && isLoopback(url) ? 'http://' : 'https://';
}

/** A name for the profile of a store: `staging` for `https://staging.shop.example`, `shop-nl` for `https://shop.example/nl`. */
export function suggestedName(base: BaseUrl): string {
  if (isLoopback(base.origin)) return 'local';
  const { hostname } = new URL(formatBaseUrl(base));
  const [label = 'shop'] = /^[\d.:[\]]+$/.test(hostname) ? ['shop'] : hostname.replace(/^www\./, '').split('.');
  return (
    `${label}${base.path}`
      .replace(/[^a-z\d]+/gi, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'shop'
  );
}
