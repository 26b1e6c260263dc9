// The rules of feeds (I5): what an earlier import found out is believed only as far as the store shows it.

const tests = ['test/import/deliver/recall.test.ts'];

export const feeds = [
  {
    rule: 'I5',
    what: 'a feed is believed although the store has fewer products',
    from: 'if (products !== undefined && products < before) return fewerProducts(previous, products, before, run.options.noun.names);',
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
    what: 'a run whose rows are no longer known is continued without looking them up',
    from: ', NULL, products) WHERE run',
    to: ', products, products) WHERE run',
    tests: ['test/import/deliver/existing-rows.test.ts'],
  },
  {
    rule: 'I5',
    what: 'a feed remembers rows of which another import has found out something else',
    from: 'iif((old.folded, old.code) IN',
    to: 'iif(false AND (old.field, old.code) IN',
    tests,
  },
  {
    rule: 'I5',
    what: 'a feed remembers rows whatever their outcome',
    from: `const isRemembered = "state IN (`,
    to: `const isRemembered = "state IN ('rejected', 'uncertain', 'blocked', `,
    tests,
  },
  {
    rule: 'I5',
    what: 'a feed remembers a product that was never compared',
    from: 'finish({ ...shown, isCompared: false })',
    to: 'finish(shown)',
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
    what: 'a continued import notes nothing of rows that were not created',
    from: "if (state === 'created') for",
    to: 'for',
    tests: ['test/import/continued-rows.test.ts'],
  },
  {
    rule: 'I5',
    what: 'what an import took from memory stays when it is doubted later',
    from: 'const isFromMemory = "state',
    to: 'const isFromMemory = "false AND state',
    tests,
  },
  {
    rule: 'I5',
    what: 'a changed row counts as unchanged',
    from: 'now.facts = old.facts AND now.stated = old.stated',
    to: 'now.stated = old.stated',
    tests,
  },
  {
    rule: 'I5',
    what: 'a row in another language counts as unchanged',
    from: 'now.stated = old.stated AND now.rest = old.rest',
    to: 'now.stated = old.stated',
    tests,
  },
  {
    rule: 'I5',
    what: 'another shard is the same feed',
    from: "AND (options ->> '$.shard') IS (?3 ->> '$.shard')",
    to: 'AND ?3 IS NOT NULL',
    tests,
  },
  {
    rule: 'renamed',
    what: 'a row whose key differs by case, form or zeros from that of an earlier import is sent',
    from: '.filter(({ certainty }) => certainty > 0)',
    to: '.filter(() => false)',
    tests: ['test/import/deliver/renamed-rows.test.ts'],
  },
  {
    rule: 'renamed',
    what: 'a row of a feed whose EAN another product has is sent',
    from: '...(isFeed ? others : [])',
    to: '',
    tests: ['test/import/deliver/renamed-rows.test.ts'],
  },
];
