// Each mutation removes one of the rules that prevent lost products and duplicates (docs/reliability.md), that keep secrets
// (security.mjs), or that keep writes from stores that are read-only or production (`mark`). `tests` must fail then.
// `from` is found once in the file, whatever the white space.

import { security } from './security.mjs';

/** Those of the whole import, in this process. */
const imports = [
  ...[
    'safety',
    'continuing',
    'rejected-rows',
    'existing-keys',
    'shards',
    'rerun',
    'refused-after-creating',
    'changed-keys',
    'misreporting-store',
  ].map((name) => `test/import/${name}.test.ts`),
  'test/import/send',
  'test/import/models',
];
/** The built program, seen by the kernel. */
const system = ['test/import/system'];
const marks = ['test/cli/marks.test.ts', 'test/cli/preview.test.ts', 'test/settings/marks.test.ts'];

export const mutations = [
  ...security,
  {
    rule: 'I1',
    what: 'intents are written after the rows were sent',
    file: 'src/import/send/send-all.ts',
    from: 'run.ledger.announce(window); yield window;',
    to: 'yield window; run.ledger.announce(window);',
    tests: system,
  },
  {
    rule: 'I1',
    what: 'intents are not synced to the disk',
    file: 'src/import/journal/open-database.ts',
    from: 'PRAGMA synchronous=FULL',
    to: 'PRAGMA synchronous=OFF',
    tests: system,
  },
  {
    rule: 'I1',
    what: 'a second attempt is sent although its intent could not be written',
    file: 'src/import/send/deliver-row.ts',
    from: "run.requests.leave(ticket, { kind: 'answered' }); throw error;",
    to: 'void error;',
    tests: [...imports, ...system],
  },
  {
    rule: 'I2',
    what: 'the first look-up may say "absent"',
    file: 'src/import/send/settle.ts',
    from: 'return await lookUpAt(key, () => endedAt + settleTime.current, run);',
    to: 'return await lookUpAt(key, () => endedAt, run);',
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a row is sent again without a look-up',
    file: 'src/import/send/deliver-row.ts',
    from: "case 'ambiguous': return await applyLookUp(row, await counted(run, settle(row.key, endedAt, run)), run);",
    to: "case 'ambiguous': return await applyLookUp(row, { kind: 'absent' }, run);",
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a throttled row is sent again without a look-up',
    file: 'src/import/send/deliver-row.ts',
    from: 'return await applyLookUp(row, await counted(run, settleThrottled(row.key, endedAt, run)), run);',
    to: "return await applyLookUp(row, { kind: 'absent' }, run);",
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a look-up that fails says "absent"',
    file: 'src/import/send/settle.ts',
    from: "return { kind: isRefusal(error) ? 'refused' : 'unknown', message: error.message };",
    to: "return { kind: 'absent' };",
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'open rows of an earlier run are not settled',
    file: 'src/import/send/settle-earlier.ts',
    from: 'const open = journal.open();',
    to: 'const open = journal.open().slice(0, 0);',
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a refusal that may come after creating is believed at once',
    file: 'src/import/send/classify.ts',
    from: "kind: mayExist ? 'rejected?' : 'rejected'",
    to: "kind: 'rejected'",
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'only what was created lately is waited for by the next run, not what was rejected',
    file: 'src/import/journal/rows.ts',
    from: 'attempts > 0 AND',
    to: 'attempts > 0 AND state = 1 AND',
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a deleted import forgets what it sent a moment ago',
    file: 'src/import/journal/runs.ts',
    from: 'WHERE run = ? AND attempts = 0',
    to: 'WHERE run = ? AND attempts >= 0',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row that may be one of the products of a store that grew is sent again',
    file: 'src/import/send/absent-row.ts',
    from: "if (run.growth.exceeds(count)) return { kind: 'changed', message: grownMessage };",
    to: '',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row is sent more than twice into a store that has not shown how it keeps keys',
    file: 'src/import/send/absent-row.ts',
    from: "if (row.attempts > 1 && !run.growth.isNone(count)) return { kind: 'changed', message: sentTwiceMessage };",
    to: '',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row that an earlier run sent twice is sent again',
    file: 'src/import/send/settle-earlier.ts',
    from: "if (settled.kind === 'absent' && entry.attempts > 1) absentTwice.push(entry); else journal",
    to: 'journal',
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'an ID without a key is "created"',
    file: 'src/import/send/classify.ts',
    from: "return { kind: 'created?', productId: id };",
    to: "return { kind: 'created', productId: id };",
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'a row that was answered with an ID, and is not there, is sent again',
    file: 'src/import/send/deliver-row.ts',
    from: "if (settled.kind !== 'absent') return await applyLookUp(row, settled, run);",
    to: 'if (settled) return await applyLookUp(row, settled, run);',
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'any 2xx is "created"',
    file: 'src/import/send/classify.ts',
    from: "if (id === undefined) return { kind: 'ambiguous', message: 'The store answered with a product without an ID.' };",
    to: "if (id === undefined) return { kind: 'created', productId: '' };",
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'the key of the answer is not compared',
    file: 'src/import/send/classify.ts',
    from: 'if (String(echoed) === key.code) return',
    to: "if (String(echoed) !== '') return",
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'the key of a look-up is not compared',
    file: 'src/import/compare/lookup.ts',
    from: 'codes.filter((found) => found.code === code)',
    to: 'codes.filter((found) => found.code !== undefined)',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'rows that exist in the store are sent',
    file: 'src/import/send/existing-rows.ts',
    from: "if (found.kind === 'exists') {",
    to: "if (found.kind === 'exists' && found.product === 'x') {",
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a continued run does not recognize existing keys',
    file: 'src/import/deliver.ts',
    from: 'has: () => true, isShared: () => false',
    to: 'has: () => false, isShared: () => false',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'recently created rows that the store does not show yet are sent',
    file: 'src/import/send/existing-rows.ts',
    from: 'if (!recent.has(key))',
    to: "if (key !== '')",
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row with another key in the store is sent by the next run',
    file: 'src/import/send/existing-rows.ts',
    from: "if (isBlocked) return { state: 'blocked', message: blockedMessage };",
    to: '',
    tests: imports,
  },
  {
    rule: 'mark',
    what: 'a write passes the guard of the connection',
    file: 'src/cli/preview.ts',
    from: 'return isWrite(request) ? await protection.confirm() : undefined;',
    to: 'return;',
    tests: marks,
  },
  {
    rule: 'mark',
    what: 'only the guard of the connection refuses a write, after questions and reads',
    file: 'src/cli/tree.ts',
    from: 'session.protection.check();',
    to: 'void 0;',
    tests: marks,
  },
  {
    rule: 'mark',
    what: 'a mark counts for the spelling of one profile alone',
    file: 'src/settings/profiles.ts',
    from: 'identityOf(url) === identity',
    to: 'url === identity',
    tests: marks,
  },
  {
    rule: 'mark',
    what: 'a script may name another store than the one it writes to',
    file: 'src/cli/write-protection.ts',
    from: '!isNameOf(confirmStore, store)',
    to: "confirmStore === ''",
    tests: marks,
  },
  {
    rule: 'mark',
    what: 'the mark read-only of a profile is not looked at',
    file: 'src/settings/read-only.ts',
    from: 'store.profiles.filter(isReadOnly)',
    to: 'store.profiles.slice(0, 0)',
    tests: marks,
  },
];

/** The source with a mutation applied. @throws unless its place is there exactly once */
export function mutate(source, { file, from, to }) {
  const place = new RegExp(from.trim().split(/\s+/).map(quoted).join('\\s+'), 'g');
  const count = [...source.matchAll(place)].length;
  if (count !== 1) throw new Error(`${file} has this ${count} times instead of once: ${from}`);
  return source.replace(place, () => to);
}

const quoted = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
