import type { CommandGuess } from './command-guess.ts';
import { findDifferences, rerun, takeBack } from './sentences.ts';

/** About imports: to continue, undo, see and begin one. */
export const ofImports: readonly CommandGuess[] = [
  { after: 'imports', words: ['retry', 'resume', 'continue', 'rerun', 'restart'], advice: rerun },
  { after: 'imports', words: ['undo', 'rollback', 'revert'], advice: takeBack },
  {
    after: 'imports',
    words: ['cancel', 'stop', 'abort', 'pause'],
    advice: `To stop an import, press Ctrl-C where it runs. To undo one: ${takeBack}`,
  },
  {
    after: 'imports',
    words: ['errors', 'failed', 'failures', 'rejected', 'problems'],
    advice: 'Every row with a problem: shop-cli imports show <number>',
  },
  { after: 'imports', words: ['diff', 'compare', 'changes'], advice: findDifferences },
  { after: 'products', words: ['undo', 'rollback', 'revert'], advice: takeBack },
  { after: 'customers', words: ['undo', 'rollback', 'revert'], advice: takeBack },
  { after: 'addresses', words: ['undo', 'rollback', 'revert'], advice: takeBack },
  { after: 'imports', words: ['status', 'logs', 'log'], advice: 'To see an import: shop-cli imports show <number>' },
  { after: 'imports', words: ['create', 'run', 'start'], advice: 'To import a file: shop-cli products import <file>' },
];
