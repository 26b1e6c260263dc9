import type { CommandDefinition, Tree } from '../../cli/command.ts';
import { commandOf, namedCommands, type OutputOption, outputNames, outputOptions } from '../../cli/help/description.ts';
import { resultOf } from '../../cli/tree.ts';
import { CliError } from '../../errors.ts';
import { attributeOf, suggestAt } from '../../input/options.ts';
import { anyRecord, type RecordDefinition } from '../../resources/record.ts';
import { nearest } from '../../text/words.ts';
import { fixedSchemas, schemaRecord } from './fixed.ts';
import { recordSchema, type Schema } from './record-schema.ts';

/** `shop-cli schema`: what commands print, as JSON Schema. */
export const schemaOf = (tree: () => Tree): CommandDefinition => ({
  details:
    'Without a name, lists the names. With a name, prints the JSON Schema (2020-12) of what the command prints with --json. $defs/line is one line of -o ndjson. ' +
    'The schema named error describes what goes to stderr, and catalogue.csv is the Table Schema of the file that products import reads. ' +
    'Fields are removed, renamed or changed only in a new major version, but new fields may be added at any time.',
  examples: [
    ['schema', 'List the names'],
    ['schema products.list', 'The schema of products list --json'],
    ['schema catalogue.csv', 'The columns of an import file, as Table Schema'],
  ],
  seeAlso: ['commands'],
  prints: ['schema', 'schema.list'],
  options: (command) => {
    command.argument('[name...]', 'name of a schema, such as products.list');
    suggestAt(command, 'name', {
      texts: async () => (await documentsOf(tree(), '')).map(({ name, describes }) => [name, describes]),
    });
  },
  async run(session, _, words) {
    const wanted = words.join('.');
    const documents = await documentsOf(tree(), session.context.version);
    const found = documents.find(({ name }) => name === wanted);
    if (found) await session.show(anyRecord, found.schema);
    else if (wanted === '')
      await session.showList(
        schemaRecord,
        documents.map(({ schema: _, ...named }) => named),
      );
    else {
      const near = nearest(
        wanted,
        documents.map(({ name }) => name),
      );
      throw new CliError('usage', `Unknown schema "${wanted}".`, {
        field: '<name>',
        hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'To list the names: shop-cli schema',
      });
    }
    return 0;
  },
});

/** All schemas: of the commands in the order of the help, and those that belong to none. */
export async function documentsOf(tree: Tree, version: string) {
  const commands = await Promise.all(
    namedCommands(tree).map(async ([name, { load }]) => ofCommand(name, await load())),
  );
  const fixed = Object.entries(fixedSchemas).map(([name, [describes, body]]) => ({
    name,
    describes,
    schema: { title: describes, ...body },
  }));
  return [...commands.flat(), ...fixed].map(({ schema, ...named }) => ({
    ...named,
    schema: { ...headOf(named.name, version), ...schema },
  }));
}

function ofCommand(command: string, definition: CommandDefinition) {
  const own = command.replaceAll(' ', '.');
  if (!definition.result || own in fixedSchemas) return [];
  const names = outputNames(command, definition, commandOf(command, definition));
  const all = [undefined, ...outputFlags].map((flag) => ({
    name: [own, flag?.slice(2)].filter(Boolean).join('.'),
    describes: flag ? `${command} ${flag}: ${outputOptions[flag]}` : `what ${command} prints`,
    schema: {
      title: `shop-cli ${[command, flag].filter(Boolean).join(' ')} --json`,
      description: 'One line of --output ndjson is $defs/line. With --fields, it has only those fields.',
      ...bodyOf(definition, flag),
    },
  }));
  return all.filter(({ name }) => names.includes(name));
}

const outputFlags = Object.keys(outputOptions) as readonly OutputOption[];

function bodyOf({ result, prints }: CommandDefinition, option: OutputOption | undefined): Schema {
  const options = option && { [attributeOf(option)]: true };
  const [inJson, inLines] = ['json', 'ndjson'].map((output) => resultOf(result, { output, ...options }, [])) as [
    RecordDefinition,
    RecordDefinition,
  ];
  const $defs = { line: recordSchema(inLines) };
  if (inJson !== inLines) return { ...recordSchema(inJson), $defs };
  const line = { $ref: '#/$defs/line' };
  const list = { type: 'array', items: line };
  // The store decides which field has the records.
  if (option === '--envelope')
    return { anyOf: [{ type: 'object' }, list], $defs: { line: { type: 'object' }, record: $defs.line } };
  if (prints === 'list') return { ...list, $defs };
  return prints === 'each' ? { anyOf: [line, list], $defs } : { ...line, $defs };
}

/** A schema keeps its fields within a major version, and below 1.0.0 within a minor one. */
function headOf(name: string, version: string): Schema {
  const [major = '0', minor = '0'] = version.split('.');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:shop-cli:${major === '0' ? `0.${minor}` : major}:${name}`,
  };
}
