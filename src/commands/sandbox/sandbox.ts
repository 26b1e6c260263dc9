import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { prepareDatabase, sandboxDatabase } from '../../cli/store.ts';
import { CliError } from '../../errors.ts';
import { addOptions, collect, type RawOptions, readOptions } from '../../input/options.ts';
import { suggestAt } from '../../input/suggestions.ts';
import { type Demandable, demandable } from '../../resources/addresses.ts';
import { countKind, textKind } from '../../resources/kinds.ts';
import { isToken, tokenRule } from '../../settings/store.ts';
import { faultOptions, faultsHelp, faultTexts, readFaultOptions } from './faults.ts';

const sandboxOptions = {
  port: {
    flag: '--port',
    kind: { ...countKind, typed: parsePort, placeholder: 'n', expects: 'a port from 0 (any free one) to 65535' },
    about: 'port to listen on (8080); 0 for any free one',
  },
  host: { flag: '--host', kind: { ...textKind, placeholder: 'address' }, about: 'address to listen on (127.0.0.1)' },
  db: {
    flag: '--db',
    kind: { ...textKind, placeholder: 'file' },
    about: 'database file; else the one that --store sandbox uses',
  },
  token: {
    flag: '--token',
    kind: { ...textKind, placeholder: 'token' },
    about: 'its token; else a random one that stays with the database',
  },
} as const;

/** `shop-cli sandbox`: the embedded store as a process of its own. */
export const sandbox: CommandDefinition = {
  details:
    'Runs a store of the same API on this machine, until Ctrl-C: real HTTP, real data in a SQLite file. For trying, for rehearsing an import, for training.\n\n' +
    'It prints its address and token as two variables to set in another terminal. --store sandbox uses the same data without a second terminal.',
  examples: [
    ['sandbox', 'The usual data, on port 8080'],
    ['sandbox --empty --db rehearsal.db --port 0', 'A store without records, on any free port'],
    [
      'sandbox --latency 20ms..200ms --fault reset-after=1%,hang=0.5% --seed 42',
      'An unreliable one, as it can happen on any day',
    ],
    ['sandbox --require gender,btwNumber --postcode-addon', 'As a back office may be set up'],
  ],
  options: (command) => {
    addOptions(command, sandboxOptions);
    command
      .option('--empty', 'begin a new database without records; categories and modules are there')
      .option('--require <members>', `demand these of customers and addresses: ${demandable.join(',')}`)
      .option('--postcode-addon', 'fill in street and city of Dutch addresses')
      .option('--customer-groups', 'have discount groups; else discountGroupId is ignored')
      .option('--unique-sku', 'refuse a second product with the same SKU');
    addOptions(command, faultOptions);
    command.option('--fault <name=share>', faultsHelp, collect);
    suggestAt(command, '--fault', { texts: () => faultTexts, separator: ',', isOpen: true });
    suggestAt(command, '--require', { texts: () => demandable.map((member) => [member]), separator: ',' });
  },
  run: serve,
};

async function serve(session: Session, raw: RawOptions): Promise<number> {
  const { context, target, notice } = session;
  const options = readOptions(sandboxOptions, raw);
  const host = options.host ?? '127.0.0.1';
  if (!isLoopback(host) && options.token === undefined) {
    throw new CliError(
      'usage',
      `--host ${host} can be reached from other machines, so it needs a --token of your own.`,
      {
        field: '--token',
      },
    );
  }
  if (options.token !== undefined && !isToken(options.token)) {
    throw new CliError('usage', `Invalid --token: ${tokenRule}.`, { field: '--token' });
  }
  const faults = readFaultOptions(raw, context);
  const { openSandbox } = await import('../../sandbox/open.ts');
  const database = options.db ?? sandboxDatabase(context);
  await prepareDatabase(context, database);
  const server = await openSandbox({
    database,
    host,
    port: options.port ?? 8080,
    ...(options.token === undefined ? {} : { token: options.token }),
    empty: raw.empty === true,
    require: readDemanded(raw.require),
    postcodeAddon: raw.postcodeAddon === true,
    customerGroups: raw.customerGroups === true,
    uniqueSku: raw.uniqueSku === true,
    ...(faults && { faults }),
    randomHex: context.randomHex,
    now: context.clock.now,
    log: (line) => void notice(line),
  });
  // The one place that shows a token: it is this store's own, and without it nobody could use the store.
  await target.write(`SHOP_URL=${server.url}\nSHOP_TOKEN=${server.token}\n`);
  await notice(`The sandbox is running; data in ${database}. Ctrl-C stops it.`);
  if (faults) await notice(`It fails on demand; --seed ${faults.seed} repeats it.`);
  await untilAborted(context.interrupted);
  await server.close();
  return 0;
}

function readDemanded(typed: unknown): readonly Demandable[] {
  if (typeof typed !== 'string') return [];
  const asked = typed.split(',').map((member) => member.trim());
  const demanded = demandable.filter((member) => asked.includes(member));
  if (demanded.length === asked.length) return demanded;
  throw new CliError('usage', `--require takes some of ${demandable.join(', ')}, with commas between them.`, {
    field: '--require',
  });
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

function parsePort(text: string): number | undefined {
  const port = countKind.typed(text);
  return port !== undefined && port >= 0 && port <= 65_535 ? port : undefined;
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
