import type { Fault, Members } from '../resources/draft.ts';
import { nearest } from '../text/nearest.ts';
import { flagOf } from './options.ts';

/** What is wrong with a member, and what was most likely meant. */
export interface HintedFault extends Fault {
  readonly hint?: string;
}

/** The faults of a body from a file; a member that there is not is named as it stands there, since it is no option. */
export function tellUnknownInFile(members: Members, faults: readonly Fault[]): readonly HintedFault[] {
  return faults.map((fault) => {
    if (isKnown(members, fault.member)) return fault;
    const message = `has "${fault.member}", which ${fault.message}`;
    return hinted({ member: '--body', value: '', message }, nearestQuoted(fault.member, Object.keys(members)));
  });
}

/** The faults of options; of these only `--unset` can name a member that there is not. */
export function tellUnknownUnset(members: Members, faults: readonly Fault[]): readonly HintedFault[] {
  const names = Object.keys(members).map((name) => flagOf(name).slice(2));
  return faults.map((fault) => {
    if (isKnown(members, fault.member)) return fault;
    return hinted({ ...fault, member: '--unset', value: fault.member }, nearest(fault.member, names));
  });
}

/** Whether a fault is of the whole body, of a member by its name or alias, or of something within one: `products[1].uprid`. */
function isKnown(members: Members, member: string): boolean {
  const name = /^[^.[]*/.exec(member)?.[0] ?? '';
  return name === '' || Object.hasOwn(members, name) || Object.values(members).some(({ alias }) => alias === name);
}

const nearestQuoted = (given: string, names: readonly string[]): readonly string[] => nearest(given, names).map((name) => `"${name}"`);

const hinted = (fault: Fault, near: readonly string[]): HintedFault =>
  near.length > 0 ? { ...fault, hint: `Did you mean ${near.join(', ')}?` } : fault;

/** The same faults, those of a value that was most likely meant otherwise with what: the code of a country that was given by its name. */
export async function tellMeant(members: Members, faults: readonly HintedFault[]): Promise<readonly HintedFault[]> {
  return await Promise.all(
    faults.map(async (fault) => {
      const kind = Object.hasOwn(members, fault.member) ? members[fault.member]?.kind : undefined;
      const [value, about] = (await kind?.meant?.(fault.value)) ?? [];
      return value === undefined ? fault : hinted(fault, [`${value} (${about})`]);
    }),
  );
}
