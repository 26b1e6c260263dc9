import type { FailedProxy, FailureCause, FailureDetail } from '../client/causes.ts';
import type { CertificateFacts, CertificateFault } from '../client/network/certificate-facts.ts';
import type { Context } from '../context.ts';

/** The next step after a request that had no complete answer. @param store its address */
export function networkHint(
  cause: FailureCause,
  store: URL,
  { proxy, certificate }: FailureDetail,
): string | undefined {
  if (cause === 'certificate') return certificateHint(certificate);
  if (proxy) return proxyHint(cause, store.hostname, proxy);
  const mayNeedTls = cause === 'cut' && store.protocol === 'http:';
  return mayNeedTls ? `${hints.cut} If the store speaks https, use https:// in its address.` : hints[cause];
}

const checkPort = 'Check the scheme and port of the store address.';

const hints: Readonly<Record<FailureCause, string | undefined>> = {
  timeout: 'Allow more time with --timeout 2m, or check the store address.',
  'no-connection':
    'Check the store address and port. A firewall may be in between: if your network has a proxy, set HTTPS_PROXY.',
  'no-handshake': checkPort,
  interrupted: undefined,
  certificate: undefined,
  'old-tls': 'Older versions are not safe. The server needs an update.',
  'client-certificate': 'shop-cli cannot send one. Ask for access to the API without it.',
  handshake: 'The server may require a client certificate, or offer only encryption that is not safe.',
  unresolved: 'Check the spelling of the store address, and your network.',
  'no-dns': 'Check your network connection.',
  refused: 'Check the store address and port. Is the store running?',
  'hung-up': `${checkPort} If they are right, retry in a moment.`,
  cut: 'Retry in a moment.',
  'too-large': 'Fetch less at a time with --limit.',
  'not-tls': checkPort,
  'needs-tls': 'Use https:// in the store address.',
  'not-http': checkPort,
  'proxy-credentials': undefined,
  'proxy-refused': undefined,
  'proxy-failed': undefined,
};

function proxyHint(cause: FailureCause, host: string, { name, source, schemes = [] }: FailedProxy): string {
  const without = `To reach ${host} without a proxy, add it to NO_PROXY.`;
  if (cause === 'proxy-refused') return `Ask the administrator of the proxy to allow it. ${without}`;
  if (cause === 'proxy-failed') return `Check the store address. ${without}`;
  if (cause !== 'proxy-credentials') return `Check ${source}. ${without}`;
  if (schemes.length === 0 || schemes.includes('basic'))
    return `Set ${source} to http://<user>:<password>@${name}. Percent-encode special characters: @ is %40.`;
  return `It wants ${schemes.join(' or ')}, and shop-cli can only do basic. Run a local proxy that signs in, such as cntlm, and set ${source} to it.`;
}

function certificateHint(certificate: CertificateFacts | undefined): string {
  const { fault = 'untrusted', chain = [] } = certificate ?? {};
  const print = fault === 'self-signed' ? chain[0] : fault === 'untrusted' ? chain.at(-1) : undefined;
  return `${certificateHints[fault]}${print ? `\nIts SHA-256 fingerprint: ${print.fingerprint}` : ''}`;
}

const certificateHints: Readonly<Record<CertificateFault, string>> = {
  expired: 'It must be renewed. If that date has not passed, check the clock of this machine.',
  'not-yet-valid': 'Check the clock of this machine.',
  'other-names':
    'Check the store address. A sign-in page of your network may also be in between: open a website in a browser.',
  'self-signed': 'If it is yours, save it to a file and pass --ca-file <file>.',
  untrusted:
    'If this is the authority of your company or network, pass its certificate with --ca-file <file>, or set NODE_EXTRA_CA_CERTS.',
  incomplete:
    'The server must send it. If the issuer is your own authority, pass its certificate with --ca-file <file>.',
  invalid: 'It must be replaced on the server.',
};

/** Says which variable people expect to name the proxy, where none is used and the store is not reached. */
export function ignoredProxy(cause: string, env: Context['env']): string | undefined {
  if (!['no-connection', 'no-dns', 'unresolved', 'refused'].includes(cause)) return undefined;
  if (env.HTTPS_PROXY || env.https_proxy) return undefined;
  const name = ['ALL_PROXY', 'all_proxy', 'HTTP_PROXY', 'http_proxy'].find((one) => env[one]);
  return name && `${name} is not used: to send requests through a proxy, set HTTPS_PROXY.`;
}
