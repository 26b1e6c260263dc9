import type { Command } from 'commander';
import type { Noun } from '../client/endpoints/noun.ts';
import type { RawOptions } from '../input/options.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { Session } from './session.ts';

/** One command: its help, its arguments and options, its work. */
export interface CommandDefinition {
  /** What a person must know before using it, in paragraphs: help, manual and `docs/commands.md` show it below the summary. */
  readonly caution?: string;
  /** Rules and behaviour in paragraphs, for `docs/commands.md`. The help shows only summary and caution. */
  readonly details?: string;
  /** Command lines without `shop-cli`, each with what it does. They work unchanged with `--store sandbox`. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Exit codes that mean something special for this command, with what they mean. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Related commands, without `shop-cli`: `products export`. */
  readonly seeAlso?: readonly string[];
  /**
   * What it prints, which may depend on its options and arguments. `--fields` is checked against it before anything is
   * sent.
   */
  readonly result?: RecordDefinition | ((options: RawOptions, args: readonly string[]) => RecordDefinition);
  /** Whether it may print people, which neither `result` nor `imports` says: a plan may be one of people. */
  readonly isOfPeople?: true;
  /**
   * What it prints with `--json`: one `result` unless said otherwise, a list of them, or with `each` one for one
   * argument and a list for several. Otherwise the names of schemas; none for text that is not JSON.
   */
  readonly prints?: 'list' | 'each' | readonly string[];
  /**
   * Whether it writes to the store, which may depend on its arguments and options: then a protected store refuses it at
   * once.
   */
  readonly isWrite?: true | ((args: readonly string[], options: RawOptions) => boolean);
  /** The noun whose records it creates from a file: what looks at an import later finds it by this. */
  readonly imports?: Noun;
  /** Reports what is wrong with settings, so that it also runs with invalid ones: those of the session only say how to print. */
  readonly isDiagnosis?: true;
  /** Adds its own arguments and options. */
  readonly options?: (command: Command) => void;
  /** Does the work; returns the exit code, if not 0. Failures are thrown. */
  readonly run: (session: Session, options: RawOptions, args: readonly string[]) => Promise<number | undefined>;
}

/** Where the help of the program shows a command. */
interface Placed {
  /** The heading above it and those that follow. */
  readonly heading?: string;
}

/** A command in its place in the tree. Its code is loaded when it is used. */
export interface Verb extends Placed {
  /** What it does, in one imperative line without a full stop: the help shows it. */
  readonly summary: string;
  /** Not in the help of its noun. */
  readonly isHidden?: true;
  readonly load: () => Promise<CommandDefinition>;
}

/** A noun with its verbs. */
export interface Group extends Placed {
  readonly summary: string;
  /** What to know before its verbs, in paragraphs below the summary. */
  readonly about?: string;
  /** Accepted in place of the noun. */
  readonly singular?: string;
  readonly verbs: Tree;
}

export type Tree = Readonly<Record<string, Verb | Group>>;
