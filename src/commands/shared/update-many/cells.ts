import { nullMarkIn } from '../../../import/map/marks.ts';
import { Contradiction } from '../../../resources/change-tables.ts';
import type { Values } from '../../../resources/file-table.ts';

/** Fields that may be `Null` or `None`: people and places have such names. */
const mayBeAnyName: ReadonlySet<string> = new Set(['firstName', 'lastName', 'city']);

/** As a spreadsheet shows long numbers: a phone number or an account number lost its digits. */
const rounded = /^[+-]?(?:\d+[.,]\d+E[+-]?\d+|\dE[+-]\d{2,3})$/i;

/** What programs wrote into texts that no person meant. An import warns of it; here it would replace what is right. */
export function cellProblems(values: Values): readonly Contradiction[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (typeof value !== 'string') return [];
    if (rounded.test(value)) return [new Contradiction(field, lostDigits)];
    const mark = mayBeAnyName.has(field) ? undefined : nullMarkIn(value);
    return mark === undefined ? [] : [new Contradiction(field, noValue)];
  });
}

const lostDigits = 'was rounded by a spreadsheet and lost digits: format the column as text and enter it again';
const noValue = 'is what programs write for no value: leave the cell empty';
