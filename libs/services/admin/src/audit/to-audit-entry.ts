import type { adminRpc } from '@vault/contracts/rpc';
import type { AuditEntry } from './audit-entry.schema.ts';

export function toAuditEntry({ _id, at, ...entry }: AuditEntry): adminRpc.AuditEntry {
  return { ...entry, id: _id, at: at.getTime() / 1_000 };
}
