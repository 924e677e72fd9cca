import { findBreak, type ChainedEntry, type NotedChain } from '@vault/admin-service';
import type { Finding, Parts, Place, Rule } from './rule.ts';

const logs: Place = ['admin', 'workspace_logs'];
const entries: Place = ['admin', 'workspace_entries'];
const noted = ['firstSeq', 'firstPrevHash', 'lastSeq', 'lastHash'];
const content = [
  'ownerId',
  'at',
  'actorId',
  'isStaff',
  'action',
  'fields',
  'before',
  'address',
  'correlationId',
];
/** Entries that are read together. */
const batch = 500;

export const logRules: readonly Rule[] = [
  {
    what: 'audit logs of workspaces that were changed',
    mending:
      'restore the store of admin, or tell their owners; each id names the first entry that does not fit',
    byHand: true,
    find: async function* (parts): AsyncGenerator<Finding> {
      for await (const found of parts.batches<NotedChain>(logs, { fields: noted }))
        for (const log of found) {
          const { brokenSeq } = await findBreak(log, (from) => entriesFrom(parts, log._id, from));
          if (brokenSeq !== undefined) yield { id: `${log._id} ${String(brokenSeq)}` };
        }
    },
  },
];

async function entriesFrom(parts: Parts, ownerId: string, from: number): Promise<readonly ChainedEntry[]> {
  const filter = { ownerId, seq: { $gte: from, $lt: from + batch } };
  const fields = [...content, 'seq', 'prevHash', 'hash'];
  const found = await parts.find<ChainedEntry>(entries, { filter, fields });
  parts.compared += found.length;
  return found.sort((one, other) => one.seq - other.seq);
}
