import { AppError } from './app-error.ts';

/** Sort fields, the most significant first; 1 is ascending, -1 descending. */
export type FieldOrder = Readonly<Record<string, 1 | -1>>;

/** A list request of staff, unchecked. */
export interface ListRequest {
  /** From 1. */
  readonly page: number;
  /** 0 requests all rows. */
  readonly limit: number;
  /** Empty for `created_at`. */
  readonly sort: string;
  readonly descending: boolean;
  readonly q: string;
}

const maxTextLength = 200;

/**
 * The part of a list that a request asks for, and its order.
 * @param orders ascending orders by name
 * @throws {AppError} invalid-input
 */
export function readListRequest(
  { page, limit, sort, descending, q }: ListRequest,
  {
    orders,
    maxListed,
  }: { readonly orders: Readonly<Record<string, FieldOrder>>; readonly maxListed: number },
): { readonly skip: number; readonly limit: number; readonly order: FieldOrder } {
  if (page < 0 || limit < 0 || limit > maxListed)
    throw new AppError('invalid-input', `At most ${String(maxListed)} rows are listed at once.`);
  if (q.length > maxTextLength)
    throw new AppError('invalid-input', `Please search for at most ${String(maxTextLength)} characters.`);
  const name = sort || 'created_at';
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined;
  if (!order) throw new AppError('invalid-input', 'This list cannot be sorted by that.');
  const fields = Object.entries(order).map(([field, direction]) => [
    field,
    descending ? -direction : direction,
  ]);
  const part = limit === 0 ? { skip: 0, limit: maxListed } : { skip: (Math.max(page, 1) - 1) * limit, limit };
  return { ...part, order: Object.fromEntries(fields) as FieldOrder };
}
