import { identified } from '../typed-words.ts';

/** A basket's key as it was typed: with or without braces. @throws CliError `usage` */
export const readKey = (typed: string): string => identified('key', typed);

/** A product of a basket as it was typed: a product id, or one with options. @throws CliError `usage` */
export const readProductId = (typed: string): string => identified('product id', typed);
