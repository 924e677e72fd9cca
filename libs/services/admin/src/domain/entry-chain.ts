import { createHash } from 'node:crypto';
import type { LoggedFields } from '@vault/contracts';

/** What an entry of the log of a workspace says. */
export interface EntryContent {
  readonly _id: string;
  readonly ownerId: string;
  readonly at: Date;
  readonly actorId: string;
  readonly isStaff: boolean;
  readonly action: string;
  readonly fields: LoggedFields;
  readonly before: LoggedFields;
  /** The network address of the actor; empty when it is unknown. */
  readonly address: string;
  readonly correlationId: string;
}

/** An entry in its place in the log. */
export interface ChainedEntry extends EntryContent {
  /** 1 for the first entry of the workspace. */
  readonly seq: number;
  /** The hash of the entry before; empty for the first one. */
  readonly prevHash: string;
  readonly hash: string;
}

/** Where a log continues: after its last entry. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** Adds an entry to the end of a log. */
export function chain(content: EntryContent, { seq: last, hash: prevHash }: ChainEnd): ChainedEntry {
  const seq = last + 1;
  return { ...content, seq, prevHash, hash: hashOf(content, seq, prevHash) };
}

/** Whether an entry follows another one unchanged. */
export function follows(entry: ChainedEntry, end: ChainEnd): boolean {
  const { hash, seq, prevHash } = chain(entry, end);
  return hash === entry.hash && seq === entry.seq && prevHash === entry.prevHash;
}

/** What is noted of a log, so that entries that are missing at one of its ends show. */
export interface NotedChain {
  /** The first entry that is kept, and the hash of the entry before it. */
  readonly firstSeq: number;
  readonly firstPrevHash: string;
  /** An entry that was the last one: the log never ends before it. */
  readonly lastSeq: number;
  readonly lastHash: string;
}

/** How far a log is whole. */
export interface ChainState {
  readonly end: ChainEnd;
  /** The first entry that does not follow the one before it; absent when the log is whole. */
  readonly brokenSeq?: number;
}

/** @param read entries in their order, from a place; none when there are no more */
export async function findBreak(
  { firstSeq, firstPrevHash, lastSeq, lastHash }: NotedChain,
  read: (from: number) => Promise<readonly ChainedEntry[]>,
): Promise<ChainState> {
  let end: ChainEnd = { seq: firstSeq - 1, hash: firstPrevHash };
  for (;;) {
    const entries = await read(end.seq + 1);
    for (const entry of entries) {
      const isNoted = entry.seq !== lastSeq || entry.hash === lastHash;
      if (!follows(entry, end) || !isNoted) return { end, brokenSeq: end.seq + 1 };
      end = entry;
    }
    if (entries.length === 0) return end.seq < lastSeq ? { end, brokenSeq: end.seq + 1 } : { end };
  }
}

function hashOf(content: EntryContent, seq: number, prevHash: string): string {
  const { _id, ownerId, at, actorId, isStaff, action, address, correlationId } = content;
  const facts = [_id, ownerId, seq, at.toISOString(), actorId, isStaff, action, address, correlationId];
  const text = JSON.stringify([prevHash, ...facts, sorted(content.fields), sorted(content.before)]);
  return createHash('sha256').update(text).digest('hex');
}

/** A store may return fields in another order. */
function sorted(fields: LoggedFields): [string, LoggedFields[string]][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}
