import { once } from 'node:events';
import type { CommandDefinition } from '../../cli/command.ts';
import { keptAt, openPrivately, sandboxDatabase } from '../../cli/embedded-store.ts';
import type { Session } from '../../cli/session.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { addOptions, collect, option, type RawOptions, readOptions, suggestAt } from '../../input/options.ts';
import { type Demandable, demandable } from '../../resources/addresses.ts';
import type { Suggestion } from '../../resources/kind.ts';
import { textKind, wholeFrom } from '../../resources/kinds.ts';
import { type FaultOptions, faultOptions, parseFaults } from '../../sandbox/faults/options.ts';
import { faults, quirks } from '../../sandbox/faults/table.ts';
import { basketsOf, type PeopleOptions, usualSeed } from '../../sandbox/people/options.ts';
import { tokenFault } from '../../settings/token.ts';
import { formatCount } from '../../text/numbers.ts';

/** About 2 GB. */
const maxPeople = 200_000;

const sandboxOptions = {
  port: option(
    { ...wholeFrom(0, 65_535), expects: 'a port from 0 (any free one) to 65535' },
    'port to listen on, 0 for any free one (default 8080)',
  ),
  host: option({ ...textKind, placeholder: 'address' }, 'address to listen on (default 127.0.0.1)'),
  db: option({ ...textKind, placeholder: 'file' }, 'database file (default: the one --store sandbox uses)'),
  token: option({ ...textKind, placeholder: 'token' }, 'token (default: random, stored in the database)'),
  people: option(
    { ...wholeFrom(1, maxPeople), expects: `a number from 1 to ${maxPeople}` },
    'add n customers and 2.5 n baskets to a new --db',
  ),
};

/** The completions of `--fault`. */
const faultTexts: readonly Suggestion[] = [
  ...Object.entries(faults).map(([name, { hits }]) => [`${name}=`, `of ${hits}`] as const),
  ...quirks.map((name) => [name, 'always'] as const),
];

/** `shop-cli sandbox`: the embedded store as a separate process. */
export const definition: CommandDefinition = {
  details:
    'Runs a store with the same API on this machine until you press Ctrl-C. Its data is in a SQLite file. Use it to try commands, rehearse imports and train people.\n\n' +
    'It prints its URL and token as variables to set in another terminal. --store sandbox uses the same data without a second terminal.\n\n' +
    '--people fills a large shop: --people 20000 makes 20,000 customers (some of them guests) and 50,000 baskets, about 17,000 of which have been ordered. It takes seconds. The same number always makes the same people, unless you change --seed.\n\n' +
    'For a list of all faults, and to rehearse with the products of your own store, see docs/sandbox.md.',
  examples: [
    ['sandbox', 'Run with sample data on port 8080'],
    ['sandbox --empty --db rehearsal.db --port 0', 'Run without records, to rehearse an import'],
    ['sandbox --latency 20ms..200ms --fault hang=0.5%,reset-after=1% --seed 42', 'Run an unreliable store'],
    ['sandbox --people 20000 --db people.db', 'Run a shop with many customers and orders'],
    ['sandbox --require gender,btwNumber --postcode-addon', 'Run with settings of a real back office'],
  ],
  seeAlso: ['products import'],
  prints: [],
  options: (command) => {
    addOptions(command, sandboxOptions);
    command
      .option('--empty', 'start a new database without products, customers or baskets')
      .option('--require <fields>', `require these fields in addresses and customers: ${demandable.join(', ')}`)
      .option('--postcode-addon', 'fill in the street and city of Dutch addresses')
      .option('--customer-groups', 'support discount groups (default: ignore discountGroupId)')
      .option('--unique-sku', 'refuse a second product with the same SKU');
    addOptions(command, faultOptions);
    command.option('--fault <name=share>', 'fail a share of product creations or reads: hang=1%', collect);
    suggestAt(command, '--fault', { texts: () => faultTexts, separator: ',', isOpen: true });
    suggestAt(command, '--require', { texts: () => demandable.map((field) => [field]), separator: ',' });
  },
  run: serve,
};

async function serve(session: Session, raw: RawOptions): Promise<number> {
  const { context, target, notice } = session;
  const options = readOptions(sandboxOptions, raw);
  const host = options.host ?? '127.0.0.1';
  checkAccess(host, options.token);
  const chosen = readFaultOptions(raw, context);
  const people = readPeople(options, raw);
  const { openSandbox } = await import('../../sandbox/open.ts');
  const database = await keptAt(options.db ?? sandboxDatabase(context), context, session.options.dryRun);
  const opening = {
    host,
    port: options.port ?? 8080,
    token: options.token,
    empty: raw.empty === true,
    people,
    require: readRequired(raw.require),
    postcodeAddon: raw.postcodeAddon === true,
    customerGroups: raw.customerGroups === true,
    uniqueSku: raw.uniqueSku === true,
    faults: chosen,
    userId: context.files.userId,
    randomHex: context.randomHex,
    now: context.clock.now,
    log: (line: string) => void notice(line),
  };
  if (people)
    await notice(
      `Making a shop with ${formatCount(people.count)} customers and ${formatCount(basketsOf(people.count))} baskets.`,
    );
  const server = await openPrivately(context, database, (path) => openSandbox({ ...opening, database: path }));
  // The only place that shows a token: nobody could use the sandbox without it.
  await target.write(`SHOP_URL=${server.url}\nSHOP_TOKEN=${server.token}\n`);
  await notice(
    `The sandbox is running, with its data in ${database === ':memory:' ? 'memory' : database}. Press Ctrl-C to stop it.`,
  );
  if (chosen) await notice(`Faults are on. To repeat them, pass --seed ${chosen.seed}.`);
  if (!context.interrupted.aborted) await once(context.interrupted, 'abort');
  await server.close();
  return 0;
}

/** @throws CliError `usage` for an invalid token, and for a missing one where other machines can reach the sandbox */
function checkAccess(host: string, token: string | undefined): void {
  if (!isLoopback(host) && token === undefined) {
    throw new CliError('usage', `Other machines can reach --host ${host}. Pass a --token of your own.`, {
      field: '--token',
    });
  }
  const fault = token === undefined ? undefined : tokenFault(token);
  if (fault !== undefined) throw new CliError('usage', `Invalid --token: ${fault}.`, { field: '--token' });
}

/** The faults that the options ask for, or undefined. Without `--seed` the seed is random. @throws CliError `usage` */
function readFaultOptions(raw: RawOptions, { clock, randomHex }: Context): FaultOptions | undefined {
  const { seed, ...limits } = readOptions(faultOptions, raw);
  const chosen = Array.isArray(raw.fault) ? parseFaults(raw.fault.join(',')) : undefined;
  if (chosen || Object.keys(limits).length > 0)
    return { seed: seed ?? Number.parseInt(randomHex(4), 16), ...limits, ...chosen, clock };
  if (seed === undefined || raw.people !== undefined) return undefined;
  throw new CliError('usage', '--seed works only with faults and --people.', {
    field: '--seed',
    hint: 'Pass the --fault or --latency of the earlier run.',
  });
}

/** @throws CliError `usage` where there would be no products for the baskets */
function readPeople({ people }: { readonly people?: number }, raw: RawOptions): PeopleOptions | undefined {
  if (people === undefined) return undefined;
  if (raw.empty === true)
    throw new CliError('usage', 'Use either --people or --empty, not both.', { field: '--people' });
  return { count: people, seed: readOptions(faultOptions, raw).seed ?? usualSeed };
}

function readRequired(typed: unknown): readonly Demandable[] {
  if (typeof typed !== 'string') return [];
  const fieldNames = typed.split(',').map((field) => field.trim());
  const required = demandable.filter((field) => fieldNames.includes(field));
  if (required.length === fieldNames.length) return required;
  throw new CliError('usage', `Invalid --require "${typed}": expected ${demandable.join(', ')}, separated by commas.`, {
    field: '--require',
  });
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
