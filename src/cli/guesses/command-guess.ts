/** Words in the place of a command. */
export interface CommandGuess {
  /** The last word of the command that they follow: `''` for none, `*` for any noun. */
  readonly after: string;
  readonly words: readonly string[];
  readonly advice: string;
}
