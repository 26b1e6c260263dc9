/** What is odd about an EAN that is text enough to be sent: a warning, since stores also hold numbers of their own making there. */
export function eanWarning(ean: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(ean)) return 'is not an EAN: those have 8, 12, 13 or 14 digits';
  const given = ean.charCodeAt(ean.length - 1) - zero;
  const right = checkDigit(ean);
  return given === right ? undefined : `has the check digit ${given}, but it would be ${right}: one of its digits may be wrong`;
}

const zero = '0'.charCodeAt(0);

/** GS1: before the check digit, from the right, digits count three times and once in turn; the check digit fills up to a multiple of ten. */
function checkDigit(ean: string): number {
  let sum = 0;
  for (let at = ean.length - 2, weight = 3; at >= 0; at--, weight = 4 - weight) sum += (ean.charCodeAt(at) - zero) * weight;
  return (10 - (sum % 10)) % 10;
}

/** Whether a spreadsheet has turned the code into a rounded number: `8,71235E+12`. The other digits are lost. */
export const isRoundedBySpreadsheet = (cell: string): boolean => /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(cell);
