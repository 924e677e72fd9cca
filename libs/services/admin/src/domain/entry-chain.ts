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
