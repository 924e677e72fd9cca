import type { ChainedEntry } from './entry-chain.ts';

/** An entry as a collector gets it. */
export interface SentEntry {
  readonly entry: ChainedEntry;
  /** The e-mail address of the person; empty for staff, and when the account was deleted. */
  readonly email: string;
}

/** One line of JSON. */
export function toJson({ entry, email }: SentEntry): string {
  const { _id: id, seq, at, ownerId: workspace, actorId, isStaff, action, fields, before } = entry;
  const { correlationId: reference, prevHash: follows, hash } = entry;
  // The network of staff is not the customer's business.
  const address = isStaff ? '' : entry.address;
  const actor = { id: actorId, email, is_staff: isStaff };
  const place = { id, entry: seq, at: at.toISOString(), workspace };
  return JSON.stringify({ ...place, actor, action, fields, before, address, reference, follows, hash });
}

/** Facility 13, an audit log, and severity 6, for information. */
const priority = 13 * 8 + 6;

/** A message of syslog (RFC 5424) with its length before it (RFC 5425). @param host the name of this product */
export function toSyslog(sent: SentEntry, host: string): string {
  const { at, action } = sent.entry;
  const header = [`<${String(priority)}>1`, at.toISOString(), host, 'webinar-vault', '-', action, '-'];
  // The mark says that the text is UTF-8.
  const message = `${header.join(' ')} \uFEFF${toJson(sent)}`;
  return `${String(Buffer.byteLength(message))} ${message}`;
}
