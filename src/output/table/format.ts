import { recordPage } from '../card/page.ts';
import type { FormatWriter } from '../view.ts';
import { tableList } from './table.ts';

/** For people: a list as a table, one record as a page. */
export const tableFormat: FormatWriter = {
  list: tableList,
  record: (view, record, target) => target.write(recordPage(view, record, target)),
};
