import type { OptionGuess } from './option-guess.ts';

/** What a CI job passes to an import. */
export const jobGuesses: readonly OptionGuess[] = [
  {
    words: ['--warnings-as-errors', '--strict', '--werror', '--fail-on-warning', '--ci'],
    beside: '--fail-on-warnings',
    advice:
      'To fail on any warning: --fail-on-warnings. To refuse unknown columns: --strict-columns. To refuse rows without a price: --require price',
  },
];
