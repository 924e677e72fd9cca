import {
  formatTimeCode,
  plans,
  type AuditRow,
  type EmployeeRow,
  type EmployeeVideoRow,
  type StaffAccount,
  type TokenHistoryRow,
} from '@vault/contracts';
import type { Spreadsheet } from './send-spreadsheet.ts';

/** `yyyy-MM-dd HH:mm:ss` in UTC, which spreadsheets read as a time. @param at epoch seconds */
const momentOf = (at: number) => new Date(at * 1_000).toISOString().slice(0, 19).replace('T', ' ');
/** `yyyy-MM-dd` in UTC. */
const dayOf = (at: number) => momentOf(at).slice(0, 10);
const jsonOf = (fields: AuditRow['before']) => (fields ? JSON.stringify(fields) : '');

export const users: Spreadsheet<EmployeeRow> = {
  name: 'users',
  header: [
    ...['ID', 'Username', 'Email', 'Plan', 'Posted Videos', 'Token Balance'],
    ...['Created', 'Membership end', 'Active', 'Confirmed', 'Upgrade requested'],
  ],
  idOf: ({ _id }) => _id,
  cellsOf: (row) => [
    ...[row._id, `${row.firstname} ${row.lastname}`.trim(), row.email, plans[row.plan].label],
    ...[row.posted_videos, row.token_balance, dayOf(row.created_at), dayOf(row.membership_end)],
    ...[row.is_active, row.is_confirmed],
    row.upgrade_requested_at === null ? '' : dayOf(row.upgrade_requested_at),
  ],
};

export const videos: Spreadsheet<EmployeeVideoRow> = {
  name: 'videos',
  header: ['User', 'Title', 'Asset ID', 'Created', 'State', 'Reason', 'Length', 'ID'],
  idOf: ({ _id }) => _id,
  cellsOf: ({ userId, title, assetId, created_at, state, failure, duration, _id }) => [
    ...[userId.email, title, assetId, dayOf(created_at), state],
    ...[failure?.reason ?? '', formatTimeCode(duration), _id],
  ],
};

export const tokenHistory: Spreadsheet<TokenHistoryRow> = {
  name: 'token-history',
  header: [
    ...['Created', 'Video', 'Video ID', 'Operation', 'State', 'Charged'],
    ...['System prompt', 'Custom prompt', 'Result'],
  ],
  idOf: ({ _id }) => _id,
  cellsOf: ({ createdAt, muxVideoId: { _id, title }, operationType, state, tokens, ...texts }) => [
    ...[momentOf(createdAt), title || 'Deleted video', _id, operationType, state, tokens],
    ...[texts.systemPrompt, texts.customPrompt, texts.resultString],
  ],
};

export const staff: Spreadsheet<StaffAccount> = {
  name: 'staff',
  header: ['Email', 'Role', 'Active', 'Created', 'Last seen', 'ID'],
  idOf: ({ id }) => id,
  cellsOf: ({ email, role, is_active, created_at, last_seen_at, id }) => [
    ...[email, role, is_active, dayOf(created_at)],
    ...[last_seen_at === null ? '' : momentOf(last_seen_at), id],
  ],
};

export const auditLog: Spreadsheet<AuditRow> = {
  name: 'audit-log',
  header: [
    ...['When', 'Who', 'Who ID', 'Action', 'Subject', 'Subject ID', 'Outcome'],
    ...['Before', 'Requested', 'After', 'Reason', 'Address', 'ID', 'Started by line'],
  ],
  idOf: ({ id }) => id,
  cellsOf: ({ at, actor, action, subject, state, before, requested, after, msg, ...row }) => [
    ...[momentOf(at), actor.email, actor.id, action, subject?.name ?? '', subject?.id ?? '', state],
    ...[jsonOf(before), jsonOf(requested), jsonOf(after)],
    ...[msg, row.client_address, row.id, row.started_id],
  ],
};
