import fc from 'fast-check';
import { inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly isThorough: boolean;
  }
}

/** Whether this is the slow run of tests that the fast ones try a part of (vitest.config.ts). */
export const isThorough = inject('isThorough');

/** How often a property is tried: a fifth of this all day. */
export const runsOf = (all: number): number => (isThorough ? all : Math.ceil(all / 5));

/** Of a table every third case all day, say, beginning with another one for each table that it is crossed with. */
export const sampleOf = <T>(cases: readonly T[], step: number, from = 0): readonly T[] =>
  isThorough ? cases : cases.filter((_, at) => (at + from) % step === 0);

/** `sampled(3).each(…)` instead of `test.each(…)`: a test of each case in the slow run, of every third all day. */
export const sampled = (step: number): Pick<typeof test, 'each'> => ({
  each: ((cases: readonly unknown[]) => test.each(sampleOf(cases, step))) as typeof test.each,
});

/**
 * Any code point but half surrogate pairs: `unit: 'binary'` of fast-check, which takes a second of each process to list
 * them all, so as to make shorter what it has not made itself.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
