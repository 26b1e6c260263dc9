import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { routeTo } from '../../cli/connect.ts';
import { ignoredProxy } from '../../cli/hints.ts';
import {
  ConnectFailure,
  causeOf,
  causes,
  type FailureCause,
  type FailureDetail,
  failureHint,
  failureText,
} from '../../client/causes.ts';
import { reach } from '../../client/dispatcher.ts';
import { type CertificateFacts, inspectCertificate } from '../../client/network/certificates.ts';
import { openTcp, type Target, targetOf } from '../../client/network/sockets.ts';
import { CliError } from '../../errors.ts';
import { type Examination, type Finding, found, ok, warning } from './check.ts';

export async function proxy(examination: Examination): Promise<Finding> {
  const { session, settings } = examination;
  const { env } = session.context;
  examination.route = await routeTo(storeUrl(examination).origin, { ...session, settings: found(settings) });
  const { proxy } = examination.route;
  if (proxy) {
    const { name, source, authorization } = proxy;
    return ok(`${name}, from ${source}${authorization ? ', with a user name or password' : ''}`, { name, source });
  }
  const isSet = env.HTTPS_PROXY || env.https_proxy;
  return ok(isSet ? 'none: http, this machine and hosts in NO_PROXY are reached directly' : 'none');
}

/** The sandbox is in this process, on a port of its own. */
function storeUrl({ store, address }: Examination): URL {
  const base = store?.kind === 'remote' ? store.base : address?.base;
  if (base === undefined) throw new CliError('usage', 'The sandbox could not be started.');
  return new URL(base.origin);
}

/** Where the first connection goes: to the proxy, where there is one. */
const firstHop = (examination: Examination): Target => {
  const proxy = examination.route?.proxy;
  return targetOf(proxy ? new URL(proxy.origin) : storeUrl(examination));
};

/** As for the connection of a request. */
const deadlineOf = ({ route }: Examination): AbortSignal => AbortSignal.timeout(found(route).connectTimeout);

export async function dns(examination: Examination): Promise<Finding> {
  const { hostname } = firstHop(examination);
  const addresses = await step(examination, () => addressesOf(hostname, deadlineOf(examination)));
  const host = examination.route?.proxy ? `the proxy ${hostname}` : hostname;
  const text = addresses.join() === hostname ? 'an IP address' : addresses.join(', ');
  return ok(`${host} is ${text}`, { addresses });
}

/**
 * The addresses of a host, in the order in which they are tried; an address is its own.
 * @throws ConnectFailure, or an error of DNS
 */
async function addressesOf(hostname: string, deadline: AbortSignal): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new ConnectFailure('no-dns')));
  });
  const all = await Promise.race([lookup(hostname, { all: true, verbatim: true }), late]);
  return all.map(({ address }) => address);
}

export async function tcp(examination: Examination): Promise<Finding> {
  const socket = await step(examination, () => openTcp(firstHop(examination), deadlineOf(examination)));
  const { remoteAddress: address = '', remotePort: port = 0 } = socket;
  socket.destroy();
  return ok(`connected to ${address} port ${port}`, { address, port });
}

export async function tls(examination: Examination): Promise<Finding> {
  const route = found(examination.route);
  const target = targetOf(storeUrl(examination));
  if (!target.isSecure) return ok('none: plain http');
  const deadline = deadlineOf(examination);
  const facts = await step(examination, async () => {
    const socket = await reach(target, route, deadline);
    return await inspectCertificate(socket, target, route.secureContext, deadline);
  });
  return certificate(facts, storeUrl(examination), examination.session.context.clock.now());
}

/** Makes a step. Failures are worded as for any request. */
async function step<T>(examination: Examination, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { why, detail } = causeOf(error);
    const cause = why === 'cut' ? 'hung-up' : why;
    const about = { ...proxyDetail(examination), ...detail };
    const ignored = about.proxy ? undefined : ignoredProxy(cause, examination.session.context.env);
    throw failure(cause, storeUrl(examination), about, ignored);
  }
}

/** Until there is a tunnel, only the proxy can fail. */
function proxyDetail(examination: Examination): FailureDetail {
  const proxy = examination.route?.proxy;
  if (!proxy) return {};
  const { name, source, authorization } = proxy;
  const { hostname, port } = targetOf(storeUrl(examination));
  return { proxy: { name, source, hasCredentials: Boolean(authorization), target: `${hostname}:${port}` } };
}

function failure(cause: FailureCause, store: URL, detail: FailureDetail, hint?: string): CliError {
  const code = detail.code && cause !== 'certificate' ? ` (${detail.code})` : '';
  const text = failureText(cause, store.hostname, detail);
  const message = code && !text.includes(code) ? text.replace(/\.$/, `${code}.`) : text;
  return new CliError(causes[cause].kind, message, { hint: hint ?? failureHint(cause, store, detail) });
}

const dayLength = 24 * 3_600_000;
/** Of a certificate. */
const minDaysLeft = 14;

/** What a certificate means, on a day. */
function certificate(facts: CertificateFacts, store: URL, now: Date): Finding {
  const { chain, fault = null, version } = facts;
  const subjects = chain.map(({ subject }) => subject);
  const [own] = chain;
  const until = Math.min(...chain.map((one) => one.until.getTime()));
  const daysLeft = chain.length === 0 ? 0 : Math.floor((until - now.getTime()) / dayLength);
  const names = own?.names ?? [];
  const validTo = own?.until.toISOString() ?? null;
  const details = { version, chain: subjects, issuer: own?.issuer, names, validTo, daysLeft, fault };
  const chainText = `Chain: ${subjects.join(' < ')}`;
  if (fault !== null) {
    const { kind, message, hint } = failure('certificate', store, { certificate: facts });
    return { result: 'failed', kind, message: `${message} ${chainText}`, hint, details };
  }
  const holder = names.slice(0, 3).join(', ');
  const text = `${version}, certificate for ${holder}, by ${own?.issuer}, ${daysLeft} days left. ${chainText}`;
  if (daysLeft >= minDaysLeft) return ok(text, details);
  return warning(text, 'Renew the certificate of the store: once it expires, every command fails.', details);
}
