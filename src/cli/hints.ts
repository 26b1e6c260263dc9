import type { FailureCause, FailureDetail } from '../client/causes.ts';
import type { RequestProblem } from '../client/connection.ts';
import { failureHint } from '../client/failure-text.ts';
import { proxyHint } from '../client/network/proxy.ts';
import type { ApiRequest } from '../client/request.ts';
import type { Context } from '../context.ts';
import type { Json } from '../resources/kind.ts';
import { whereToFind } from '../resources/where-to-find.ts';
import { isObject } from '../text/json.ts';

/** The next step after a failed request: what to check, and the command that finds out more. */
export function hintFor(problem: RequestProblem, request: ApiRequest, detail: FailureDetail = {}): string | undefined {
  const advice = adviceFor(problem, request, detail);
  return forDoctor.includes(problem) && advice !== undefined && !detail.proxy ? `${advice}${doctorHint}` : advice;
}

/** How a hint ends where `doctor` finds the cause. */
export const doctorHint = '\nTo find the cause: shop-cli doctor';

const forDoctor: readonly RequestProblem[] = [
  'timeout',
  'no-connection',
  'no-handshake',
  'unresolved',
  'no-dns',
  'refused',
  'hung-up',
  'not-tls',
  'not-http',
  'unauthorized',
  'not-the-api',
];

function adviceFor(problem: RequestProblem, request: ApiRequest, detail: FailureDetail): string | undefined {
  if (problem === 'uncertain') return howToCheck(request);
  if (problem === 'not-found') return howToFind(request);
  if (problem === 'other-shape') return `To see the original reply: shop-cli api GET ${request.url.resource}`;
  return isReply(problem) ? hints[problem] : withoutAnswer(problem, new URL(request.url.origin), detail);
}

/** The next step where there is no complete answer. @param store its address */
export function withoutAnswer(cause: FailureCause, store: URL, detail: FailureDetail): string | undefined {
  const { proxy } = detail;
  if (!proxy) return failureHint(cause, store, detail);
  if (cause !== 'certificate') return proxyHint(cause, store.hostname, proxy);
  return failureHint(cause, store, detail)?.replace('the store URL', proxy.source);
}

export const addressHint = 'Check the store URL: it is the part of the API URL before /api/.';

const hints = {
  unauthorized: 'Check SHOP_TOKEN.',
  forbidden: 'Check SHOP_TOKEN, and what this token is allowed to do.',
  wait: 'Retry after that time.',
  blocked:
    'This is not about the token. Ask the administrator of the server to let requests to /api/ through, without a password, a browser check or a block on your network.',
  'too-many-requests': 'Too many requests. Wait a moment, then retry.',
  redirect:
    'If that URL is yours, use it as the store URL. If it is a sign-in page of your network, sign in with a browser.',
  'redirect-within':
    'A login page or a rule of the web server must not come before the API. Check the path in the store URL.',
  'not-modified': 'Configure the cache in front of the store to let requests to the API through.',
  overloaded: 'Retry in a moment.',
  'sign-in': 'Open a website in a browser, sign in to the network, then retry.',
  'not-the-api': addressHint,
  'web-page': `${addressHint} If your network has a sign-in page, sign in with a browser.`,
} as const;

const isReply = (problem: RequestProblem): problem is keyof typeof hints => problem in hints;

/** The command that lists what can be found in place of this request. */
function howToFind({ url, isList }: ApiRequest): string | undefined {
  if (isList !== true || url.has('search')) return adviceIn(places, url.resource);
  // Each store has its lists: only a search may find nothing. Those of a customer or a basket are missing with it.
  return adviceIn(places, url.resource.replace(/\/[^/]+$/, '')) ?? addressHint;
}

type Advice = (match: RegExpExecArray, body: Json | undefined) => string;
type AdviceByPattern = readonly (readonly [RegExp, Advice])[];

/** The advice of the first pattern that a text matches. */
function adviceIn(table: AdviceByPattern, text: string, body?: Json): string | undefined {
  for (const [pattern, advice] of table) {
    const match = pattern.exec(text);
    if (match) return advice(match, body);
  }
  return undefined;
}

const places: AdviceByPattern = [
  [/^\/customers\/([^/]+)\/addresses\/[^/]+$/, ([, id]) => whereToFind.addressOf(id)],
  [/^\/customers\/[^/]+/, () => whereToFind.customer],
  [/^\/baskets\/([^/]+)\/[^/]+$/, ([, key]) => whereToFind.productOf(bare(key))],
  [/^\/baskets\/[^/]+$/, () => whereToFind.basket],
  [/^\/orders\/[^/]+$/, () => whereToFind.order],
  [/^\/products$/, () => whereToFind.product],
];

/** The command that shows whether a write took effect, where the API has one. */
export const howToCheck = ({ method, url, body }: ApiRequest): string =>
  adviceIn(checks, `${method} ${url.resource}`, body) ?? 'Check whether it took effect before you retry.';

const checks: AdviceByPattern = [
  [
    /^POST \/products$/,
    (_, body) => {
      const sku = textAt(body, 'sku');
      return check(sku ? `products get --sku "${sku}"` : 'products list --search "<name>"');
    },
  ],
  [
    /^POST \/orders$/,
    (_, body) => {
      const key = bare(textAt(body, 'basketKey'));
      return check(key ? `baskets get ${key} --fields orderId` : 'orders list --last 5');
    },
  ],
  [/^POST \/customers$/, () => 'Check in the back office of the shop before you retry: the API cannot list customers.'],
  [/^POST \/customers\/([^/]+)\/addresses$/, ([, id]) => check(`addresses list --customer ${id}`)],
  [/^POST \/baskets$/, () => check('baskets list --last 5')],
  [
    /^\w+ \/customers\/([^/]+)\/addresses\/([^/]+)$/,
    ([, id, address]) => check(`addresses get ${address} --customer ${id}`),
  ],
  [/^\w+ \/customers\/([^/]+)$/, ([, id]) => check(`customers get ${id}`)],
  [/^\w+ \/baskets\/([^/]+)(\/.*)?$/, ([, key]) => check(`baskets get ${bare(key)}`)],
  [/^\w+ \/orders\/([^/]+)$/, ([, id]) => check(`orders get ${id}`)],
  [/^\w+ \/products\/([^/]+)$/, ([, id]) => check(`products get ${id}`)],
];

const check = (command: string): string => `Check before you retry: shop-cli ${command}`;

function textAt(body: Json | undefined, name: string): string {
  const value = isObject(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** A basket key as commands take it, without braces. */
const bare = (key = ''): string => key.replace(/[{}]/g, '');

/** Says which variable people expect to name the proxy, where none is used and the store is not reached. */
export function ignoredProxy(cause: string, env: Context['env']): string | undefined {
  if (!['no-connection', 'no-dns', 'unresolved', 'refused'].includes(cause)) return undefined;
  if (env.HTTPS_PROXY || env.https_proxy) return undefined;
  const name = ['ALL_PROXY', 'all_proxy', 'HTTP_PROXY', 'http_proxy'].find((one) => env[one]);
  return name && `${name} is not used: to send requests through a proxy, set HTTPS_PROXY.`;
}
