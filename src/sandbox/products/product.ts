import { identifying, type NewProduct, newProduct } from '../../resources/products.ts';
import { largestAmount, toUnits } from '../amounts.ts';
import { imageNames } from '../first-data/shop.ts';
import { defaultLanguage, type Language } from '../http/language.ts';
import type { WrongField } from '../http/refusal.ts';
import type { ShopCatalogue } from '../storage/catalogue.ts';

/** A product as it is stored, or one combination of its options. Amounts in ten-thousandths; 0 is no category. */
export interface ProductRecord {
  readonly sku: string;
  readonly ean: string;
  readonly model: string;
  readonly texts: Readonly<Partial<Record<Language, Texts>>>;
  readonly quantity: number;
  readonly minimumQuantity: number;
  readonly price: number;
  readonly purchasePrice: number;
  readonly status: number;
  readonly taxRate: number;
  readonly categoryId: number;
  readonly manufacturerId: number;
  readonly image: string;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly dateAdded: string;
  /** The other fields of the body, as in its JSON. */
  readonly more: Readonly<Record<string, unknown>>;
  /** -1 without options. */
  readonly stockId: number;
  readonly attributes: readonly Attribute[];
}

interface Texts {
  readonly name: string;
  readonly description?: string;
}

/** One option with the value chosen, named per language: `{ optionId: 3, valueId: 12, names: { nl: ['Maat', 'M'] } }`. */
export interface Attribute {
  readonly optionId: number;
  readonly valueId: number;
  readonly names: Readonly<Partial<Record<Language, OptionNames>> & Record<typeof defaultLanguage, OptionNames>>;
}

export type OptionNames = readonly [option: string, value: string];

/** The texts of a product in a language, else in that of the store. */
export const textsOf = ({ texts }: ProductRecord, language: Language): Required<Texts> => ({
  name: '',
  description: '',
  ...(texts[language] ?? texts[defaultLanguage]),
});

/** Stock is a 32-bit integer, as shop databases have it. */
const maxStock = 2 ** 31 - 1;

const allImages = [...imageNames].join(', ');

/** What is wrong with the values of a new product. */
export function brokenRules(fields: NewProduct, catalogue: ShopCatalogue): readonly WrongField[] {
  const { quantity = 0, categoryId, image = '' } = fields;
  const wrong: WrongField[] = [];
  const refuse = (field: string, message: string): unknown => wrong.push({ field, message });
  if (!identifying.some((name) => fields[name])) refuse('', `At least one of ${identifying.join(', ')} must be given.`);
  if (Math.abs(quantity) > maxStock) refuse('quantity', `must be from -${maxStock} to ${maxStock}`);
  for (const name of ['price', 'purchasePrice'] as const)
    if (toUnits(fields[name] ?? nothing) === undefined) refuse(name, `must be at most ${largestAmount}`);
  if (categoryId !== undefined && !catalogue.takesCategory(categoryId))
    refuse('categoryId', `is not a category of this shop: ${categoryId}`);
  if (image !== '' && !catalogue.takesImage(image)) refuse('image', `must be an image of this shop: ${allImages}`);
  return wrong;
}

const nothing = { units: 0n, scale: 0 };

/** A product with these fields, its name in this language, and the defaults of the others. No reply has `imageAlt`. */
export function productOf(fields: NewProduct, language: Language, dateAdded: string): ProductRecord {
  const { sku = '', ean = '', model = '', name = '', image = '', imageAlt: _, ...numbers } = fields;
  const { quantity = 0, price = nothing, purchasePrice = nothing, status = 1, ...others } = numbers;
  const { taxRate = 21, categoryId = 0, ...more } = others;
  return {
    sku,
    ean,
    model,
    texts: { [language]: { name } },
    quantity,
    minimumQuantity: 1,
    price: Number(toUnits(price) ?? 0n),
    purchasePrice: Number(toUnits(purchasePrice) ?? 0n),
    status,
    taxRate,
    categoryId,
    manufacturerId: 0,
    image,
    dateAdded,
    more: newProduct.toJson(more),
    stockId: -1,
    attributes: [],
  };
}
