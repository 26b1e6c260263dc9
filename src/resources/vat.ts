import jsvat from 'jsvat-next';
import { countryOf } from './countries.ts';

/** Whether there is a check for the VAT numbers of this country. */
export const hasVatCheck = (isoCode2: string): boolean => jsvat.countries.some(({ codes }) => codes[0] === countryOf(isoCode2)?.isoCode2);

/** A VAT number with its country code in front, without spaces and dots, or undefined where its form or its check digits are wrong. */
export function vatNumberOf(text: string): string | undefined {
  const { isValid, value } = jsvat.checkVAT(text, jsvat.countries);
  return isValid ? value : undefined;
}
