// The rules of feeds (I5): what an earlier import found out is believed only as far as the store shows it.

const tests = ['test/import/feed.test.ts'];

export const feeds = [
  {
    rule: 'I5',
    what: 'a feed is believed although the store has fewer products',
    from: 'if (products < before) return fewerProducts(previous, products, before);',
    to: '',
    tests,
  },
  {
    rule: 'I5',
    what: 'a feed is believed without looking up some of its rows',
    from: 'return lost && otherProducts(previous, lost.row);',
    to: 'return undefined;',
    tests,
  },
  {
    rule: 'I5',
    what: 'a feed is believed although a page of the list lacks one of its products',
    from: 'if (missing.length === 0 && shown >= samples)',
    to: 'if (shown >= samples)',
    tests,
  },
  {
    rule: 'I5',
    what: 'a page shows a product whatever its ID and key',
    from: 'idOf(record) === product && record[key.field] === key.code',
    to: "idOf(record) !== ''",
    tests,
  },
  {
    rule: 'I5',
    what: 'a feed remembers rows of which another import has found out something else',
    from: 'new Set(journal.doubted(previous.run).map(keyText))',
    to: 'new Set<string>()',
    tests,
  },
  {
    rule: 'I5',
    what: 'a feed remembers rows whatever their outcome',
    from: 'const isRemembered = `state IN (',
    to: 'const isRemembered = `state IN (3, 4, 5,',
    tests,
  },
  {
    rule: 'I5',
    what: 'a feed remembers a product that was never compared',
    from: "'existing', { product: settled.productId, fingerprint: notCompared }",
    to: "'existing', { product: settled.productId }",
    tests,
  },
  {
    rule: 'I5',
    what: 'a continued import believes what it doubted before',
    from: 'recallsPrevious(options) && !continued?.isFull',
    to: 'recallsPrevious(options)',
    tests,
  },
  {
    rule: 'I5',
    what: 'what an import took from memory stays when it is doubted later',
    from: 'const isFromMemory = `state',
    to: 'const isFromMemory = `false AND state',
    tests,
  },
  {
    rule: 'I5',
    what: 'a changed row counts as unchanged',
    from: 'one.facts === other.facts && one.stated === other.stated',
    to: 'one.stated === other.stated',
    tests,
  },
  {
    rule: 'I5',
    what: 'a row in another language counts as unchanged',
    from: 'one.facts === other.facts && one.stated === other.stated',
    to: 'one.facts === other.facts',
    tests,
  },
  {
    rule: 'I5',
    what: 'another shard is the same feed',
    from: "AND (options ->> '$.shard') IS (? ->> '$.shard')",
    to: 'AND ? IS NOT NULL',
    tests,
  },
  {
    rule: 'renamed',
    what: 'a row whose key differs by case, form or zeros from that of an earlier import is sent',
    from: 'page.filter((row) => wanted.has(foldedText(row.key)))',
    to: "page.filter((row) => row.key.code === '')",
    tests: ['test/import/renamed-keys.test.ts'],
  },
  {
    rule: 'renamed',
    what: 'a row of a feed whose EAN another product has is sent',
    from: '...(isFeed && ean ? [ean] : [])',
    to: '',
    tests: ['test/import/renamed-keys.test.ts'],
  },
];
