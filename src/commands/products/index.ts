import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addCommonOptions, type Finish } from '../command.ts';
import { addCreate } from './create.ts';
import { addExport } from './export.ts';
import { addGet } from './get.ts';
import { addImport } from './import.ts';
import { addList } from './list.ts';

/** `shop-cli products`. */
export function addProducts(products: Command, context: Context, finish: Finish): void {
  addCommonOptions(products);
  for (const add of [addList, addGet, addCreate, addImport, addExport]) add(products, context, finish);
}
