import type { Tree } from '../../cli/command.ts';
import type { Noun } from '../../client/endpoints/noun.ts';
import { CliError } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { cut } from '../../text/words.ts';

/**
 * The noun with this plural, as journals and plans have it, that a command of the tree imports.
 * @throws CliError `usage` where none does
 */
export async function importedNoun(tree: Tree, name: string): Promise<Noun> {
  const group = Object.hasOwn(tree, name) ? tree[name] : undefined;
  const verb = group && 'verbs' in group ? group.verbs.import : undefined;
  const noun = verb && 'load' in verb ? (await verb.load()).imports : undefined;
  if (noun) return noun;
  throw new CliError('usage', `This version of shop-cli cannot import ${escapeText(cut(name, 100))}.`);
}
