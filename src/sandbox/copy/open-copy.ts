import { CliError } from '../../errors.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { type CopyProgress, copyProgressOf, storeCopyProgress } from '../storage/copy-progress.ts';
import { addTables, isNew, openPrepared, upgrade } from '../storage/database.ts';
import type { CopiedBasket, CopiedProduct } from './records.ts';
import { type WrittenBaskets, writeBaskets } from './write-baskets.ts';
import { deleteUnseen, settlePlaces, type WriteCounts, writeMainProducts, writeRecords } from './write-products.ts';

interface CopyOptions {
  /** A file path. Its directory exists. */
  readonly database: string;
  /** Whether nobody else can have written it. */
  readonly isOwn?: boolean;
  /** The store, by its identity in every run. */
  readonly source: string;
  /** The language of the texts; '' for that of the store. */
  readonly language: string;
  /** Whether a finished copy is made anew. */
  readonly refresh: boolean;
  readonly now: () => Date;
}

/** What the current pass saw of the full list. */
interface Seen {
  readonly records: number;
  /** Records that only an earlier pass saw. */
  readonly unseen: number;
  /** Whether a product has several records, or options: then the list of main products is another one. */
  readonly hasOptions: boolean;
}

/**
 * The copy of a store while it is made. Each method is one transaction, which also stores how far the copy is: a process
 * that is killed loses no more than its last page.
 */
export interface StoreCopy {
  readonly progress: CopyProgress;
  addProducts(records: readonly CopiedProduct[], next: (written: WriteCounts) => CopyProgress): void;
  addMainProducts(records: readonly CopiedProduct[], next: (fresh: number) => CopyProgress): void;
  addBaskets(baskets: readonly CopiedBasket[], next: (written: WrittenBaskets) => CopyProgress): void;
  /** @param dropsUnseen deletes the records that the last pass did not see */
  advance(next: CopyProgress, options?: { readonly dropsUnseen?: boolean }): void;
  seen(): Seen;
  counts(): { readonly products: number; readonly records: number; readonly baskets: number };
  close(): void;
}

/**
 * Opens the database of a copy: a new one, or that of the same copy.
 * @throws CliError `usage` for any other database
 */
export async function openCopy(options: CopyOptions): Promise<StoreCopy> {
  const database = await openPrepared({ path: options.database, isOwn: options.isOwn }, (opened) => {
    if (isNew(opened)) addTables(opened);
    else upgrade(opened, options.database);
    const progress = copyProgressOf(opened);
    if (progress === undefined && isUsed(opened)) throw notACopy(options);
    if (progress && progress.source !== options.source) throw copyOfAnother(options, progress);
    const isAgain = progress?.list === 'done' && options.refresh;
    if (isAgain) clear(opened);
    if (!progress || isAgain) storeCopyProgress(opened, beginning(options));
    else if (progress.language !== options.language) throw inAnotherLanguage(options, progress);
  });
  return copyIn(database, options.database);
}

/** A new database has nothing but its tables. */
const isUsed = (database: Sqlite): boolean =>
  database.get('SELECT (SELECT count(*) FROM settings) + (SELECT count(*) FROM categories) AS count')?.count !== 0;

const beginning = ({ source, language, now }: CopyOptions): CopyProgress => ({
  ...{ source, language, began: now().toISOString(), list: 'products', pass: 1, offset: 0, count: null, stale: 0 },
  ...{ isDisturbed: false, twice: 0, added: 0, changed: 0, withoutId: 0, withoutProduct: 0 },
});

/** What was copied, and what was made in the copy since. The token stays. */
function clear(database: Sqlite): void {
  const tables = ['products', 'variants', 'productTexts', 'copiedProducts', 'copiedVariants', 'categories'];
  for (const table of [...tables, 'manufacturers', 'customers', 'addresses', 'baskets', 'basketLines', 'orders'])
    database.run(`DELETE FROM ${table}`);
}

function copyIn(database: Sqlite, path: string): StoreCopy {
  let progress = stored(database);
  const step = (work: () => CopyProgress): void => {
    try {
      progress = database.transaction(() => {
        // Another process that copies into the same database would have gone on from here too.
        if (JSON.stringify(stored(database)) !== JSON.stringify(progress)) throw twoAtOnce(path);
        const next = work();
        storeCopyProgress(database, next);
        return next;
      });
    } catch (cause) {
      throw cause instanceof CliError ? cause : unwritable(path, cause);
    }
  };
  const count = (table: string): number => Number(database.get(`SELECT count(*) AS count FROM ${table}`)?.count);
  return {
    get progress() {
      return progress;
    },
    addProducts: (records, next) => step(() => next(writeRecords(database, records, progress.pass))),
    addMainProducts: (records, next) => step(() => next(writeMainProducts(database, records, progress.offset))),
    addBaskets: (baskets, next) => step(() => next(writeBaskets(database, baskets))),
    advance: (next, { dropsUnseen = false } = {}) =>
      step(() => {
        if (dropsUnseen) deleteUnseen(database, progress.pass);
        if (next.list === 'done') settlePlaces(database);
        return next;
      }),
    seen: () => seenIn(database, progress.pass),
    counts: () => ({ products: count('products'), records: count('variants'), baskets: count('baskets') }),
    close: () => database.close(),
  };
}

function seenIn(database: Sqlite, pass: number): Seen {
  const row = database.get(
    'SELECT count(*) AS count, coalesce(sum(pass = ?), 0) AS seen FROM copiedVariants',
    BigInt(pass),
  );
  const [count, seen] = [Number(row?.count), Number(row?.seen)];
  const options = database.get(
    `SELECT place FROM variants WHERE attributes <> '[]' OR
      EXISTS (SELECT 1 FROM variants o WHERE o.productId = variants.productId AND o.place <> variants.place) LIMIT 1`,
  );
  return { records: seen, unseen: count - seen, hasOptions: options !== undefined };
}

function stored(database: Sqlite): CopyProgress {
  const progress = copyProgressOf(database);
  if (progress) return progress;
  throw new Error('The database of the copy has lost its progress.');
}

const chooseAnother = 'Choose another file with --db.';

const notACopy = ({ database, source }: CopyOptions): CliError =>
  new CliError('usage', `The database ${database} is a sandbox of its own, not a copy of ${source}.`, {
    field: '--db',
    hint: chooseAnother,
  });

const copyOfAnother = ({ database }: CopyOptions, { source }: CopyProgress): CliError =>
  new CliError('usage', `The database ${database} is a copy of another store, ${source}.`, {
    field: '--db',
    hint: chooseAnother,
  });

const inAnotherLanguage = ({ database }: CopyOptions, { language }: CopyProgress): CliError =>
  new CliError(
    'usage',
    `The copy in ${database} has its texts in ${language === '' ? 'the language of the store' : `the language "${language}"`}.`,
    { field: '--language', hint: 'Pass the same language, or choose another file with --db.' },
  );

function unwritable(path: string, cause: unknown): CliError {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  const reason = code === 'SQLITE_FULL' ? 'the disk is full' : String(message ?? cause);
  return new CliError('fault', `The copy cannot be written to ${path}: ${reason}.`, {
    hint: 'Free disk space, or move the file to another disk.',
    cause,
  });
}

const twoAtOnce = (path: string): CliError =>
  new CliError('usage', `Another process is copying a store into ${path}.`, {
    field: '--db',
    hint: 'Wait for it, or choose another file with --db.',
  });
