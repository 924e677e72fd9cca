import { readListRequest, type FieldOrder } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';

/** The maximum number of operations in one answer; also the limit when no page is requested. */
const maxListed = 10_000;

export interface HistoryQuery {
  readonly ownerId: string;
  readonly skip: number;
  readonly limit: number;
  readonly order: FieldOrder;
  /** Part of a prompt or a result; empty matches all. */
  readonly text: string;
}

/** Ascending orders by name; equal entries are sorted newest first. */
const orders = {
  created_at: { createdAt: 1, _id: 1 },
  kind: { kind: 1, createdAt: -1, _id: -1 },
  state: { state: 1, createdAt: -1, _id: -1 },
  tokens: { tokens: 1, createdAt: -1, _id: -1 },
} as const;

/** @throws {AppError} invalid-input */
export function parseHistoryRequest(request: chapteringRpc.ListOperationsRequest): HistoryQuery {
  const part = readListRequest(request, { orders, maxListed });
  return { ...part, ownerId: request.ownerId, text: request.q };
}
