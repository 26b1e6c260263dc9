// What people use today to bring a file of products into a shop. Each gives the command that does it, or says why it is not there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';

const newmanVersion = '6.2.2';

export const others = { newman, 'xargs curl': xargsCurl };

/** One request after another; the collection is given the file as its data. Installed for the bench alone, and gone with its directory. */
async function newman({ file, directory }) {
  const prefix = join(directory, 'newman');
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!(await succeeds('npm', ['install', '--prefix', prefix, ...options, `newman@${newmanVersion}`]))) {
    return { missing: `newman ${newmanVersion} cannot be installed` };
  }
  const collection = join(directory, 'collection.json');
  await writeFile(collection, JSON.stringify(collectionOf()));
  const bin = join(prefix, 'node_modules', 'newman', 'bin', 'newman.js');
  return { argv: [process.execPath, bin, 'run', collection, '-d', file, '--silent', '--bail', ...environmentOf()] };
}

/** newman does not read the environment: the address and the token are put in when the command is run. */
const environmentOf = () => ['--env-var', 'url=$SHOP_URL', '--env-var', 'token=$SHOP_TOKEN'];

function collectionOf() {
  const script = (listen, exec) => ({ listen, script: { type: 'text/javascript', exec } });
  return {
    info: { name: 'Products', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'Product',
        event: [
          script('prerequest', [
            'const row = pm.iterationData.toObject();',
            'const numbers = { price: Number(row.price), taxRate: Number(row.taxRate), status: Number(row.status), quantity: String(row.quantity) };',
            "pm.variables.set('product', JSON.stringify({ ...row, ...numbers }));",
          ]),
          script('test', ["pm.test('created', () => pm.expect(pm.response.code).to.equal(201));"]),
        ],
        request: {
          method: 'POST',
          url: '{{url}}/api/v2/products?token={{token}}',
          header: [{ key: 'content-type', value: 'application/json' }],
          body: { mode: 'raw', raw: '{{product}}' },
        },
      },
    ],
  };
}

/** A process for every row, 16 at a time. */
async function xargsCurl({ file, directory }) {
  for (const command of ['xargs', 'curl']) {
    if (!(await succeeds(command, ['--version']))) return { missing: `there is no ${command}` };
  }
  const bodies = join(directory, 'bodies.ndjson');
  await pipeline(Readable.from(bodiesOf(file)), createWriteStream(bodies));
  const curl = ['curl', '-sS', '--fail', '-o', '/dev/null', '-H', 'content-type: application/json'];
  return {
    argv: [
      'xargs',
      '-a',
      bodies,
      '-d',
      '\\n',
      '-n',
      '1',
      '-P',
      '16',
      ...curl,
      '$SHOP_URL/api/v2/products?token=$SHOP_TOKEN',
      '--data-raw',
    ],
  };
}

async function* bodiesOf(file) {
  for await (const row of createReadStream(file).pipe(parse({ columns: true }))) {
    yield `${JSON.stringify({ ...row, price: Number(row.price), taxRate: Number(row.taxRate), status: Number(row.status) })}\n`;
  }
}

async function succeeds(command, argv) {
  const child = spawn(command, argv, { stdio: 'ignore' });
  const [code] = await Promise.race([once(child, 'close'), once(child, 'error').then(() => [1])]);
  return code === 0;
}
