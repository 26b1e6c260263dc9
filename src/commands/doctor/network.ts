import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { routeTo } from '../../cli/connect.ts';
import { ignoredProxy, networkHint } from '../../cli/hints.ts';
import { type CertificateFacts, causes, type FailureDetail, failureText } from '../../client/causes.ts';
import { reach } from '../../client/dispatcher.ts';
import { inspectCertificate } from '../../client/network/certificates.ts';
import { ConnectFailure, causeOf } from '../../client/network/connect-failure.ts';
import type { HttpProxy } from '../../client/network/proxy.ts';
import { openTcp, type Target, targetOf } from '../../client/network/sockets.ts';
import { CliError } from '../../errors.ts';
import { type Check, type Examination, type Finding, found, ok, warning } from './check.ts';

/** The way to the store, step by step, as a request goes it. No token is sent. */
export const networkChecks: readonly Check[] = [
  { group: 'Network', name: 'proxy', needs: ['store'], run: proxyFinding },
  { group: 'Network', name: 'DNS', needs: ['proxy'], isTimed: true, run: dnsFinding },
  { group: 'Network', name: 'TCP', needs: ['DNS'], isTimed: true, run: tcpFinding },
  { group: 'Network', name: 'TLS', needs: ['TCP'], isTimed: true, run: tlsFinding },
];

async function proxyFinding(examination: Examination): Promise<Finding> {
  const { session, settings } = examination;
  const { env } = session.context;
  examination.route = await routeTo(originOf(examination), { ...session, settings: found(settings) });
  const { proxy } = examination.route;
  if (proxy)
    return ok(`${proxy.name}, from ${proxy.source}${proxy.authorization ? ', with a user name or password' : ''}`, {
      ...{ name: proxy.name, source: proxy.source },
    });
  const isSet = env.HTTPS_PROXY || env.https_proxy;
  return ok(isSet ? 'none: http, this machine and hosts in NO_PROXY are reached directly' : 'none');
}

/** The sandbox is in this process, on a port of its own. */
function originOf({ store, address }: Examination): string {
  if (store?.kind === 'remote') return store.base.origin;
  if (address) return address.base.origin;
  throw new CliError('usage', 'The sandbox could not be started.');
}

/** Where the first connection goes: to the proxy, where there is one. */
const firstHop = (examination: Examination): Target =>
  targetOf(new URL(examination.route?.proxy?.origin ?? originOf(examination)));

/** As for the connection of a request. */
const deadlineOf = ({ route }: Examination): AbortSignal => AbortSignal.timeout(found(route).connectTimeout);

async function dnsFinding(examination: Examination): Promise<Finding> {
  const { hostname } = firstHop(examination);
  const addresses = await step(examination, () => addressesOf(hostname, deadlineOf(examination)));
  const whose = examination.route?.proxy ? `the proxy ${hostname}` : hostname;
  return ok(addresses.join() === hostname ? `${whose} is an IP address` : `${whose} is ${addresses.join(', ')}`, {
    addresses,
  });
}

async function tcpFinding(examination: Examination): Promise<Finding> {
  const socket = await step(examination, () => openTcp(firstHop(examination), deadlineOf(examination)));
  const { remoteAddress: address = '', remotePort: port = 0 } = socket;
  socket.destroy();
  return ok(`connected to ${address} port ${port}`, { address, port });
}

async function tlsFinding(examination: Examination): Promise<Finding> {
  const route = found(examination.route);
  const target = targetOf(new URL(originOf(examination)));
  if (!target.isSecure) return ok('none: plain http');
  const deadline = deadlineOf(examination);
  const facts = await step(examination, async () => {
    const socket = await reach(target, route, deadline);
    return await inspectCertificate(socket, target, route.secureContext, deadline);
  });
  return certificateFinding(facts, new URL(originOf(examination)), examination.session.context.clock.now());
}

/** Makes a step. Failures are worded as for any request. */
async function step<T>(examination: Examination, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { why, detail } = causeOf(error);
    const target = targetOf(new URL(originOf(examination)));
    const about = { ...(examination.route?.proxy && failedProxy(examination.route.proxy, target)), ...detail };
    const cause = why === 'cut' ? 'hung-up' : why;
    const other = about.proxy ? undefined : ignoredProxy(cause, examination.session.context.env);
    throw failed(cause, new URL(originOf(examination)), about, other);
  }
}

function failed(why: keyof typeof causes, store: URL, detail: FailureDetail, other?: string): CliError {
  const code = detail.code && why !== 'certificate' ? ` (${detail.code})` : '';
  const message = failureText(why, store.hostname, detail);
  return new CliError(
    causes[why].kind,
    code && !message.includes(code) ? message.replace(/\.$/, `${code}.`) : message,
    {
      hint: other ?? networkHint(why, store, detail),
    },
  );
}

/** Until there is a tunnel, only the proxy can fail. */
const failedProxy = ({ name, source, authorization }: HttpProxy, { hostname, port }: Target): FailureDetail => ({
  proxy: { name, source, hasCredentials: Boolean(authorization), target: `${hostname}:${port}` },
});

const dayLength = 24 * 3_600_000;
/** Days before the end of a certificate. */
const soon = 14;

/** What a certificate means, on a day. */
function certificateFinding(facts: CertificateFacts, store: URL, now: Date): Finding {
  const { chain, fault, version } = facts;
  const subjects = chain.map(({ subject }) => subject);
  const [own] = chain;
  const until = chain.reduce<Date | undefined>(
    (first, { until }) => (first && first < until ? first : until),
    undefined,
  );
  const daysLeft = until === undefined ? 0 : Math.floor((until.getTime() - now.getTime()) / dayLength);
  const details = {
    ...{ version, chain: subjects, issuer: own?.issuer, names: own?.names ?? [] },
    ...{ validTo: own?.until.toISOString() ?? null, daysLeft, fault: fault ?? null },
  };
  if (fault !== undefined) {
    const { kind, message, hint } = failed('certificate', store, { certificate: facts });
    return { result: 'failed', kind, message: `${message} Chain: ${subjects.join(' < ')}`, hint, details };
  }
  const names = own?.names.slice(0, 3).join(', ');
  const text = `${version}, certificate for ${names}, by ${own?.issuer}, ${daysLeft} days left. Chain: ${subjects.join(' < ')}`;
  if (daysLeft >= soon) return ok(text, details);
  return warning(text, 'Renew the certificate of the store: once it expires, every command fails.', details);
}

/**
 * The addresses of a host, in the order in which they are tried; an address is its own. For `doctor`.
 * @throws ConnectFailure, or an error of DNS
 */
async function addressesOf(hostname: string, deadline: AbortSignal): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new ConnectFailure('no-dns')));
  });
  const found = await Promise.race([lookup(hostname, { all: true, verbatim: true }), late]);
  return found.map(({ address }) => address);
}
