// The rules that keep the imports of one noun apart from those of another: a key belongs to a noun.

const tests = ['test/import/journal/nouns.test.ts'];
const secrets = ['test/import/secrets.test.ts'];

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
    from: 'plan, await importedNoun(tree(), plan.heading.noun)',
    to: "plan, await importedNoun(tree(), 'products')",
    tests: ['test/import/plan/apply.test.ts'],
  },
  {
    rule: 'secrets',
    what: 'a row states its password',
    from: 'if (!hasSecrets(noun)) return (values) => values;',
    to: 'if (noun) return (values) => values;',
    tests: secrets,
  },
  {
    rule: 'secrets',
    what: 'what a store says of a row may have its password',
    from: 'if (values === stated) return connection;',
    to: 'if (values) return connection;',
    tests: secrets,
  },
  {
    rule: 'secrets',
    what: 'a fault shows the password that it is about',
    from: 'if (!reader.isSecret) return',
    to: 'if (reader) return',
    tests: secrets,
  },
  {
    rule: 'secrets',
    what: 'a guess of the encoding shows a cell that may be a password',
    from: 'const evidenceOf = mayBeSecret ? lineOf : cellOf;',
    to: 'const evidenceOf = cellOf;',
    tests: secrets,
  },
  {
    rule: 'secrets',
    what: '--set takes a password, which the journal and reports would have',
    from: "set: pairs(raw.set, '--set', noun, shownFields(noun)),",
    to: "set: pairs(raw.set, '--set', noun, noun.draft.names),",
    tests: secrets,
  },
];
