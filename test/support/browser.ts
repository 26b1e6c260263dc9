import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { inDirectory } from './directory.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser of this machine: CHROME_PATH, or the first on the PATH. Undefined where there is none. */
export const browserPath: string | undefined = [
  process.env.CHROME_PATH ?? '',
  ...(process.env.PATH ?? '').split(delimiter).flatMap((directory) => names.map((name) => join(directory, name))),
].find(isProgram);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}

/** Calls `use` with a headless browser. */
async function inBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  // Without its sandbox, as it does not start as root with it: it opens nothing but our own pages.
  const browser = await puppeteer.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox'] });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

interface Screen {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** What a browser has to say about a page. */
interface Findings {
  /** Rules of WCAG 2.1 AA and best practices that it breaks, with the elements. */
  readonly violations: readonly string[];
  /** Pixels by which the page is wider than the screen. */
  readonly overflow: number;
  readonly errors: readonly string[];
  /** What it asked the network for. */
  readonly requests: readonly string[];
}

/** Opens a page from a file, as a person does, and looks at it. Keeps a picture in `SHOTS`, if that names a directory. */
async function examine(browser: Browser, html: string, name: string, screen: Screen): Promise<Findings> {
  return await inDirectory(async (directory) => {
    const file = join(directory, 'report.html');
    await writeFile(file, html);
    const page = await browser.newPage();
    const seen = listen(page, pathToFileURL(file).href);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: screen.scheme }]);
    await page.setViewport({ width: screen.width, height: 900 });
    await page.goto(pathToFileURL(file).href);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (process.env.SHOTS) await takePicture(page, join(process.env.SHOTS, name), screen);
    // What the tool of the test itself asks for does not count.
    const found = { overflow: Number(overflow), errors: [...seen.errors], requests: [...seen.requests] };
    const violations = await violationsOf(page);
    await page.close();
    return { violations, ...found };
  });
}

function listen(page: Page, own: string): Pick<Findings, 'errors' | 'requests'> {
  const seen = { errors: [] as string[], requests: [] as string[] };
  page.on('console', (message) => seen.errors.push(message.text()));
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('request', (request) => {
    if (request.url() !== own && request.url() !== 'data:,') seen.requests.push(request.url());
  });
  return seen;
}

const longestPicture = 2600;

async function takePicture(page: Page, name: string, { width, scheme }: Screen): Promise<void> {
  const height = Math.min(longestPicture, Number(await page.evaluate('document.documentElement.scrollHeight')));
  await page.screenshot({ path: `${name}-${width}-${scheme}.png`, clip: { x: 0, y: 0, width, height } });
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return (await page.evaluate(`
    axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`)) as string[];
}

/** Every width and scheme in which a page must be good. */
const screens: readonly Screen[] = [320, 768, 1600].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);

/** What the browser has to say about a page on every screen; empty where that is nothing. */
export async function complaintsAbout(html: string, name: string): Promise<Readonly<Record<string, Findings>>> {
  return await inBrowser(async (browser) => {
    const found: Record<string, Findings> = {};
    for (const screen of screens) {
      const findings = await examine(browser, html, name, screen);
      const isGood =
        findings.overflow === 0 && Object.values(findings).every((each) => each === 0 || each.length === 0);
      if (!isGood) found[`${screen.width} ${screen.scheme}`] = findings;
    }
    return found;
  });
}
