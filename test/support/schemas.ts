import { shopCli } from './run.ts';

/** A schema that `shop-cli schema` prints. */
export interface PrintedSchema {
  readonly name: string;
  readonly describes: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** All of them, in their order, of this version. */
export async function printedSchemas(version: string): Promise<readonly PrintedSchema[]> {
  const print = async (line: string): Promise<unknown> => JSON.parse((await shopCli(line, { version })).out);
  const printed: PrintedSchema[] = [];
  for (const document of (await print('schema --json')) as readonly Omit<PrintedSchema, 'schema'>[])
    printed.push({ ...document, schema: (await print(`schema ${document.name}`)) as PrintedSchema['schema'] });
  return printed;
}
