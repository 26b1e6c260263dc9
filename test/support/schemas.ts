import { shopCli } from './run.ts';

/** A schema that `shop-cli schema` prints. */
export interface PrintedSchema {
  readonly name: string;
  readonly describes: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** As it is printed. */
  readonly text: string;
}

/** All of them, in their order, of this version. */
export async function printedSchemas(version: string): Promise<readonly PrintedSchema[]> {
  const print = async (line: string): Promise<string> => (await shopCli(line, { version })).out;
  const printed: PrintedSchema[] = [];
  const listed: readonly Pick<PrintedSchema, 'name' | 'describes'>[] = JSON.parse(await print('schema --json'));
  for (const document of listed) {
    const text = await print(`schema ${document.name}`);
    printed.push({ ...document, schema: JSON.parse(text), text });
  }
  return printed;
}
