/** Options of other tools and of people. */
export interface OptionGuess {
  readonly words: readonly string[];
  /** The guess is about commands that have this option, or about the command of this name. */
  readonly beside: string;
  readonly advice: string;
}
