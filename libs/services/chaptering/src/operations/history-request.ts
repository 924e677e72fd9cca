import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';

/** The maximum number of operations in one answer; also the limit when no page is requested. */
const maxListed = 10_000;
const maxTextLength = 200;

/** The sort fields, the first one most significant; 1 is ascending. */
export type HistoryOrder = Readonly<
  Partial<Record<'createdAt' | 'kind' | 'state' | 'tokens' | '_id', 1 | -1>>
>;

export interface HistoryQuery {
  readonly ownerId: string;
  readonly skip: number;
  readonly limit: number;
  readonly order: HistoryOrder;
  /** Part of a prompt or a result; empty matches all. */
  readonly text: string;
}

/** Ascending orders by name; equal entries are sorted newest first. */
const orders = {
  created_at: { createdAt: 1, _id: 1 },
  kind: { kind: 1, createdAt: -1, _id: -1 },
  state: { state: 1, createdAt: -1, _id: -1 },
  tokens: { tokens: 1, createdAt: -1, _id: -1 },
} as const satisfies Record<string, HistoryOrder>;

/** @throws {AppError} invalid-input */
export function parseHistoryRequest(request: chapteringRpc.ListOperationsRequest): HistoryQuery {
  const { ownerId, page, limit, q } = request;
  if (page < 0 || limit < 0 || limit > maxListed)
    throw new AppError('invalid-input', `At most ${String(maxListed)} operations are listed at once.`);
  if (q.length > maxTextLength)
    throw new AppError('invalid-input', `Please look for at most ${String(maxTextLength)} characters.`);
  const range =
    limit === 0 ? { skip: 0, limit: maxListed } : { skip: (Math.max(page, 1) - 1) * limit, limit };
  return { ownerId, ...range, order: parseOrder(request), text: q };
}

function parseOrder({ sort, descending }: chapteringRpc.ListOperationsRequest): HistoryOrder {
  const name = sort || 'created_at';
  if (!Object.hasOwn(orders, name))
    throw new AppError('invalid-input', 'A history cannot be sorted by that.');
  const order: HistoryOrder = orders[name as keyof typeof orders];
  if (!descending) return order;
  return Object.fromEntries(Object.entries(order).map(([field, direction]) => [field, -direction]));
}
