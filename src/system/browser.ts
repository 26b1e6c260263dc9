import open from 'open';

/**
 * Opens a page in the default browser, without a shell. Returns false if there is none. The browser inherits the
 * environment of this process, from which `main` has removed the token.
 */
export async function openInBrowser(url: string): Promise<boolean> {
  try {
    await open(url);
    return true;
  } catch {
    return false;
  }
}
