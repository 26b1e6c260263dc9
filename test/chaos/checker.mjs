// What is right, decided without the program: the multiset of SKUs in the store against those of the file, and against what the program said.

const folded = (sku) => sku.toLowerCase();

/**
 * Compares what was wanted with what the store has.
 * @param wanted the SKUs of the file, each once, or what else are its keys
 * @param products `{ id, sku, isOwn }` of every product in the store; `isOwn: false` for what others have created
 * @param foldsKeys a store that writes SKUs in lower case: then nothing may be there twice, and not everything must be there
 * @param listed those of which the import says that they may be missing
 */
export function compareStore(wanted, products, { foldsKeys = false, listed = [] } = {}) {
  const name = foldsKeys ? folded : (sku) => sku;
  const counts = new Map();
  const own = products.filter(({ isOwn }) => isOwn !== false);
  for (const { sku } of own) counts.set(name(sku), (counts.get(name(sku)) ?? 0) + 1);
  const known = new Set(wanted.map(name));
  const present = new Set([...listed, ...products.map(({ sku }) => sku)]);
  return {
    lost: foldsKeys ? [] : wanted.filter((sku) => !present.has(sku)),
    duplicated: [...counts].filter(([, count]) => count > 1).map(([sku]) => sku),
    unexpected: [...counts.keys()].filter((sku) => !known.has(sku)),
  };
}

/** Exit codes that an import under kills and faults may end with: `help exit-codes`. */
const documented = [0, 7, 8];
/** Before anything is sent, a page in place of JSON is 5, and a store that gives no answer 6. */
const beforeSending = [5, 6];
const signalCodes = { SIGINT: 130, SIGTERM: 143 };

/** What is wrong with the end of one run; undefined when nothing is. A run that was killed may end anyhow. */
export function wrongEnd({ code, signal, strokes, sent, report }) {
  if (signal === 'SIGKILL') return undefined;
  // Before the program listens, a signal ends it as it ends every program; so it does while Node ends it, after its report.
  if (signal !== null) return strokes.includes(signal) && (!sent || report) ? undefined : `ended by ${signal}`;
  // A signal may come when the last row is done already.
  const allowed = [...documented, ...(sent ? [] : beforeSending), ...strokes.map((stroke) => signalCodes[stroke])];
  if (!allowed.includes(code)) return `exit code ${code}`;
  if (sent && !report) return `exit code ${code} without a report`;
  return undefined;
}

/**
 * What is wrong with the end of an import that began while another one sent: it may be refused because of that.
 * @param isLinked whether it names the journal by a hard link, by which nothing may be sent
 */
export function wrongRival(end, isLinked) {
  if (isLinked && end.sent) return 'it sent with a hard link to the journal';
  const isRefused = !end.sent && (end.code === 9 || (isLinked && end.code === 2));
  return isRefused ? undefined : wrongEnd(end);
}

const outcomes = ['invalid', 'elsewhere', 'created', 'existing', 'rejected', 'uncertain', 'duplicate', 'notSent'];

/** What a report says that cannot be true of a file of so many rows. */
export function wrongReport(report, code, rows) {
  const sum = outcomes.reduce((total, name) => total + report[name], 0);
  if (sum !== rows || report.rows !== rows) return `the counts add up to ${sum}, not to ${rows}`;
  const complete = report.created + report.existing;
  if (code === 0 && complete !== rows) return `exit code 0 with ${complete} of ${rows} rows in the store`;
  if (code === 7 && complete === rows) return `exit code 7 with all ${rows} rows in the store`;
  return undefined;
}

/** Whether an outcome says that a row is in the store. */
const isInStore = ({ outcome }) => outcome === 'created' || outcome === 'existing';

/** Those of which the results of an import say that they may be missing. */
export const listedAsMissing = (claims) => claims.filter((claim) => !isInStore(claim)).map(({ key }) => key);

/**
 * Rows that a run said are in the store, with the record it named, which the store does not have so. Of what exists only
 * because the store says so there is no ID.
 * @param claims `{ key, outcome, id }`, from the results of every run that wrote them
 */
export function falseClaims(claims, products) {
  const skus = new Map(products.map(({ id, sku }) => [String(id), sku]));
  const all = new Set(skus.values());
  const isTrue = ({ key, outcome, id }) => (id === '' && outcome === 'existing' ? all.has(key) : skus.get(id) === key);
  return claims.filter((claim) => isInStore(claim) && !isTrue(claim));
}
