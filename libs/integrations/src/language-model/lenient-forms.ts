import { z } from 'zod';

/** Text, also of numbers, of lists of lines, and nothing at all. */
export const looseText = z.preprocess((value) => {
  if (Array.isArray(value)) return value.filter(isPlain).join('\n');
  return isPlain(value) ? String(value) : '';
}, z.string());

/** A number, also in a text: `"[12]"`, `"line 12"`. */
export const looseNumber = z.preprocess((value) => {
  return typeof value === 'string' ? Number(/\d{1,9}/.exec(value)?.[0] ?? Number.NaN) : value;
}, z.number());

/** A list, also of a single item without its brackets, and of nothing. Items that do not fit are left out. */
export function looseList<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  const any = z.preprocess(
    (value) =>
      Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null ? [] : [value],
    z.array(z.unknown()),
  );
  return any.transform((values) =>
    values.flatMap((value) => {
      const { success, data } = item.safeParse(value);
      return success ? [data] : [];
    }),
  );
}

/**
 * The object with a field of the form, also when another one is around it, or only the value of the field came.
 * @param isValue whether a value without its name is the value of this field
 */
export function objectWith(
  name: string,
  isValue: (value: unknown) => boolean,
): (json: unknown) => Readonly<Record<string, unknown>> | undefined {
  return (json) => {
    if (isObject(json)) {
      if (json[name] !== undefined && json[name] !== null) return json;
      const inner = Object.values(json).filter(isObject);
      const own = inner.find((value) => value[name] !== undefined && value[name] !== null);
      if (own) return own;
    }
    return isValue(json) ? { [name]: json } : undefined;
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
