// The rules of marks: no write reaches a store that is read-only, or production without its name (docs/internals/security.md).

const tests = ['test/cli/marks.test.ts', 'test/cli/preview.test.ts', 'test/settings/marks.test.ts'];

export const marks = [
  {
    rule: 'mark',
    what: 'a write passes the guard of the connection',
    from: 'else if (!options.dryRun) return await protection.confirm();',
    to: 'else if (!options.dryRun) return;',
    tests,
  },
  {
    rule: 'mark',
    what: 'only the guard of the connection refuses a write, after questions and reads',
    from: 'if (writes) session.protection.check();',
    to: '',
    tests,
  },
  {
    rule: 'mark',
    what: 'a mark counts for the spelling of one profile alone',
    from: 'placeOf(url)?.origin === place.origin',
    to: 'url === address',
    tests,
  },
  { rule: 'mark', what: 'an address with two slashes is another store', from: ".replace(/\\/+/g, '/')", to: '', tests },
  {
    rule: 'mark',
    what: 'a .env beside a store that is named is not read',
    from: 'isNamed ? readDotenvMark(context)',
    to: 'isNamed ? { values: {}, faults: [], doubt: undefined }',
    tests,
  },
  {
    rule: 'mark',
    what: 'a mark in other words, or of another value, is overlooked',
    from: 'const storedProfile = z.strictObject({',
    to: 'const storedProfile = z.looseObject({',
    tests: ['test/settings/profiles.test.ts'],
  },
  {
    rule: 'mark',
    what: 'a GET that a header or a parameter makes another method is a read',
    from: ' || methodOverrides(request).length > 0',
    to: '',
    tests,
  },
  {
    rule: 'mark',
    what: 'a change of the profiles may lose a mark',
    from: '(profile.production && !production) || (isReadOnly(profile) && !readOnly)',
    to: 'production && readOnly && profile.name.length === 0',
    tests,
  },
  {
    rule: 'mark',
    what: 'a script may name another store than the one it writes to',
    from: '!isNameOf(confirmStore, store)',
    to: "confirmStore === ''",
    tests,
  },
  {
    rule: 'mark',
    what: 'the mark read-only of a profile is not looked at',
    from: 'store.profiles.filter(isReadOnly)',
    to: 'store.profiles.slice(0, 0)',
    tests,
  },
  {
    rule: 'mark',
    what: 'a line of a .env that may mean the mark is overlooked',
    from: 'return !isReadable && namesMark(text);',
    to: 'return false;',
    tests: ['test/settings/dotenv-lines.test.ts'],
  },
  {
    rule: 'mark',
    what: 'in CI a write goes to the current profile',
    from: "return env.CI && store.source === 'current profile' ? unnamedRefusal(store) : undefined;",
    to: 'return undefined;',
    tests: ['test/cli/current-profile-in-ci.test.ts'],
  },
  {
    rule: 'mark',
    what: 'an odd path is a store of its own',
    from: 'return place.isOdd || (/[A-Z]/',
    to: 'return (/[A-Z]/',
    tests,
  },
];
