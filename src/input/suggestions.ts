import type { Argument, Command, Option } from 'commander';
import type { Suggested } from '../resources/kind.ts';

/** What can be typed as the value of an option, or as an argument. */
export interface Suggestions {
  readonly texts: () => Suggested;
  /** What separates several of them in one word. */
  readonly separator?: ',';
  /** The value goes on behind it: `price=`. */
  readonly isOpen?: true;
  /** No other value is valid. */
  readonly isClosed?: true | undefined;
}

/** Separate from commander's choices, which would check the value and change the help. */
const known = new WeakMap<Option | Argument, Suggestions | 'profiles'>();

/** Says what can be typed there. Returns the option or argument itself. */
export function suggest<T extends Option | Argument>(place: T, suggestions: Suggestions | 'profiles'): T {
  known.set(place, suggestions);
  return place;
}

/** The same for an option or an argument that the command has already: `--store`, `method`. */
export function suggestAt(command: Command, name: string, suggestions: Suggestions | 'profiles'): void {
  const place =
    command.options.find(({ long }) => long === name) ??
    command.registeredArguments.find((argument) => argument.name() === name);
  if (!place) throw new TypeError(`${command.name()} has no ${name}`);
  suggest(place, suggestions);
}

/** What can be typed there; `files` where a file is named, `profiles` for those of the user, undefined where nothing is known. */
export function suggestionsFor(place: Option | Argument): Suggestions | 'files' | 'profiles' | undefined {
  return known.get(place) ?? (takesFile(place) ? 'files' : undefined);
}

/** By the placeholder, as the help shows it. */
const takesFile = (place: Option | Argument): boolean =>
  'flags' in place ? place.flags.endsWith('<file>') : place.name() === 'file';
