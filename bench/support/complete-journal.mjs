// Completes a journal as if its run had gone on until so many rows were created: node complete-journal.mjs <journal> <rows>
import Database from 'libsql';

const [path, done] = process.argv.slice(2);
const database = new Database(path);
database.exec('BEGIN');
database.exec('DELETE FROM rows');
database
  .prepare(
    `WITH RECURSIVE n(record) AS (SELECT 1 UNION ALL SELECT record + 1 FROM n WHERE record < ?)
     INSERT INTO rows (run, record, line, field, code, state, attempts, product, member, message, at)
     SELECT 1, record, record + 1, 'sku', printf('GEN-%07d', record), 1, 1, CAST(record AS TEXT), NULL, NULL, 0 FROM n`,
  )
  .run(BigInt(done));
database.exec('COMMIT');
database.close();
