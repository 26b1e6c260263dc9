/** What several guesses are answered with. */
export const noUpdate =
  'The API cannot update products. To see what differs from a file: shop-cli products diff <file> --worklist work.csv';

/** An import stops at nothing that a rerun would repeat. */
export const rerun = 'An import continues if you rerun it: shop-cli products import <file>, with the same options.';

export const noField = 'The API has no field for it. Set it in the back office of the shop.';

export const inBackOffice = 'Use the back office of the shop.';

export const takeBack =
  'Customers and addresses: shop-cli customers delete --from results.csv, or addresses delete, with the file of --results. Products: the API cannot delete them';

export const findDifferences = 'To compare a file with the store: shop-cli products diff <file>';
