// Lists of many records: npm run bench -- lists [records of ndjson] [rows at a terminal] [rounds]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { peerFile } from './import.mjs';
import { seconds, timesPeer } from './rows.mjs';
import { inTurns, median, program, runNode } from './support/measure.mjs';
import { inDirectory, startStore, withServer } from './support/servers.mjs';
import { atTerminal } from './support/terminal.mjs';

const pageSize = 100;
const list = [program, 'products', 'list', '--all'];

export async function* rows(records = 100_000, atATerminal = 10_000, rounds = 5) {
  yield* await ndjson(Number(records), Number(rounds));
  yield* await table(Number(atATerminal), Number(rounds));
}

async function ndjson(records, rounds) {
  const count = records.toLocaleString('en');
  const what = `\`products list --all -o ndjson\`, ${count} records`;
  const peerName = 'a bare loop of undici, JSON.parse and JSON.stringify';
  const memoryOf = async (env) => (await runNode([...list, '-o', 'ndjson'], { env, memory: true })).peak;
  const few = await withServer(startStore('pages', [records / 10]), memoryOf);
  return await withServer(startStore('pages', [records]), async (env) => {
    const memory = timesPeer({
      what: `its peak memory`,
      peerName: `${(records / 10).toLocaleString('en')} records`,
      ours: await memoryOf(env),
      peer: few,
      unit: 'MB',
      most: 1.1,
    });
    const secondsOf = async (argv) => (await runNode(argv, { env })).seconds;
    const times = await inTurns(
      { ours: () => secondsOf([...list, '-o', 'ndjson']), peer: () => secondsOf([peerFile('list-loop')]) },
      rounds,
    );
    return [timesPeer({ what, peerName, ...times, most: 1.2 }), memory];
  });
}

async function table(rows, rounds) {
  let answered = 0;
  const noteAnswer = () => (answered = performance.now());
  return await inDirectory((directory) =>
    withServer(startStore('pages', [rows], noteAnswer), async (env) => {
      const runs = [];
      for (let round = 0; round < rounds; round++) {
        // A pager would wait for a key.
        const alone = { ...env, XDG_CONFIG_HOME: directory, PAGER: '' };
        const ours = await atTerminal(process.execPath, list, 'P-0000001', alone);
        const file = join(directory, 'table.txt');
        await writeFile(file, ours.text);
        const cat = await atTerminal('cat', [file], 'P-0000001');
        runs.push({ first: ours.firstAt - answered, whole: ours.ended - ours.began, cat });
      }
      const middle = (secondsOf) => median(runs.map(secondsOf)) / 1000;
      const what = `a table of ${rows.toLocaleString('en')} rows at a terminal`;
      const peerName = '`cat` of the same text';
      return [
        seconds({
          what: `${what}: first rows, after the first page was sent`,
          peerName,
          ours: middle(({ first }) => first),
          peer: middle(({ cat }) => cat.firstAt - cat.began),
          most: 0.1,
        }),
        seconds({
          what: `${what}: all of it, with the start and ${Math.ceil(rows / pageSize)} requests`,
          peerName,
          ours: middle(({ whole }) => whole),
          peer: middle(({ cat }) => cat.ended - cat.began),
          most: 1.2,
        }),
      ];
    }),
  );
}
