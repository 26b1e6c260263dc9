import fc from 'fast-check';
import { describe, test } from 'vitest';
import { isThorough } from '../../support/thorough.ts';
import { isRight, stories, writesWithout } from '../models/customer-stories.ts';

// The whole import of customers but for the command line and the network, on a clock that only sleeping moves, into a store
// that cannot list or search them, and does what fast-check thinks of.
const numRuns = Number((process.env.MODEL_RUNS ?? isThorough) ? 100 : 6);
const endOnFailure = process.env.MODEL_QUICK !== undefined;

describe('whatever a store answers, and whenever an import of customers is killed or stopped', () => {
  test('nobody is lost, nobody is there twice, and who is uncertain is listed', async () => {
    await fc.assert(fc.asyncProperty(stories(), isRight), { numRuns, endOnFailure });
  }, 1_200_000);

  // A refusal is believed when the settle time is over, if nobody is found: what is created and refused must be shown by then.
  test('the same where it shows customers late, but for those that it refuses', async () => {
    const late = stories({ lag: fc.integer({ min: 0, max: 40_000 }), writes: writesWithout(/^4(?!29)/) });
    await fc.assert(fc.asyncProperty(late, isRight), { numRuns, endOnFailure });
  }, 1_200_000);
});
