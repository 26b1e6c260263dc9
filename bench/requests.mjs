// How long one request takes, start to end: npm run bench -- requests [rounds]
import { timesPeer } from './rows.mjs';
import { program, secondsInTurns } from './support/measure.mjs';
import { inDirectory, startSandbox, startStore, withServer } from './support/servers.mjs';

export async function* rows(rounds = 25) {
  yield* await withServer(startStore('pages'), (env) => besideFetch(env, Number(rounds)));
  yield await inDirectory((directory) => sandbox(directory, Number(rounds)));
}

async function besideFetch(env, rounds) {
  const fetch = (path) => ['-e', `fetch('${env.SHOP_URL}/api/v2/${path}').then((reply) => reply.text())`];
  const commands = {
    'products get': [program, 'products', 'get', '7'],
    'products list': [program, 'products', 'list'],
    get: fetch('products/7?token=t'),
    list: fetch('products?limit=20&token=t'),
  };
  const times = await secondsInTurns(commands, rounds, { env });
  return ['get', 'list'].map((verb) =>
    timesPeer({
      what: `\`products ${verb}\`, a local store that answers at once`,
      peerName: '`node -e "fetch(url).then((reply) => reply.text())"`',
      ours: times[`products ${verb}`],
      peer: times[verb],
      most: 1,
    }),
  );
}

async function sandbox(directory, rounds) {
  const state = { XDG_STATE_HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory, HOME: directory };
  return await withServer(startSandbox(directory), async (variables) => {
    const running = [program, 'products', 'get', '206'];
    const env = { ...state, ...variables };
    const own = [...running, '--store', 'sandbox'];
    // The first one makes the sandbox.
    await secondsInTurns({ own, running }, 1, { env });
    const times = await secondsInTurns({ own, running }, rounds, { env });
    return timesPeer({
      what: '`products get --store sandbox`',
      peerName: 'the same into a sandbox that runs',
      ours: times.own,
      peer: times.running,
      most: 1.5,
    });
  });
}
