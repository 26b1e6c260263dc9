import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { routeTo } from '../../cli/connect.ts';
import { ignoredProxy, withoutAnswer } from '../../cli/hints.ts';
import { causes, type FailureDetail } from '../../client/causes.ts';
import { ConnectFailure, causeOf } from '../../client/connect-failure.ts';
import { reach } from '../../client/dispatcher.ts';
import { failureText } from '../../client/failure-text.ts';
import { inspectCertificate } from '../../client/network/certificates.ts';
import { openTcp, targetOf } from '../../client/network/sockets.ts';
import { CliError } from '../../errors.ts';
import { firstRequest } from './api.ts';
import { type Check, type Diagnosis, type Examination, failed, found, ok, warning } from './check.ts';

/** The way to the store, step by step, as a request goes it. The token is first sent by HTTP. */
export const network: readonly Check[] = [
  { group: 'Network', name: 'proxy', needs: ['store'], check: proxy },
  { group: 'Network', name: 'DNS', needs: ['proxy'], isTimed: true, check: step(dns) },
  { group: 'Network', name: 'TCP', needs: ['DNS'], isTimed: true, check: step(tcp) },
  { group: 'Network', name: 'TLS', needs: ['TCP'], isTimed: true, check: step(tls) },
  { group: 'Network', name: 'HTTP', needs: ['TLS', 'token'], isTimed: true, check: firstRequest },
];

async function proxy(examination: Examination): Promise<Diagnosis> {
  const { session, settings, store, address } = examination;
  // The sandbox is in this process, on a port of its own.
  const base = store?.kind === 'remote' ? store.base : address?.base;
  if (base === undefined) throw new CliError('usage', 'The sandbox could not be started.');
  const url = new URL(base.origin);
  const route = await routeTo(url.origin, { ...session, settings: found(settings) });
  const { proxy } = route;
  examination.way = { url, route, firstHop: targetOf(proxy ? new URL(proxy.origin) : url) };
  if (proxy) {
    const { name, source, authorization } = proxy;
    return ok(`${name}, from ${source}${authorization ? ', with a user name or password' : ''}`, { name, source });
  }
  const { env } = session.context;
  const isSet = env.HTTPS_PROXY || env.https_proxy;
  return ok(isSet ? 'none: http, this machine and hosts in NO_PROXY are reached directly' : 'none');
}

/** As for the connection of a request. */
const deadlineOf = ({ way }: Examination): AbortSignal => AbortSignal.timeout(found(way).route.connectTimeout);

async function dns(examination: Examination): Promise<Diagnosis> {
  const { route, firstHop } = found(examination.way);
  const { hostname } = firstHop;
  const late = once(deadlineOf(examination), 'abort').then(() => {
    throw new ConnectFailure('no-dns');
  });
  const all = await Promise.race([lookup(hostname, { all: true, verbatim: true }), late]);
  const addresses = all.map(({ address }) => address);
  const host = route.proxy ? `the proxy ${hostname}` : hostname;
  const text = addresses.join() === hostname ? 'an IP address' : addresses.join(', ');
  return ok(`${host} is ${text}`, { addresses });
}

async function tcp(examination: Examination): Promise<Diagnosis> {
  const socket = await openTcp(found(examination.way).firstHop, deadlineOf(examination));
  const { remoteAddress: address = '', remotePort: port = 0 } = socket;
  socket.destroy();
  return ok(`connected to ${address} port ${port}`, { address, port });
}

const dayLength = 24 * 3_600_000;
/** Of a certificate. */
const minDaysLeft = 14;

async function tls(examination: Examination): Promise<Diagnosis> {
  const { url, route } = found(examination.way);
  const target = targetOf(url);
  if (!target.isSecure) return ok('none: plain http');
  const deadline = deadlineOf(examination);
  const socket = await reach(target, route, deadline);
  const facts = await inspectCertificate(socket, target, route.secureContext, deadline);
  const { chain, fault = null, version } = facts;
  const subjects = chain.map(({ subject }) => subject);
  const [own] = chain;
  const until = Math.min(...chain.map((one) => one.until.getTime()));
  const now = examination.session.context.clock.now().getTime();
  const daysLeft = chain.length === 0 ? 0 : Math.floor((until - now) / dayLength);
  const names = own?.names ?? [];
  const validTo = own?.until.toISOString() ?? null;
  const details = { version, chain: subjects, issuer: own?.issuer, names, validTo, daysLeft, fault };
  const chainText = `Chain: ${subjects.join(' < ')}`;
  if (fault !== null) {
    const { kind, message, hint } = failure(new ConnectFailure('certificate', { certificate: facts }), examination);
    return failed(new CliError(kind, `${message} ${chainText}`, { hint }), details);
  }
  const text = `${version}, certificate for ${names.slice(0, 3).join(', ')}, by ${own?.issuer}, ${daysLeft} days left`;
  if (daysLeft >= minDaysLeft) return ok(`${text}. ${chainText}`, details);
  const hint = 'Renew the certificate of the store: once it expires, every command fails.';
  return warning(`${text}. ${chainText}`, hint, details);
}

/** A step whose failure is worded as for any request. */
function step(check: (examination: Examination) => Promise<Diagnosis>): Check['check'] {
  return async (examination) => {
    try {
      return await check(examination);
    } catch (error) {
      const { why, detail } = causeOf(error);
      throw failure(
        new ConnectFailure(why === 'cut' ? 'hung-up' : why, { ...proxyOf(examination), ...detail }),
        examination,
      );
    }
  };
}

/** Until there is a tunnel, only the proxy can fail. */
function proxyOf({ way }: Examination): FailureDetail {
  const { url, route } = found(way);
  if (!route.proxy) return {};
  const { name, source, authorization, unread } = route.proxy;
  const { hostname, port } = targetOf(url);
  return { proxy: { name, source, unread, hasCredentials: Boolean(authorization), target: `${hostname}:${port}` } };
}

function failure({ why, detail }: ConnectFailure, { way, session: { context } }: Examination): CliError {
  const { url } = found(way);
  const text = failureText(why, url.hostname, detail);
  const code = detail.code && why !== 'certificate' ? ` (${detail.code})` : '';
  const message = text.includes(code) ? text : text.replace(/\.$/, `${code}.`);
  const ignored = detail.proxy ? undefined : ignoredProxy(why, context.env);
  return new CliError(causes[why].kind, message, { hint: ignored ?? withoutAnswer(why, url, detail) });
}
