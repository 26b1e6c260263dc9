import type { FileTable } from '../../../resources/file-table.ts';

/** The required fields that are neither among these, nor made of another one of them. */
export const missingFields = ({ required, insteadOf = {} }: FileTable, has: ReadonlySet<string>): readonly string[] =>
  required.filter((field) => !has.has(field) && !has.has(insteadOf[field] ?? ''));

/** The fields of `--require` that no column has, and that no other demand is about. */
export const demandedFields = (
  { required, insteadOf = {}, key, generated }: FileTable,
  has: ReadonlySet<string>,
  {
    require: demanded = [],
    generateSku,
  }: { readonly require?: readonly string[] | undefined; readonly generateSku?: boolean | undefined },
): readonly string[] =>
  demanded.filter(
    (field) =>
      !required.includes(field) &&
      !has.has(field) &&
      !has.has(insteadOf[field] ?? '') &&
      !(generateSku && field === generated) &&
      (!key.includes(field) || key.some((one) => has.has(one))),
  );
