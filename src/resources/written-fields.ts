import { invisibleIn } from '../text/codes.ts';
import { houseNumberText } from './addresses.ts';
import { countryWithName } from './countries/country-search.ts';
import * as draft from './draft-fields.ts';
import { textKind } from './kinds.ts';
import { countryKind, emailKind } from './shop-kinds.ts';
import { isDate, isHouseNumber } from './streets.ts';

/** Fields of people as files write them. */

/** What no e-mail address has outside quotes (RFC 5322, section 3.2.3), though `emailKind` lets it pass. */
const special = /[()<>[\]:;,\\"]/;

/** `Jo de Vries <jo@example.com>`, `mailto:jo@example.com`. No expression that would read a long cell again and again. */
function bareEmail(text: string): string {
  const open = text.lastIndexOf('<');
  const inside = open >= 0 && text.endsWith('>') ? text.slice(open + 1, -1) : text;
  return inside.trim().replace(/^mailto:/i, '');
}

/** One e-mail address, also as programs for mail write it, with a name before it. */
export const writtenEmail = (about: string) =>
  draft.draftField(
    {
      ...emailKind,
      expects: 'one e-mail address such as jo@example.com',
      typed: (text) => {
        const address = bareEmail(text);
        return special.test(address) || invisibleIn(address).length > 0 ? undefined : emailKind.typed(address);
      },
    },
    about,
  );

/** A house number with what follows it, which `complete` takes apart. */
export const writtenHouseNumber = (about: string) =>
  draft.draftField(
    {
      ...textKind,
      expects: houseNumberText,
      typed: (text) => (isHouseNumber(text) && !isDate(text.trim()) ? text.trim() : undefined),
    },
    about,
  );

/** A country by its code, or by its name in six languages. */
export const writtenCountry = (about: string) =>
  draft.draftField(
    {
      ...countryKind,
      expects: 'a country: a code such as NL or NLD, or a name in Dutch, English, German, French, Spanish or Italian',
      typed: (text) => countryKind.typed(text) ?? countryWithName(text),
    },
    about,
  );
