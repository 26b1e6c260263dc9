import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { type BaseUrl, formatBaseUrl, isLoopback, parseBaseUrl } from '../../settings/base-url.ts';
import { escapeText } from '../../text/escape.ts';
import { parseUrl } from '../../text/urls.ts';

/** The address from the option or the prompt. A message says what was changed in it. */
export async function readBase({ notice, options, prompts }: Session, address: string | undefined): Promise<BaseUrl> {
  const allowHttp = options.allowHttp ?? false;
  const typed = address ?? (await askAddress(prompts as NonNullable<Session['prompts']>, allowHttp));
  const { base, isCompleted, dropped } = addressOf(typed, allowHttp);
  const without = dropped.length > 0 ? ` (without ${dropped.join(' and ')})` : '';
  if (isCompleted || without !== '') await notice(escapeText(`Using ${formatBaseUrl(base)}${without}.`));
  return base;
}

/** The address as typed. @throws CliError `usage` for what cannot be that of a store with a profile */
export function addressOf(typed: string, allowHttp: boolean): Address {
  if (typed.startsWith('sandbox')) {
    throw new CliError('usage', 'The embedded store needs no profile.', {
      hint: 'Pass --store sandbox.',
      field: '--store',
    });
  }
  return readAddress(typed, allowHttp);
}

async function askAddress(prompts: NonNullable<Session['prompts']>, allowHttp: boolean): Promise<string> {
  const { askText } = await import('../../input/prompts/prompts.ts');
  return await askText(prompts, {
    message: 'Store address:',
    fault(text) {
      try {
        readAddress(text, allowHttp, 'the answer');
        return undefined;
      } catch (error) {
        return text.trim() === ''
          ? 'Such as https://shop.example'
          : (error as CliError).message.replace(' in the answer', '');
      }
    },
  });
}

/** A corrected address, and what was changed in it. */
interface Address {
  readonly base: BaseUrl;
  /** Whether its scheme was added. */
  readonly isCompleted: boolean;
  /** The parts that were left out: `/api/v2/products`. */
  readonly dropped: readonly string[];
}

/**
 * Reads the address of a store as people have it at hand: without a scheme, or with the path and the query of a request. A
 * query is dropped unseen: it may hold a token.
 * @throws CliError `usage` for what cannot be the address of a store
 */
function readAddress(typed: string, allowHttp: boolean, source = '--store'): Address {
  const text = typed.trim();
  // Also one that is mistyped, such as htp:/ or https//: no host is called so.
  const complete = /^[a-z][a-z\d+.-]*(?::\/|\/\/)/i.test(text) ? text : `${schemeFor(text)}${text}`;
  const [withoutQuery = ''] = complete.split(/[?#]/, 1);
  const [, start = withoutQuery, request] = /^([^/]*\/\/[^/]+(?:\/[^/]+)*?)(\/api(?:\/.*)?)$/.exec(withoutQuery) ?? [];
  const base = parseBaseUrl(start, source, allowHttp);
  return {
    base,
    isCompleted: complete !== text,
    dropped: [...(request === undefined ? [] : [request]), ...(withoutQuery === complete ? [] : ['its query'])],
  };
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
