// The rules by which rows are looked up by IDs, of a noun that a store cannot list.

const search = ['test/import/evidence/ids/id-search.test.ts'];
const gap = ['test/import/evidence/ids/id-gap.test.ts'];
const marks = ['test/import/evidence/ids/id-marks.test.ts'];
const barrier = ['test/import/evidence/ids/barrier.test.ts'];
const stories = ['test/import/deliver/customer-stories.test.ts'];
const secret = ['test/import/journal/key-secret.test.ts'];
const others = ['test/import/deliver/created-by-others.test.ts'];

const rules = [
  {
    what: 'rows are sent side by side before an ID is known',
    from: 'await this.#until(() => this.#marks.highest !== undefined || this.#unanswered === 0);',
    to: '',
    tests: barrier,
  },
  {
    what: 'the last row does not wait until the others can be looked up by its ID',
    from: 'await this.#whenLast(count);',
    to: '',
    tests: barrier,
  },
  {
    what: 'a row that was sent before the settle time was over tells where the IDs of another end',
    from: 'if (due() <= sentAt) tell({ above: id, leads: false });',
    to: 'tell({ above: id, leads: false });',
    tests: barrier,
  },
  {
    what: 'one 404 says that a customer is missing',
    from: "if (settled.kind !== 'absent' || isRefused) return settled;",
    to: 'if (settled) return settled;',
    tests: search,
  },
  {
    what: 'nobody looks again for whoever was sent twice',
    from: "if (others.length > 0) return { kind: 'duplicate',",
    to: "if (others.length < 0) return { kind: 'duplicate',",
    tests: ['test/import/deliver/customer-stories.test.ts'],
  },
  {
    what: 'what was read before its settle time was over serves a row',
    from: 'if (before && before.startedAt >= due) return before.reading;',
    to: 'if (before) return before.reading;',
    tests: search,
  },
  {
    what: 'IDs need not rise',
    from: 'if (low !== undefined && number <= low) this.#doubtIt(',
    to: 'if (low !== undefined && number < 0) this.#doubtIt(',
    tests: marks,
  },
  {
    what: 'IDs need not be numbers',
    from: 'if (!/^[1-9]\\d*$/.test(id)) return undefined; return Number.isSafeInteger(Number(id)) ? Number(id) : undefined;',
    to: 'const number = Number.parseInt(id, 10); return Number.isSafeInteger(number) ? number : undefined;',
    tests: marks,
  },
  {
    what: 'the next import has no doubt of IDs',
    from: '(why) => noteFact(journal, doubtName + why)',
    to: '() => undefined',
    tests: stories,
  },
  {
    what: 'a doubt that arises while others are read does not count',
    from: 'return this.#marks.doubt === undefined ? settled : this.#doubtful();',
    to: 'return settled;',
    tests: search,
  },
  {
    what: 'an empty reply, or another record, counts as a 404',
    from: "error.kind === 'not-found' && error.status === 404) return undefined;",
    to: "error.kind === 'not-found') return undefined;",
    tests: ['test/import/evidence/ids/id-readings.test.ts'],
  },
  {
    what: 'a failed reading counts as a 404',
    from: "if (failed) return { kind: 'uncertain', message: notRead(noun, failed.message) };",
    to: '',
    tests: gap,
  },
  {
    what: 'a customer without his address counts as somebody else',
    from: "if (hidden) return { kind: 'uncertain', message: withoutKey(noun, hidden.id) };",
    to: '',
    tests: gap,
  },
  {
    what: 'whoever has the address is the row, whatever he is called',
    from: '.filter(({ record }) => statesAll(noun, row, record)).map(',
    to: '.map(',
    tests: gap,
  },
  {
    what: 'whoever has the address and other names is somebody else',
    from: 'if (different) return {',
    to: 'if (different && !noun) return {',
    tests: gap,
  },
  {
    what: 'whoever has all but the address is somebody else',
    from: 'const alike = others.find(({ record }) => statesAll(noun, row, record));',
    to: 'const alike = others.find(({ record }) => !noun && statesAll(noun, row, record));',
    tests: gap,
  },
  {
    what: 'however many IDs of others are between the marks, all are read',
    from: 'if (ids.length === maxUnknownIds) return undefined;',
    to: '',
    tests: search,
  },
  {
    what: 'a store need not show what it has created last',
    from: "].find(({ kind }) => kind !== 'record');",
    to: "].find(({ kind }) => kind === 'failed');",
    tests: search,
  },
  {
    what: 'what was read before the store showed its last one proves something',
    from: 'Math.max(evidence.due, before.at)',
    to: 'evidence.due',
    tests: search,
  },
  {
    what: 'the lower mark is the highest ID that is known when the row is looked up',
    from: 'await this.#search.between(row, low, above, evidence)',
    to: 'await this.#search.between(row, this.marks.highest, above, evidence)',
    tests: stories,
  },
  {
    what: 'attempts are forgotten after a refusal',
    from: "state IN ('open', 'absent', 'uncertain', 'rejected', 'duplicate')",
    to: "state IN ('open', 'absent', 'uncertain', 'duplicate')",
    tests: stories,
  },
  {
    what: 'whoever was found twice is sent once more',
    from: "state IN ('open', 'absent', 'uncertain', 'rejected', 'duplicate')",
    to: "state IN ('open', 'absent', 'uncertain', 'rejected')",
    tests: stories,
  },
  {
    what: 'a row that no import may send is sent',
    from: "if (trust !== 'may be gone' && blockedTexts.has(text)) return { kind: 'blocked' };",
    to: '',
    tests: stories,
  },
  {
    what: 'an import does not know which IDs earlier ones got, and when',
    from: 'const known = earlier === undefined ? undefined : this.#since(earlier + settleTime.current);',
    to: 'const known = earlier === -1 ? this.#since(earlier) : undefined;',
    tests: stories,
  },
  {
    what: 'a row that left before the settle time of another was over tells of it in a later import',
    from: 'this.#since(earlier + settleTime.current)',
    to: 'this.#since(earlier)',
    tests: ['test/import/evidence/ids/id-look-up.test.ts'],
  },
  {
    what: 'an announcement says when its attempt had ended',
    from: 'AND at > sent AND',
    to: 'AND at >= sent AND',
    tests: ['test/import/journal/attempts.test.ts'],
  },
  {
    what: 'an ID that a look-up found tells when it was given',
    from: "AND evidence = 'answered' AND sent >= ?2",
    to: 'AND sent >= ?2',
    tests: ['test/import/journal/attempts.test.ts'],
  },
  {
    what: 'times under a clock that is not that of the store are compared',
    from: "const isOfRightClock = 'run NOT IN (SELECT run FROM runs WHERE clock_differs)';",
    to: "const isOfRightClock = 'true';",
    tests: ['test/import/journal/attempts.test.ts'],
  },
  {
    what: 'the ID above is not on disk when others are read',
    from: 'onLook(); const evidence',
    to: 'const evidence',
    tests: stories,
  },
  {
    what: 'all rows that are sent again leave at once',
    from: 'await this.#barrier.again();',
    to: '',
    tests: stories,
  },
  {
    what: 'nobody looks at IDs of others between those of an import',
    from: 'this.#people >= mostPeople || this.#reads >= mostReads || this.#questions.marks.doubt !== undefined',
    to: 'this.#people >= 0',
    tests: others,
  },
  {
    what: 'another import of the same people goes on for ever',
    from: 'if (this.#found.size === mostFound) stop(',
    to: 'if (this.#found.size === -1) stop(',
    tests: others,
  },
  {
    what: 'an import beside another one of the same people asks for a repetition',
    from: "if (reason?.kind === 'import-incomplete') return exitCodes['import-incomplete'];",
    to: '',
    tests: others,
  },
  {
    what: 'whoever somebody else has created meanwhile is sent',
    from: 'const rest = batch.slice(at, at + size).filter((row) => !finishIfOvertaken(row, overtaken(row), delivery));',
    to: 'const rest = batch.slice(at, at + size);',
    tests: others,
  },
  {
    what: 'whoever was sent, and created by somebody else, is a success',
    from: 'ledger.correct(row, state, details); } } }',
    to: 'void [state, details]; } } }',
    tests: others,
  },
  {
    what: 'rows whose answers are lost are taken for people whom somebody else has created',
    from: 'if (id === undefined) this.#unclear.add(keyText(key));',
    to: '',
    tests: others,
  },
  {
    what: 'rows that are still under way are taken for people whom somebody else has created',
    from: 'waits: new Set(this.#underWay)',
    to: 'waits: new Set([...this.#underWay].slice(0, 0))',
    tests: ['test/import/evidence/ids/strangers.test.ts'],
  },
  {
    what: 'a row that no other follows is looked up again, and again, by each repetition',
    from: "{ do: 'keep' } : uncertain({ message: found.message, evidence: 'none' });",
    to: "{ do: 'keep' } : { do: 'leave open', message: found.message };",
    tests: stories,
  },
  {
    what: 'a row without a clear answer that no other follows is absent where it is not found',
    from: 'if (!isRefused || !isEnd) return',
    to: 'if (!isEnd) return',
    tests: search,
  },
  {
    what: 'a key about a person is in the journal as it is',
    from: 'code: hashKey ? hashKey(code) : code',
    to: 'code',
    tests: secret,
  },
  {
    what: 'a journal whose secret is lost takes everybody for new',
    from: 'if (checks.length === 0 || checks.includes(checkOf(hashKey))) return;',
    to: 'if (hashKey) return;',
    tests: secret,
  },
  {
    what: 'a 409 without words says that a customer exists',
    from: "if (refusal.says !== 'unclear' && saysTaken(refusal, noun)) return 'exists';",
    to: "if (refusal.says === 'conflict' || saysTaken(refusal, noun)) return 'exists';",
    tests: ['test/import/deliver/next.test.ts'],
  },
  {
    what: 'a phone number that is taken says that a customer exists',
    from: 'isSaid && !says(others, said) &&',
    to: 'isSaid &&',
    tests: ['test/import/evidence/ids/says-taken.test.ts'],
  },
  {
    what: 'a customer who may exist exists',
    from: '!says(others, said) && !says(doubts, said)',
    to: '!says(others, said)',
    tests: ['test/import/evidence/ids/says-taken.test.ts'],
  },
  {
    what: 'any sentence that has a predicate says that the customer exists',
    from: 'const isSaid = isOfKey || says(addresses, said) || (says(people, said) && says(exists, said));',
    to: 'const isSaid = true;',
    tests: ['test/import/evidence/ids/says-taken.test.ts'],
  },
  {
    what: 'a row that was left open counts twice once it has another outcome',
    from: 'if (this.#left.delete(record)) this.tally',
    to: 'if (this.#left.delete(record) && attempts < 0) this.tally',
    tests: ['test/import/deliver/customer-stories.test.ts'],
  },
  {
    what: 'an outcome that was lost is sealed',
    from: 'found === checked && sealed !== checked',
    to: 'found === checked',
    tests: ['test/import/journal/damage.test.ts'],
  },
  {
    what: 'rows that were lost are sealed',
    from: 'found === checked && sealed !== checked',
    to: 'sealed !== checked',
    tests: ['test/import/journal/damage.test.ts'],
  },
  {
    what: 'a deleted import of people is forgotten',
    from: 'const hasPerson = `run IN (',
    to: 'const hasPerson = `run NOT IN (',
    tests: ['test/import/journal/deleted-runs.test.ts'],
  },
  {
    what: 'a row of which no attempt is known was refused',
    from: 'isRefused: sent.length > 0 && sent.every',
    to: 'isRefused: sent.every',
    tests: ['test/import/journal/attempts.test.ts'],
  },
  {
    what: 'who was erased is sent',
    from: "(at === undefined ? { kind: 'new' } : { kind: 'erased', at })",
    to: "{ kind: 'new' }",
    tests: ['test/import/people/believed.test.ts'],
  },
];

export const numbered = rules.map((rule) => ({ rule: 'L', ...rule }));
