import { connect } from '../../cli/connect.ts';
import { doctorHint } from '../../cli/hints.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { listBaskets } from '../../client/endpoints/baskets.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { countOf } from '../../client/pages.ts';
import { apiPath } from '../../client/request-url.ts';
import { CliError } from '../../errors.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import { announcedLimits, type Check, type Examination, type Finding, found, ok, skipped, warning } from './check.ts';
import { largestPage } from './probe/products.ts';

/** What the store answers. Nothing but reads is sent, about fifteen of them. */
export const apiChecks: readonly Check[] = [
  { group: 'Network', name: 'HTTP', needs: ['TLS', 'token'], isTimed: true, run: httpFinding },
  { group: 'API', name: 'access', needs: ['HTTP'], run: accessFinding },
  { group: 'API', name: 'filters', needs: ['access'], run: filterFinding },
  { group: 'API', name: 'products', needs: ['access'], run: productsFinding },
  { group: 'API', name: 'baskets', needs: ['access'], isTimed: true, run: basketsFinding },
  {
    group: 'API',
    name: 'customers, orders',
    needs: ['access'],
    run: () => skipped('the API reads them only by ID: try customers get or orders get'),
  },
  { group: 'API', name: 'writes', needs: ['access'], run: () => skipped('doctor only reads') },
  { group: 'API', name: 'clock', needs: ['HTTP'], run: clockFinding },
  { group: 'API', name: 'latency', needs: ['access'], run: latencyFinding },
  { group: 'API', name: 'page size', needs: ['access'], isTimed: true, run: pageFinding },
  { group: 'API', name: 'limits', needs: ['HTTP'], run: limitsFinding },
];

/** The first request of a command, with the token. Any answer is one, whatever it says. */
async function httpFinding(examination: Examination): Promise<Finding> {
  const { clock } = examination.session.context;
  const start = clock.elapsed();
  const connection: Connection = {
    ...(await connectionOf(examination)),
    onAnswer: (headers) => {
      examination.answer ??= { headers, firstByte: Math.round(clock.elapsed() - start) };
      examination.headers = headers;
    },
  };
  examination.connection = connection;
  examination.first = await firstPage(connection);
  const { answer, first } = examination;
  if (answer === undefined) throw first;
  const status = first instanceof CliError ? (first.status ?? 200) : 200;
  const type = String(answer.headers['content-type'] ?? 'no content type').slice(0, 80);
  return ok(`status ${status}, ${type}, first byte after ${answer.firstByte} ms`, {
    status,
    firstByte: answer.firstByte,
  });
}

/** Without retries: what fails once is to be seen. Nothing but reads is ever sent. */
async function connectionOf({ session, settings, address, opened }: Examination): Promise<Connection> {
  const { context, options, target, protection } = session;
  const silent = { on: () => () => ({ attempt: () => undefined, end: () => undefined }), hide: () => () => undefined };
  const connection = await connect(
    { context, settings: found(settings), options, write: target.write, waitingLine: silent, opened, protection },
    { at: found(address), connections: 1 },
  );
  const hint: Connection['hint'] = (...problem) => connection.hint?.(...problem)?.replace(doctorHint, '');
  return { ...connection, retries: 0, hint };
}

/** Whether a store refuses the request itself, and not who sent it or where. */
const refusesFilters = (first: Examination['first']): first is CliError =>
  first instanceof CliError && (first.status === 400 || first.status === 422);

async function accessFinding(examination: Examination): Promise<Finding> {
  if (refusesFilters(examination.first)) await adoptStyle(examination);
  const { first, connection } = examination;
  if (!(first instanceof CliError)) return ok(`${hostOf(found(connection))} accepts the token`);
  if (first.kind !== 'not-found') throw first;
  const { base } = found(connection);
  const place = `${new URL(base.origin).host}${base.path}${apiPath}/products`;
  throw new CliError('refused', `No product list at ${place} (404).`, {
    hint: 'Check the path of the store address: it is the part before /api/, such as https://shop.example/nl.',
  });
}

/** A store may refuse filters that are sent both ways: goes on with the way that it accepts. */
async function adoptStyle(examination: Examination): Promise<void> {
  for (const filterStyle of ['plain', 'bracket'] as const) {
    const connection = { ...found(examination.connection), filterStyle };
    const first = await firstPage(connection);
    if (first instanceof CliError) continue;
    [examination.connection, examination.first] = [connection, first];
    return;
  }
}

function filterFinding({ connection, settings }: Examination): Finding {
  const [accepted, usual] = [found(connection).filterStyle, found(settings).filterStyle];
  if (accepted === usual) return ok(`accepted (SHOP_FILTER_STYLE: ${usual})`);
  return {
    ...{ result: 'failed', kind: 'refused', details: { accepted } },
    message: `the store refuses the style ${usual} (SHOP_FILTER_STYLE), but accepts ${accepted}`,
    hint: `Set SHOP_FILTER_STYLE=${accepted}, or save it in the profile: shop-cli doctor --probe`,
  };
}

function productsFinding({ first }: Examination): Finding {
  if (first === undefined || first instanceof CliError) return skipped('not read');
  const count = countOf(first.totals.numRows);
  if (first.records.length === 0) return warning('can be read: the store has none', undefined, { count: 0 });
  return ok(`can be read${count === undefined ? '' : `: ${formatCount(count)} in the store`}`, {
    count: count ?? null,
  });
}

async function basketsFinding({ connection }: Examination): Promise<Finding> {
  try {
    await listBaskets(found(connection), 1, 0);
    return ok('can be read');
  } catch (error) {
    if (!(error instanceof CliError) || error.status === undefined) throw error;
    const hint = error.kind === 'auth' ? 'If you need baskets, ask for a token that may read them.' : error.hint;
    return warning(`cannot be read: ${error.message}`, hint);
  }
}

/** Seconds by which the clocks may differ: a request and its answer take time, and the header has whole seconds. */
const mostSkew = 60;

function clockFinding({ answer, session: { context } }: Examination): Finding {
  const date = Date.parse(String(answer?.headers.date ?? ''));
  if (Number.isNaN(date)) return skipped('the store does not say what time it is (no Date header)');
  const skew = Math.round((context.clock.now().getTime() - date) / 1000);
  const text =
    Math.abs(skew) <= 2
      ? 'agrees with the store'
      : `${formatSpan(Math.abs(skew) * 1000)} ${skew > 0 ? 'ahead of' : 'behind'} the store`;
  if (Math.abs(skew) <= mostSkew) return ok(text, { skew });
  return warning(
    `this machine is ${text}`,
    'Correct the clock that is wrong (NTP): imports, tokens and certificates depend on it.',
    { skew },
  );
}

async function pageFinding(examination: Examination): Promise<Finding> {
  try {
    const page = await listProducts(found(examination.connection), { limit: String(largestPage) });
    examination.sample = page;
    const { records, totals } = page;
    const count = countOf(totals.numRows);
    const details = { wanted: largestPage, received: records.length };
    if (records.length > largestPage)
      return warning(
        `asked for ${largestPage}, got ${formatCount(records.length)}: the store ignores the limit`,
        undefined,
        details,
      );
    const isWhole = records.length === count && records.length < largestPage;
    return ok(`asked for ${largestPage}, got ${records.length}${isWhole ? ': all there are' : ''}`, details);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return warning(`a page of ${largestPage} is refused: ${error.message}`, error.hint);
  }
}

function limitsFinding({ headers = {}, session: { context } }: Examination): Finding {
  const limits = announcedLimits(headers, (text) => context.secrets.removeFrom(text));
  const texts = Object.entries(limits).map(([name, value]) => `${name}: ${value}`);
  return ok(texts.length === 0 ? 'none announced in headers' : texts.join(', '), limits);
}

/** One product, or why there is none: a small read that needs no ID. */
const firstPage = (connection: Connection): Promise<NonNullable<Examination['first']>> =>
  listProducts(connection, { limit: '1' }).catch((error: unknown) => {
    if (error instanceof CliError) return error;
    throw error;
  });

const reads = 10;
/** Milliseconds. */
const slow = 2000;

/** How long reads take, one after the other. */
async function latencyFinding({ connection, session: { context } }: Examination): Promise<Finding> {
  const times: number[] = [];
  for (let read = 0; read < reads; read++) {
    const start = context.clock.elapsed();
    const page = await firstPage(found(connection));
    if (page instanceof CliError) return brokenOff(page, times.length);
    times.push(context.clock.elapsed() - start);
  }
  const [min = 0, median = 0, max = 0] = spread(times).map(Math.round);
  const text = `${reads} reads: fastest ${min} ms, median ${median} ms, slowest ${max} ms`;
  const details = { reads, min, median, max };
  return median > slow
    ? warning(text, 'The store is slow: allow more time with --timeout 2m.', details)
    : ok(text, details);
}

/** The least, the middle and the greatest of them. */
function spread(times: readonly number[]): readonly number[] {
  const sorted = [...times].sort((left, right) => left - right);
  return [sorted[0] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
}

function brokenOff({ message, hint, status, retryAfter }: CliError, done: number): Finding {
  if (status !== 429) return warning(`read ${done + 1} of ${reads} failed: ${message}`, hint);
  const wait = retryAfter === undefined ? '' : `, and asks to wait ${formatSpan(retryAfter)}`;
  return warning(
    `the store limits requests (429) after ${done} reads${wait}`,
    'Wait a moment. Imports adapt to such limits.',
    {
      reads: done,
      retryAfter: retryAfter ?? null,
    },
  );
}
