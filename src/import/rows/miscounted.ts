import { CliError } from '../../errors.ts';

/** A fault of this program: the rows that it has counted are not those of the file. @param message a sentence or two */
export const miscounted = (message: string): CliError =>
  new CliError('fault', message, { hint: 'This is a bug in shop-cli. Please report it.' });
