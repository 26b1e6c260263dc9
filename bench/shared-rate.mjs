// What each of four processes gets of a limit that they share, in real time:
// npm run bench -- shared-rate [requests per second] [seconds] [path of another shop-cli.cjs]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const names = ['A', 'B', 'C', 'D'];
const windowLength = 20;

export async function run(perSecond = '20', seconds = '120', program = 'bin/shop-cli.cjs') {
  const store = limitedStore(Number(perSecond));
  await new Promise((listening) => store.server.listen(0, '127.0.0.1', listening));
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-bench-'));
  await mkdir(join(directory, 'journal'));
  const url = `http://127.0.0.1:${store.server.address().port}`;
  const children = await Promise.all(names.map((name) => importing(name, directory, url, resolve(program))));
  console.log(
    `Accepted by each of ${names.length} processes, as a share of what is fair, with ${perSecond}/s for all:\n`,
  );
  for (let at = 0; at < Number(seconds); at += windowLength) {
    await sleep(windowLength * 1000);
    const { accepted, refused } = store.take();
    const sum = accepted.reduce((left, right) => left + right);
    const shares = accepted.map((count) =>
      `${Math.round((100 * count * names.length) / Math.max(1, sum))} %`.padStart(6),
    );
    const used = Math.round((100 * sum) / (Number(perSecond) * windowLength));
    console.log(
      `${at} to ${at + windowLength} s:  ${shares.join('  ')}   ${used} % of the limit, ${((100 * refused) / (sum + refused || 1)).toFixed(1)} % refused`,
    );
  }
  for (const child of children) child.kill('SIGINT');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'close')));
  store.server.closeAllConnections();
  store.server.close();
  await rm(directory, { recursive: true });
}

/** An import with a home of its own: nothing but the directory of the journals in common. */
async function importing(name, directory, url, program) {
  const rows = Array.from({ length: 20_000 }, (_, at) => `${name}-${at},x\n`).join('');
  await writeFile(join(directory, `${name}.csv`), `sku,name\n${rows}`);
  return spawn(process.execPath, [program, 'products', 'import', `${name}.csv`, '--journal', `journal/${name}.db`], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: join(directory, name), SHOP_URL: url, SHOP_TOKEN: 'bench-0123456789' },
    stdio: 'ignore',
  });
}

/** Products in memory behind a token bucket; knows the process by the keys of its rows. */
function limitedStore(perSecond) {
  const products = new Map();
  let [tokens, at, accepted, refused] = [perSecond, performance.now(), {}, 0];
  const answer = (method, url, body) => {
    const now = performance.now();
    [tokens, at] = [Math.min(perSecond, tokens + ((now - at) / 1000) * perSecond), now];
    if (tokens < 1) {
      refused++;
      return [429, { error: { message: 'too many requests' } }];
    }
    tokens--;
    const key = method === 'POST' ? JSON.parse(body).sku : /sku:([A-D]-\d+)/.exec(decodeURIComponent(url))?.[1];
    if (key) accepted[key[0]] = (accepted[key[0]] ?? 0) + 1;
    if (method === 'POST') products.set(key, { productId: products.size + 1, ...JSON.parse(body) });
    if (method === 'POST') return [201, products.get(key)];
    const data = url.includes('search') ? [products.get(key)].filter(Boolean) : [...products.values()].slice(0, 1);
    return [200, { numRows: url.includes('search') ? data.length : products.size, data }];
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const [status, reply] = answer(request.method, request.url, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  const take = () => {
    const taken = { accepted: names.map((name) => accepted[name] ?? 0), refused };
    [accepted, refused] = [{}, 0];
    return taken;
  };
  return { server, take };
}
