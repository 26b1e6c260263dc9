import { connect } from '../../cli/connect.ts';
import { doctorHint } from '../../cli/hints.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { countOf, type Page } from '../../client/pages.ts';
import { apiPath } from '../../client/request-url.ts';
import { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { type Check, type Diagnosis, type Examination, failed, found, ok, skipped, warning } from './check.ts';

export const api: readonly Check[] = [
  { group: 'API', name: 'access', needs: ['HTTP'], check: access },
  { group: 'API', name: 'filters', needs: ['access'], check: filters },
  { group: 'API', name: 'clock', needs: ['HTTP'], check: clock },
  { group: 'API', name: 'latency', needs: ['access'], check: latency },
];

/** The first request of a command, with the token. Any answer is one, whatever it says. */
export async function firstRequest(examination: Examination): Promise<Diagnosis> {
  const { clock } = examination.session.context;
  const start = clock.elapsed();
  examination.connection = {
    ...(await connectionOf(examination)),
    onAnswer: (headers) => {
      examination.answer ??= { headers, firstByte: Math.round(clock.elapsed() - start) };
      examination.headers = headers;
    },
  };
  const first = await firstPage(examination.connection);
  examination.first = first;
  if (examination.answer === undefined) throw first;
  const { headers, firstByte } = examination.answer;
  const status = first instanceof CliError ? (first.status ?? 200) : 200;
  const type = String(headers['content-type'] ?? 'no content type').slice(0, 80);
  return ok(`status ${status}, ${type}, first byte after ${firstByte} ms`, { status, firstByte });
}

/** Without retries: what fails once is to be seen. Nothing but reads is ever sent. */
async function connectionOf({ session, settings, address, opened }: Examination): Promise<Connection> {
  const { context, options, target, protection, prompts } = session;
  const connection = await connect(
    { context, settings: found(settings), options, write: target.write, opened, protection, prompts },
    { at: found(address), connections: 1 },
  );
  const hint: Connection['hint'] = (...problem) => connection.hint?.(...problem)?.split(doctorHint, 1)[0];
  return { ...connection, retries: 0, hint };
}

/** One product, or why there is none: a small read that needs no ID. */
const firstPage = (connection: Connection): Promise<Page<Product> | CliError> =>
  listProducts(connection, { limit: '1' }).catch((error: unknown) => {
    if (error instanceof CliError) return error;
    throw error;
  });

async function access(examination: Examination): Promise<Diagnosis> {
  // A store may refuse filters that are sent both ways: the request itself, not who sent it or where.
  if (examination.first instanceof CliError && [400, 422].includes(examination.first.status ?? 0))
    await adoptStyle(examination);
  const connection = found(examination.connection);
  const first = found(examination.first);
  if (!(first instanceof CliError)) {
    examination.sample = first;
    const count = countOf(first.totals.numRows);
    const products =
      count === undefined ? '' : ` and has ${inNumber(`${formatCount(count)} {product|products}`, count)}`;
    return ok(`${hostOf(connection)} accepts the token${products}`, { products: count ?? null });
  }
  if (first.kind !== 'not-found') throw first;
  const { base } = connection;
  const place = `${new URL(base.origin).host}${base.path}${apiPath}/products`;
  throw new CliError('refused', `No product list at ${place} (404).`, {
    hint: 'Check the path of the store URL: it is the part before /api/, such as https://shop.example/nl.',
  });
}

/** Goes on with the way of sending filters that the store accepts. */
async function adoptStyle(examination: Examination): Promise<void> {
  for (const filterStyle of ['plain', 'bracket'] as const) {
    const connection = { ...found(examination.connection), filterStyle };
    const first = await firstPage(connection);
    if (first instanceof CliError) continue;
    examination.connection = connection;
    examination.first = first;
    return;
  }
}

function filters({ connection, settings }: Examination): Diagnosis {
  const accepted = found(connection).filterStyle;
  const usual = found(settings).filterStyle;
  if (accepted === usual) return ok(`accepted (SHOP_FILTER_STYLE: ${usual})`);
  const refused = `the store refuses the style ${usual} (SHOP_FILTER_STYLE), but accepts ${accepted}`;
  const hint = `Set SHOP_FILTER_STYLE=${accepted}, or save it in the profile: shop-cli doctor --probe`;
  return failed(new CliError('refused', refused, { hint }), { accepted });
}

/** Seconds by which the clocks may differ: a request and its answer take time, and the header has whole seconds. */
const maxSkew = 60;

function clock({ answer, session: { context } }: Examination): Diagnosis {
  const date = Date.parse(String(answer?.headers.date ?? ''));
  if (Number.isNaN(date)) return skipped('the store does not say what time it is (no Date header)');
  const skew = Math.round((context.clock.now().getTime() - date) / 1000);
  const difference = `${formatSpan(Math.abs(skew) * 1000)} ${skew > 0 ? 'ahead of' : 'behind'} the store`;
  const text = Math.abs(skew) <= 2 ? 'agrees with the store' : difference;
  if (Math.abs(skew) <= maxSkew) return ok(text, { skew });
  const hint = 'Correct the clock that is wrong (NTP): imports, tokens and certificates depend on it.';
  return warning(`this machine is ${text}`, hint, { skew });
}

const reads = 10;
/** Milliseconds. */
const slow = 2000;

/** How long reads take, one after the other. */
async function latency({ connection, session: { context } }: Examination): Promise<Diagnosis> {
  const times: number[] = [];
  for (let read = 0; read < reads; read++) {
    const start = context.clock.elapsed();
    const page = await firstPage(found(connection));
    if (page instanceof CliError) return warning(`read ${read + 1} of ${reads} failed: ${page.message}`, page.hint);
    times.push(Math.round(context.clock.elapsed() - start));
  }
  times.sort((left, right) => left - right);
  const min = times[0] ?? 0;
  const median = times[reads / 2] ?? 0;
  const max = times.at(-1) ?? 0;
  const text = `${reads} reads: fastest ${min} ms, median ${median} ms, slowest ${max} ms`;
  const details = { reads, min, median, max };
  if (median <= slow) return ok(text, details);
  return warning(text, 'The store is slow: allow more time with --timeout 2m.', details);
}
