import open from 'open';

/**
 * Opens a page in the browser of the person at this machine, without a shell. False where there is none. The browser inherits the environment of this
 * process, from which main has taken the token.
 */
export async function openInBrowser(url: string): Promise<boolean> {
  try {
    await open(url);
    return true;
  } catch {
    return false;
  }
}
