import type { Context } from '../context.ts';
import { escapeText } from '../text/escape.ts';
import { parseUrl } from '../text/urls.ts';

// What terminals can do beyond text. None of them can be asked without a wait, so they are known by their variables.

/** Those that TERM_PROGRAM names, and those that TERM names, as in supports-hyperlinks 4. */
const linkingPrograms: readonly string[] = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'zed'];
const linkingTerms: readonly string[] = ['alacritty', 'xterm-kitty', 'xterm-ghostty'];

/** Whether a terminal is known to show links (OSC 8); `FORCE_HYPERLINK` decides where it is set. */
export function showsLinks(env: Context['env']): boolean {
  if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== '0';
  if (linkingPrograms.includes(env.TERM_PROGRAM ?? '')) return true;
  // VTE 0.50.0 crashes at a link; 5001 is 0.50.1.
  return Boolean(env.WT_SESSION) || linkingTerms.includes(env.TERM ?? '') || Number(env.VTE_VERSION ?? 0) > 5000;
}

/** Whether a terminal is known to show progress in its tab (OSC 9;4), as in Cargo; others show a notification. */
export const showsTabProgress = ({
  WT_SESSION,
  ConEmuANSI,
  TERM_PROGRAM = '',
  TERM_FEATURES = '',
}: Context['env']): boolean =>
  Boolean(WT_SESSION) ||
  ConEmuANSI === 'ON' ||
  ['WezTerm', 'ghostty'].includes(TERM_PROGRAM) ||
  // https://iterm2.com/feature-reporting/
  (TERM_PROGRAM === 'iTerm.app' && /P(?![a-z])/.test(TERM_FEATURES));

/** Longer addresses are no links in VTE. */
const maxAddress = 2000;

/**
 * The address of a web page as a store gives it; undefined for anything else, for an address that hides what it is,
 * and for a page of another host, since anyone who can write the address of a product could lead people anywhere.
 * @param host of the store; undefined where no address is a link
 */
export function pageAddress(text: unknown, host: string | undefined): URL | undefined {
  if (host === undefined || typeof text !== 'string' || text.length > maxAddress || escapeText(text) !== text)
    return undefined;
  const url = parseUrl(text);
  const isPage = url && ['http:', 'https:'].includes(url.protocol) && url.username + url.password === '';
  return isPage && withoutWww(url.hostname) === withoutWww(host) ? url : undefined;
}

/** Shops answer at both names. */
const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** The text as a link (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
export function linked(text: string, { href, host }: URL): string {
  // With other characters, what measures text takes the address for text. Those of an IPv6 address must stay.
  if (text === '' || host.startsWith('[')) return text;
  const address = href.replace(/[^-\w/#&.:=?%@~]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
  return `\u001b]8;;${address}\u0007${text}\u001b]8;;\u0007`;
}

/** Shows in the tab how much is done, from 0 to 1; undefined where the whole is not known. */
export const tabProgress = (share: number | undefined): string =>
  share === undefined ? '\u001b]9;4;3\u0007' : `\u001b]9;4;1;${Math.floor(share * 100)}\u0007`;

export const noTabProgress = '\u001b]9;4;0\u0007';
