// The rules that keep the imports of one noun apart from those of another: a key belongs to a noun.

const tests = ['test/import/journal/nouns.test.ts'];

export const nouns = [
  {
    rule: 'noun',
    what: 'an import settles, and knows, the rows of every noun',
    from: 'run IN (SELECT run FROM runs WHERE noun =',
    to: 'run IN (SELECT run FROM runs WHERE noun IS NOT NULL OR noun =',
    tests,
  },
  {
    rule: 'noun',
    what: 'the same file with the same options is one import, whatever its rows are',
    from: "const more = noun === firstNoun ? '' :",
    to: "const more = noun !== '' ? '' :",
    tests,
  },
  {
    rule: 'noun',
    what: 'an import of products that an earlier version began is not continued',
    from: "const more = noun === firstNoun ? '' :",
    to: "const more = noun === '' ? '' :",
    tests: [...tests, 'test/import/journal/earlier-version.test.ts'],
  },
  {
    rule: 'noun',
    what: 'an import replaces the unfinished imports of another noun from the same path',
    from: 'SELECT * FROM runs WHERE store = ? AND noun = ? AND path = ?',
    to: 'SELECT * FROM runs WHERE store = ? AND (noun = ? OR true) AND path = ?',
    tests,
  },
  {
    rule: 'noun',
    what: 'the previous import of a feed may be one of another noun',
    from: 'AND feed = ? AND store = ? AND noun = ?',
    to: 'AND feed = ? AND store = ? AND (noun = ? OR true)',
    tests,
  },
  {
    rule: 'noun',
    what: 'a plan of other rows is applied as one of products',
    from: 'await importedNoun(tree(), plan.heading.noun)',
    to: "await importedNoun(tree(), 'products')",
    tests: ['test/import/plan/apply.test.ts'],
  },
];
