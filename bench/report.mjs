// The HTML report of a large import, its size and how long a browser takes to open it: npm run bench -- report [rows] [problems] [rounds]
import { accessSync, constants } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import { leftOut, seconds, timesPeer } from './rows.mjs';
import { inTurns, program, runNode } from './support/measure.mjs';
import { inDirectory } from './support/servers.mjs';

const count = (rows) => Number(rows).toLocaleString('en');

export async function* rows(many = 1_000_000, problems = 5000, rounds = 5) {
  yield* await inDirectory(async (directory) => {
    const [file, page, blank] = ['catalogue.csv', 'report.html', 'blank.html'].map((name) => join(directory, name));
    await writeFile(file, catalogue(Number(many), Number(problems)));
    await writeFile(blank, '<!doctype html><title>Nothing</title>');
    // A dry run checks and reports as an import does, and needs no store.
    const check = (...more) => [program, 'products', 'import', file, '--dry-run', '--quiet', '--skip-invalid', ...more];
    const plain = await runNode(check(), { memory: true, exitCode: 7 });
    const reported = await runNode(check('--report-html', page), { memory: true, exitCode: 7 });
    const what = `the HTML report of ${count(many)} rows with ${count(problems)} problems`;
    return [
      timesPeer({
        what: `${what}: size`,
        peerName: 'the size it may have',
        ours: (await stat(page)).size / 1e6,
        peer: 3,
        unit: 'MB',
        most: 1,
      }),
      timesPeer({
        what: `${what}: seconds of the dry run`,
        peerName: 'without it',
        ours: reported.seconds,
        peer: plain.seconds,
        most: 1.05,
      }),
      timesPeer({
        what: `${what}: peak memory of the dry run`,
        peerName: 'without it',
        ours: reported.peak,
        peer: plain.peak,
        unit: 'MB',
        most: 1.1,
      }),
      await opened({ what: `${what}: to open it`, peerName: 'an empty page' }, { page, blank }, Number(rounds)),
    ];
  });
}

async function opened(names, { page, blank }, rounds) {
  const executablePath = browser();
  if (executablePath === undefined) return leftOut(names, 'no Chromium here');
  const chromium = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
  const open = async (path) => {
    const tab = await chromium.newPage();
    const start = performance.now();
    await tab.goto(pathToFileURL(path).href);
    // Drawn, not only loaded.
    await tab.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
    const taken = (performance.now() - start) / 1000;
    await tab.close();
    return taken;
  };
  try {
    return seconds({
      ...names,
      ...(await inTurns({ ours: () => open(page), peer: () => open(blank) }, rounds)),
      most: 1,
    });
  } finally {
    await chromium.close();
  }
}

const names = ['chromium', 'chromium-browser', 'google-chrome'];

const browser = () =>
  [
    process.env.CHROME_PATH ?? '',
    ...(process.env.PATH ?? '').split(delimiter).flatMap((directory) => names.map((name) => join(directory, name))),
  ].find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return path !== '';
    } catch {
      return false;
    }
  });

/** Rows of which some, evenly spread, have a price that is none. */
function catalogue(rows, problems) {
  const every = Math.floor(rows / problems);
  const lines = ['sku,name,price,quantity'];
  for (let row = 1; row <= rows; row++) {
    const isFaulty = row % every === 0;
    // Kinds of faults: of each a thousand are listed.
    const kind = Math.floor(row / every) % 5;
    const cells = isFaulty && [
      `GEN-${row},,9.95,1`,
      `GEN-${row},Product,abc,1`,
      `GEN-${row},Product,9.95,x`,
      `,Product,9.95,1`,
      `GEN-${row},Product,9.95,1,2,3`,
    ];
    lines.push(cells ? cells[kind] : `GEN-${row},Product number ${row},${row % 1000}.95,${row % 50}`);
  }
  return `${lines.join('\n')}\n`;
}
