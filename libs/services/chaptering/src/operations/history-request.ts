import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';

/** Operations that are listed at once, when no page is asked for. */
const mostListed = 10_000;
const longestText = 200;

/** The fields of a record that a history is sorted by, the first deciding; 1 is from the smallest up. */
export type HistoryOrder = Readonly<
  Partial<Record<'createdAt' | 'kind' | 'state' | 'tokens' | '_id', 1 | -1>>
>;

export interface HistoryQuery {
  readonly ownerId: string;
  readonly skip: number;
  readonly limit: number;
  readonly order: HistoryOrder;
  /** Part of a prompt or a result; empty takes all. */
  readonly text: string;
}

/** By each name, from the smallest up; of equals the newest first. */
const orders = {
  created_at: { createdAt: 1, _id: 1 },
  kind: { kind: 1, createdAt: -1, _id: -1 },
  state: { state: 1, createdAt: -1, _id: -1 },
  tokens: { tokens: 1, createdAt: -1, _id: -1 },
} as const satisfies Record<string, HistoryOrder>;

/** @throws {AppError} invalid-input */
export function readHistoryRequest(request: chapteringRpc.ListOperationsRequest): HistoryQuery {
  const { ownerId, page, limit, q } = request;
  if (page < 0 || limit < 0 || limit > mostListed)
    throw new AppError('invalid-input', `At most ${String(mostListed)} operations are listed at once.`);
  if (q.length > longestText)
    throw new AppError('invalid-input', `Please look for at most ${String(longestText)} characters.`);
  const place =
    limit === 0 ? { skip: 0, limit: mostListed } : { skip: (Math.max(page, 1) - 1) * limit, limit };
  return { ownerId, ...place, order: readOrder(request), text: q };
}

function readOrder({ sort, descending }: chapteringRpc.ListOperationsRequest): HistoryOrder {
  const name = sort || 'created_at';
  if (!Object.hasOwn(orders, name))
    throw new AppError('invalid-input', 'A history cannot be sorted by that.');
  const order: HistoryOrder = orders[name as keyof typeof orders];
  if (!descending) return order;
  return Object.fromEntries(Object.entries(order).map(([field, way]) => [field, -way]));
}
