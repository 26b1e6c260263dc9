import { Command, type Option } from 'commander';
import type { CommandDefinition, Tree } from '../../src/cli/command.ts';
import { globalOptions } from '../../src/cli/options.ts';
import { addTree } from '../../src/cli/tree.ts';
import { tree } from '../../src/commands/index.ts';
import type { Context } from '../../src/context.ts';

export interface DocumentedCommand {
  /** `products list` */
  readonly path: string;
  readonly summary: string;
  readonly definition: CommandDefinition;
  readonly command: Command;
  /** Its own options, without those of every command. */
  readonly options: readonly Option[];
}

/** Every command that the help shows, loaded, in the order of the tree. */
export async function allCommands(): Promise<readonly DocumentedCommand[]> {
  const program = new Command('shop-cli');
  const load = addTree(program, tree, {} as Context, { code: 0 });
  const found: DocumentedCommand[] = [];
  const collect = async (parent: Command, branch: Tree, path: string): Promise<void> => {
    for (const [name, node] of Object.entries(branch)) {
      const command = parent.commands.find((known) => known.name() === name) as Command;
      const full = `${path} ${name}`.trim();
      if ('verbs' in node) await collect(command, node.verbs, full);
      else if (!node.isHidden) {
        await load(command);
        const options = command.options.filter((option) => !option.hidden && option.helpGroupHeading !== globalOptions);
        found.push({ path: full, summary: node.summary, definition: await node.load(), command, options });
      }
    }
  };
  await collect(program, tree, '');
  return found;
}
