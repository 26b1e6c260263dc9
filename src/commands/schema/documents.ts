import type { CommandDefinition, Tree } from '../../cli/command.ts';
import { commandOf, namedCommands, type OutputOption, outputNames, outputOptions } from '../../cli/help/description.ts';
import { resultOf } from '../../cli/tree.ts';
import { attributeOf } from '../../input/options.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import { fixedSchemas } from './fixed.ts';
import { recordSchema, type Schema } from './record-schema.ts';

/** One schema that `shop-cli schema` prints. */
export interface SchemaDocument {
  /** `products.list` */
  readonly name: string;
  /** What it is the schema of, in a few words. */
  readonly describes: string;
  readonly schema: (version: string) => Schema;
}

/** The schemas of all commands, in the order of the help, and those that belong to none. */
export async function documentsOf(tree: Tree): Promise<readonly SchemaDocument[]> {
  const commands = await Promise.all(
    namedCommands(tree).map(async ([name, { load }]) => documentsOfCommand(name, await load())),
  );
  const fixed = Object.entries(fixedSchemas).map(([name, { describes, body }]) => ({
    ...{ name, describes },
    schema: (version: string) => ({ ...headOf(name, version), title: describes, ...body }),
  }));
  return [...commands.flat(), ...fixed];
}

function documentsOfCommand(command: string, definition: CommandDefinition): readonly SchemaDocument[] {
  const own = command.replaceAll(' ', '.');
  if (typeof definition.prints === 'object' && (!definition.result || own in fixedSchemas)) return [];
  const names = outputNames(command, definition, commandOf(command, definition));
  return names.flatMap((name) => {
    const option = Object.keys(outputOptions).find((flag) => name === `${own}.${flag.slice(2)}`) as OutputOption;
    if (name !== own && option === undefined) return [];
    const line = [command, option].filter(Boolean).join(' ');
    const describes = option ? `${command} ${option}: ${outputOptions[option]}` : `what ${command} prints`;
    const schema = (version: string) => ({
      ...headOf(name, version),
      title: `shop-cli ${line} --json`,
      description: 'One line of --output ndjson is $defs/line. With --fields, only the fields that it names.',
      ...bodyOf(definition, option),
    });
    return [{ name, describes, schema }];
  });
}

function bodyOf({ result, prints }: CommandDefinition, option: OutputOption | undefined): Schema {
  const inJson = definitionFor(result, option, 'json');
  const inLines = definitionFor(result, option, 'ndjson');
  const $defs = { line: recordSchema(inLines) };
  if (inJson !== inLines) return { ...recordSchema(inJson), $defs };
  const [line, list] = [{ $ref: '#/$defs/line' }, { type: 'array', items: { $ref: '#/$defs/line' } }];
  // The store decides which field has the records.
  if (option === '--envelope')
    return { anyOf: [{ type: 'object' }, list], $defs: { line: { type: 'object' }, record: $defs.line } };
  if (prints === 'list') return { ...list, $defs };
  return prints === 'each' ? { anyOf: [line, list], $defs } : { ...line, $defs };
}

function definitionFor(
  result: CommandDefinition['result'],
  option: OutputOption | undefined,
  output: string,
): RecordDefinition {
  const options = { output, ...(option && { [attributeOf(option)]: true }) };
  const found = resultOf(result, options, []);
  if (!found) throw new TypeError('A command that prints JSON needs a result, or the names of its schemas.');
  return found;
}

/** A schema keeps its fields within a major version, and below 1.0.0 within a minor one. */
function headOf(name: string, version: string): Schema {
  const [major = '0', minor = '0'] = version.split('.');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:shop-cli:${major === '0' ? `0.${minor}` : major}:${name}`,
  };
}
