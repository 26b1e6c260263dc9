import type { Draft, DraftOf, Fault } from './draft.ts';
import { type Kind, textKind } from './kinds.ts';

/** The kind of a list whose objects are drafts of their own. Typed as JSON; an option of its own is for the command to offer. */
export function linesKind<M>(lines: Draft<M>): Kind<readonly DraftOf<Draft<M>>[]> {
  return {
    name: 'list',
    expects: 'a list of objects',
    placeholder: 'json',
    typed: (text) => readLines(lines, parsed(text)),
    wire: (json) => readLines(lines, json),
    send: (values) => values.map((line) => lines.toJson(line)),
    show: textKind.show,
    align: 'left',
  };
}

/** What is wrong within a list, each with its place in front: `[1].uprid`; nothing when it is no list at all. */
export function faultsOfLines<M>(lines: Draft<M>, json: unknown): readonly Fault[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((line: unknown, at) => {
    const read = lines.fromJson(line);
    return read.ok
      ? []
      : read.faults.map((fault) => ({ ...fault, member: `[${at}]${fault.member && `.${fault.member}`}` }));
  });
}

function readLines<M>(lines: Draft<M>, json: unknown): readonly DraftOf<Draft<M>>[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const read = json.map((line: unknown) => lines.fromJson(line));
  return read.every((line) => line.ok) ? read.map((line) => line.value) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
