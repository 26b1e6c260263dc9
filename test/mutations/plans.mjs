// The rules of plans that a person approves (docs/import.md): a plan sends what was approved, once, or nothing.

const tests = ['test/import/plan/apply.test.ts'];

export const plans = [
  {
    rule: 'P1',
    what: 'a plan that was edited is applied',
    from: 'if (seal !== sha256) throw',
    to: 'if (seal.length === 0) throw',
    tests,
  },
  {
    rule: 'P1',
    what: 'a plan that was cut off is applied',
    from: "if (typeof seal !== 'string') throw",
    to: 'if (seal === null) throw',
    tests,
  },
  {
    rule: 'P2',
    what: 'another file is sent than the one that was planned',
    from: "if (options.plan) (await import('./plan/plan.ts')).refuseOtherFile(options.path, copy.hash, options.plan);",
    to: '',
    tests,
  },
  {
    rule: 'P3',
    what: 'a plan is applied to another store',
    from: 'refuseOtherStore(plan, store);',
    to: '',
    tests,
  },
  {
    rule: 'P4',
    what: 'a plan is applied without the options it was made with',
    from: '{ ...raw, ...pickPlanned(plan.heading.options) }',
    to: 'raw',
    tests,
  },
  {
    rule: 'P4',
    what: 'a plan is applied with the settings of whoever applies it',
    from: '{ ...options, ...planned(plan, options), plan }',
    to: '{ ...options, plan }',
    tests,
  },
  {
    rule: 'P5',
    what: 'a plan of another version of the program is applied',
    from: 'if (found && found.program !== version) throw',
    to: 'if (found && found.program === undefined) throw',
    tests,
  },
  {
    rule: 'P6',
    what: 'a plan is applied after its time',
    from: 'if (now > heading.validUntil) throw',
    to: 'if (now < 0) throw',
    tests,
  },
  {
    rule: 'P7',
    what: 'a plan is applied twice',
    from: "if (used) throw (await import('./plan/plan.ts')).appliedBefore(plan, used.applied, used.run?.run);",
    to: '',
    tests,
  },
  {
    rule: 'P7',
    what: 'two imports apply a plan at once: it is not checked again when the journal is locked',
    from: 'if (plan) await refuseUsedPlan(plan, journal, identity);',
    to: '',
    tests,
  },
  {
    rule: 'P7',
    what: 'who applies a plan is noted only after its rows were sent',
    from: 'noteStart(run, products); isSending = true; progress.begin(); await sendAll(rowsLeft(checked, tally), attemptsBefore(journal, ledger.run, absent), run);',
    to: 'isSending = true; progress.begin(); await sendAll(rowsLeft(checked, tally), attemptsBefore(journal, ledger.run, absent), run); if (!stopper.signal.aborted) noteStart(run, products);',
    tests,
  },
  {
    rule: 'P8',
    what: 'rows are sent that the plan does not include',
    from: 'if (planned && !planned.has(row.record)) return',
    to: 'if (planned && row.record < 0) return',
    tests,
  },
];
