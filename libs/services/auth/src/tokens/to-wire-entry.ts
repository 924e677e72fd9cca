import type { authRpc } from '@vault/contracts/rpc';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { StoredLedgerEntry } from './ledger-entry.schema.ts';

/** A ledger entry as an rpc message. */
export function toWireEntry(entry: StoredLedgerEntry): authRpc.LedgerEntry {
  const { _id, userId, at, amount, purpose, operationId = '', videoId = '' } = entry;
  return { id: _id.slice(userId.length + 1), at: epochSeconds(at), amount, purpose, operationId, videoId };
}
