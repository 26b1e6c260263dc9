/**
 * Parses a URL; undefined if it is none. Not by URL.canParse: on Node 20 it says no to letters such as ü once it has been
 * called often.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Percent-decoded; undefined where that cannot be done. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
