import { storeSubject } from '../text/words.ts';
import { causes, type FailureCause, type FailureDetail } from './causes.ts';

/** The sentence about a failure. @param host of the store */
export function failureText(cause: FailureCause, host: string, detail: FailureDetail = {}): string {
  const { proxy } = detail;
  const peer = proxy
    ? { subject: `The proxy ${proxy.name}`, name: `the proxy ${proxy.name}` }
    : { subject: storeSubject(host), name: host };
  return causes[cause].text(peer, detail).replace('the host the proxy', 'the proxy');
}

/** The next step after a failure, but for that of a proxy. @param store its address */
export function failureHint(cause: FailureCause, store: URL, { certificate }: FailureDetail): string | undefined {
  const { hint } = causes[cause];
  if (cause === 'certificate') return certificate?.hint ?? hint;
  if (cause !== 'cut' || store.protocol !== 'http:') return hint;
  return `${hint} If the store speaks https, use https:// in its URL.`;
}
