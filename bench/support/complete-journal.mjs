// Completes a journal as if its run had gone on until so many rows were created: node complete-journal.mjs <journal> <rows>
import Database from 'libsql';

const [path, done] = process.argv.slice(2);
const database = new Database(path);
database.exec('BEGIN');
database.exec('DELETE FROM row WHERE run = 1');
database
  .prepare(
    `WITH RECURSIVE n(record) AS (SELECT 1 UNION ALL SELECT record + 1 FROM n WHERE record < ?)
     INSERT INTO row (run, record, folded, cells, state, attempts, record_id)
     SELECT 1, record, printf('sku:gen-%07d', record), json_array(record + 1, printf('GEN-%07d', record)), 'created', 1, CAST(record AS TEXT) FROM n`,
  )
  .run(BigInt(done));
database.exec('COMMIT');
database.close();
