import type { CommandDefinition, Tree } from '../../cli/command.ts';
import { CliError } from '../../errors.ts';
import { suggestAt } from '../../input/options.ts';
import { defineRecord } from '../../resources/record.ts';
import { text } from '../../resources/record-fields.ts';
import { nearest } from '../../text/nearest.ts';
import { documentsOf } from './documents.ts';

/** A schema in the list of schemas. */
const schemaRecord = defineRecord(
  ['name'],
  { name: text('Name').inTable(1), describes: text('Describes').inTable(2) },
  { own: {} },
);

/** `shop-cli schema`: what commands print, as JSON Schema. */
export const schemaOf = (tree: () => Tree): CommandDefinition => ({
  details:
    'Without a name: the names. With a name: the JSON Schema (2020-12) of what the command prints with --json; $defs/line is one line of -o ndjson, ' +
    'error what goes to standard error, and catalogue.csv the Table Schema of the file that products import reads. ' +
    'A field of a schema is removed, renamed or changed only in a new major version; new fields may come at any time.',
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
      texts: async () => (await documentsOf(tree())).map(({ name, describes }) => [name, describes]),
    });
  },
  async run(session, _, words) {
    const wanted = words.join('.');
    const documents = await documentsOf(tree());
    if (wanted === '') {
      const writer = session.list(schemaRecord);
      await writer.add(documents.map(({ name, describes }) => ({ name, describes })));
      await writer.end();
      return 0;
    }
    const found = documents.find(({ name }) => name === wanted);
    if (!found)
      throw unknownName(
        wanted,
        documents.map(({ name }) => name),
      );
    await session.showAny(await found.schema(session.context.version));
    return 0;
  },
});

function unknownName(wanted: string, names: readonly string[]): CliError {
  const near = nearest(wanted, names);
  return new CliError('usage', `Unknown schema "${wanted}".`, {
    field: '<name>',
    hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'List the names: shop-cli schema',
  });
}
