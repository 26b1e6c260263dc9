import { expect, test } from 'vitest';
import type { Session } from '../../src/cli/session.ts';
import { beginInterview } from '../../src/commands/shared/interview.ts';
import { CliError } from '../../src/errors.ts';
import { newCustomer } from '../../src/resources/customers.ts';
import { type Answers, formOf, refusedField, wordingOf } from '../../src/resources/form.ts';

const form = formOf(newCustomer.fields);

/** The command that an interview shows for these answers. */
async function commandFor(answers: Answers): Promise<string> {
  let shown = '';
  const session = {
    options: { store: 'my shop' },
    productionName: () => undefined,
    notice: async (text: string) => {
      shown += text;
    },
  } as unknown as Session;
  const subject = { noun: 'customer', form: async () => form, command: ['customers', 'create'] };
  const setting = { session, subject } as unknown as Parameters<typeof beginInterview>[0];
  await (await beginInterview(setting)).showCommand(answers);
  return shown.split('\n')[2] ?? '';
}

test.each<[string, Answers, string]>([
  ['quotes what a shell would take apart', { firstName: "D'Arcy $HOME" }, "--first-name 'D'\\''Arcy $HOME'"],
  ['leaves out what is empty', { firstName: 'Jo', faxNumber: undefined, phoneNumber: ' ' }, '--first-name Jo'],
  ['never holds the password', { password: 'secret-of-jo', firstName: 'Jo' }, '--password-stdin --first-name Jo'],
  ['escapes what a terminal would obey', { firstName: 'Jo\x1b[31m\u202e' }, "--first-name 'Jo\\u{1b}[31m\\u{202e}'"],
  ['writes numbers as they are typed', { discountGroupId: 3 }, '--discount-group-id 3'],
])('the command that says the same %s', async (_, answers, options) => {
  expect(await commandFor(answers)).toBe(`shop-cli customers create --store 'my shop' ${options}`);
});

const refused = (message: string, details = {}): CliError =>
  new CliError('refused', message, { status: 422, ...details });

test.each<[string, unknown, string | undefined]>([
  ['a field', refused('No.', { field: 'gender' }), 'gender'],
  ['its message', refused('The store refused (422): emailAddress is taken'), 'emailAddress'],
  ['a field that is no field', refused('No.', { field: 'country' }), undefined],
  ['a part of a word', refused('The genders are wrong'), undefined],
  ['nothing', refused('No.'), undefined],
  ['a limit of requests', refused('gender', { status: 429, retryable: true, field: 'gender' }), undefined],
  [
    'an outcome that is not known',
    new CliError('outcome-unknown', 'gender', { status: 500, field: 'gender' }),
    undefined,
  ],
  ['a fault of this program', new Error('gender'), undefined],
])('the field to ask for again is the one that the refusal names: %s', (_, error, field) => {
  expect(refusedField(error, newCustomer.names)).toBe(field);
});

test.each([
  ['postcode', { name: 'postcode', title: 'Postcode', hint: undefined }],
  ['company; some stores require it', { name: 'company', title: 'Company', hint: 'some stores require it' }],
  ['gender, m or f; required', { name: 'gender', title: 'Gender', hint: 'm or f; required' }],
])('%j is asked for by its name', (about, wording) => {
  expect(wordingOf({ about })).toEqual(wording);
});
