import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { sampled } from '../../support/thorough.ts';

const people = 'E-mail,Voornaam,Achternaam,Telefoon\njo@example.com,Jo,Vries,0612345678\n';
const places =
  'E-mail,Voornaam,Achternaam,Straat,Huisnummer,Postcode,Plaats,Land\njo@example.com,Jo,Vries,Dam,1,1012 AB,Utrecht,NL\n';
const goods = 'sku,name,price\nA,Lamp,9.95\n';

const outputs = '--rejected r.csv --results o.csv --report r.json';

describe('A file of something else is refused, with the right command:', () => {
  sampled(4).each([
    ['customers as products', 'products', people, 'a file of customers, not of products', 'shop-cli customers import'],
    [
      'customers as products with generated SKUs',
      'products',
      'Name,Email\nJo Vries,jo@example.com\n',
      'a file of customers',
      'shop-cli customers import',
    ],
    [
      'addresses as products',
      'products',
      places,
      'a file of customers, not of products',
      'shop-cli customers import, and then shop-cli addresses import',
    ],
    ['products as customers', 'customers', goods, 'a file of products, not of customers', 'shop-cli products import'],
    ['products as addresses', 'addresses', goods, 'a file of products, not of addresses', 'shop-cli products import'],
    [
      'customers as addresses',
      'addresses',
      people,
      'a file of customers, not of addresses',
      'shop-cli customers import',
    ],
    [
      'addresses of Magento as customers',
      'customers',
      '_website,_email,_entity_id,city,country_id,firstname,lastname,postcode,street\nbase,a@b.cd,1,Utrecht,NL,Jo,Vries,1012 AB,Dam 1\n',
      'a file of addresses, not of customers',
      'shop-cli addresses import',
    ],
  ])('%s', async (what, noun, file, problem, remedy) => {
    const directory = ownDirectory({ 'in.csv': file });
    const more = what.includes('generated') ? '--generate-sku' : '';
    const { code, err } = await shopCli(`${noun} import in.csv --dry-run ${more}`, { directory });
    expect(code).toBe(2);
    expect(err).toContain(problem);
    expect(err).toContain(remedy);
  });

  test.each([
    ['customers', people],
    ['customers', places],
    ['addresses', places],
    ['products', goods],
  ])('%s are not something else', async (noun, file) => {
    const { code } = await shopCli(`${noun} import in.csv --dry-run`, { directory: ownDirectory({ 'in.csv': file }) });
    expect(code).toBe(0);
  });

  test('a file of addresses that lacks the country asks for it', async () => {
    const file = 'email,firstname,lastname,street,zip,city\na@b.cd,Jo,Vries,Dam 1,1012 AB,Utrecht\n';
    const { err } = await shopCli('addresses import in.csv --dry-run', { directory: ownDirectory({ 'in.csv': file }) });
    expect(err).toContain('The header has no column for country');
  });
});

/** What every password of the files has in it. */
const canary = 'geheim-4711';

describe('A column of passwords is refused, and none is shown or kept:', () => {
  test.each([
    'password',
    'Password *',
    'Wachtwoord',
    'Passwort',
    'Kennwort',
    'passwd',
    'user_pass',
    'password_hash',
    'rp_token',
    'Encrypted password',
    'customer_password',
    'hash',
    'salt',
    'session_tokens',
    'Passwort (MD5)',
    'pwd',
  ])('%s', async (heading) => {
    for (const noun of ['customers', 'addresses']) {
      const file = `E-mail,Voornaam,Achternaam,"${heading}"\njo@example.com,Jo,Vries,${canary}\n`;
      const directory = ownDirectory({ 'in.csv': file });
      const { code, out, err } = await shopCli(`${noun} import in.csv --dry-run --skip-invalid ${outputs}`, {
        directory,
      });
      const written = readdirSync(directory).filter(
        (name) =>
          name !== 'in.csv' && name.endsWith('v') && readFileSync(join(directory, name), 'utf8').includes(canary),
      );
      expect([code, (out + err).includes(canary), written]).toEqual([2, false, []]);
      expect(err).toContain(`Column "${heading}" contains passwords`);
    }
  });

  test('whatever it is mapped to', async () => {
    const file = `E-mail,Voornaam,Wachtwoord\njo@example.com,Jo,${canary}\n`;
    const { code, out, err } = await shopCli('customers import in.csv --dry-run --map lastName=Wachtwoord', {
      directory: ownDirectory({ 'in.csv': file }),
    });
    expect([code, (out + err).includes(canary)]).toEqual([2, false]);
  });

  test.each(['--set', '--map'])('%s takes none', async (option) => {
    const directory = ownDirectory({ 'in.csv': people });
    const { code, out, err } = await shopCli(
      ['customers', 'import', 'in.csv', '--dry-run', option, `password=${canary}`],
      { directory },
    );
    expect([code, (out + err).includes(canary)]).toEqual([2, false]);
    expect(err).toContain(`${option} password: an import sends no passwords`);
  });

  test('nor is a cell of a file whose encoding is a guess, or that has no header', async () => {
    const guess = Buffer.from(
      `E-mail,Voornaam,Achternaam,password\njo@example.com,Jo,Vries,caf\xe9-${canary}\n`,
      'latin1',
    );
    for (const file of [guess, `jo@example.com,Jo,Vries,${canary}\nan@example.com,An,Smit,x\n`]) {
      const { writeFileSync } = await import('node:fs');
      const directory = ownDirectory();
      writeFileSync(join(directory, 'in.csv'), file);
      const { code, out, err } = await shopCli('customers import in.csv --dry-run', { directory });
      expect([code, (out + err).includes(canary)]).toEqual([2, false]);
    }
  });
});

describe('--mask-pii shows nothing of a cell', () => {
  const file =
    'E-mail,Voornaam,Achternaam,Geslacht,Telefoon,Straat,Postcode,Plaats,Land\n' +
    'jo.vries@example.com,Johanna,Vries,divers,0612345678,Kerkstraat 12,1012 AB,Utrecht,NL\n' +
    'an@example,Annemarie,Smit,v,0687654321,Damrak,1012 AB,Utrecht,Utopia\n' +
    'JO.VRIES@example.com,Johanna,Vries,v,0612345678,Kerkstraat 12 A 3,1012 AB,Utrecht,NL\n';

  test.each(['table', 'json', 'csv', 'ndjson'])('in a dry run as %s', async (format) => {
    for (const noun of ['customers', 'addresses']) {
      const directory = ownDirectory({ 'in.csv': file });
      const line = `${noun} import in.csv --dry-run --skip-invalid --mask-pii --output ${format}`;
      const { out, err } = await shopCli(line, { directory });
      const shown = /vries|johanna|annemarie|smit|an@|0612|0687|kerkstr|damrak|utopia/i.exec(out + err);
      expect([err.includes('line 3'), shown?.[0]]).toEqual([true, undefined]);
    }
  });
});
