import { csvLine, type LoggedFields, type LogStreamRecord, type WorkspaceLogRow } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';

/** By id. */
export type LogNames = ReadonlyMap<string, string>;

export type LoggedSubject = Omit<NonNullable<WorkspaceLogRow['subject']>, 'name'>;

/** The fields with the id of what an entry is about, the most exact first. */
const subjectFields = [
  ['userId', 'person'],
  ['clipId', 'clip'],
  ['videoId', 'video'],
  ['momentId', 'moment'],
  ['portalId', 'portal'],
  ['invitationId', 'invitation'],
] as const;

/** What an entry is about; undefined for the workspace itself. */
export function subjectOf({ fields }: Pick<adminRpc.WorkspaceLogEntry, 'fields'>): LoggedSubject | undefined {
  const given = JSON.parse(fields) as LoggedFields;
  for (const [name, kind] of subjectFields) {
    const id = given[name];
    if (typeof id === 'string') return { kind, id };
  }
  return undefined;
}

export function toLogRow(entry: adminRpc.WorkspaceLogEntry, names: LogNames): WorkspaceLogRow {
  const { id, seq, at, actorId, isStaff, action, correlationId, prevHash, hash } = entry;
  const subject = subjectOf(entry);
  return {
    ...{ id, entry: seq, at },
    actor: { id: actorId, name: names.get(actorId) ?? '', is_staff: isStaff },
    action,
    subject: subject ? { ...subject, name: names.get(subject.id) ?? '' } : null,
    fields: JSON.parse(entry.fields) as LoggedFields,
    before: JSON.parse(entry.before) as LoggedFields,
    // The network of staff is not the customer's business.
    ...{ address: isStaff ? '' : entry.address, reference: correlationId, follows: prevHash, hash },
  };
}

const csvHeader = [
  'entry',
  'time (UTC)',
  'person',
  'person id',
  'staff',
  'action',
  'subject',
  'subject id',
  'name',
  'fields',
  'before',
  'address',
  'reference',
  'follows',
  'hash',
];

/** Spreadsheets need it to read UTF-8. */
const byteOrderMark = '\uFEFF';

export async function* toCsv(pages: AsyncIterable<readonly WorkspaceLogRow[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(csvHeader);
  for await (const rows of pages) if (rows.length > 0) yield rows.map(toCsvLine).join('');
}

export async function* toJsonLines(pages: AsyncIterable<readonly WorkspaceLogRow[]>): AsyncGenerator<string> {
  for await (const rows of pages)
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function toCsvLine(row: WorkspaceLogRow): string {
  const { entry, at, actor, action, subject, address, reference, follows, hash } = row;
  return csvLine([
    entry,
    new Date(at * 1_000).toISOString(),
    actor.name,
    actor.id,
    actor.is_staff ? 'yes' : 'no',
    action,
    subject?.kind ?? '',
    subject?.id ?? '',
    subject?.name ?? '',
    textOf(row.fields),
    textOf(row.before),
    address,
    reference,
    follows,
    hash,
  ]);
}

function textOf(fields: LoggedFields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('; ');
}

export function toStreamRecord(stream: adminRpc.LogStream): LogStreamRecord {
  const { kind, url = null, host = null, port = null, hasSecret, deliveredAt = null, ...state } = stream;
  return {
    ...{ kind: kind as LogStreamRecord['kind'], url, host, port },
    ...{ has_secret: hasSecret, delivered_at: deliveredAt, waiting: state.waiting, problem: state.problem },
  };
}
