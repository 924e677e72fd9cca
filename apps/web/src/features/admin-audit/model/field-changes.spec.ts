/** @jest-environment node */
import type { AuditRow } from '@vault/contracts';
import { fieldChanges } from './field-changes.ts';

const line = (change: Partial<AuditRow>): AuditRow => ({
  id: 'a1',
  at: 0,
  actor: { id: 's1', email: 'charles@example.com' },
  action: 'edit-employee',
  subject: null,
  state: 'started',
  started_id: null,
  client_address: '',
  before: null,
  requested: null,
  after: null,
  msg: '',
  ...change,
});

test('a started change shows the requested value next to the value before', () => {
  const before = { plan: 'free', membershipEnd: 1_763_000_500, isActive: true };
  const requested = { plan: 'executive', membershipEnd: 1_795_000_000, isActive: false };
  expect(fieldChanges(line({ before, requested }))).toEqual([
    { name: 'Plan', before: 'free', after: 'executive' },
    { name: 'Membership end', before: '2025-11-13', after: '2026-11-18' },
    { name: 'Is active', before: 'on', after: 'off' },
  ]);
});

test('the value after the change is shown instead of the requested one', () => {
  const requested = { add_token: 5, role: 'owner' };
  const after = { token_balance: 12, role: 'support', rest: { a: 1 } };
  expect(fieldChanges(line({ requested, after }))).toEqual([
    { name: 'Token balance', before: '', after: '12' },
    { name: 'Role', before: '', after: 'support' },
    { name: 'Rest', before: '', after: '{"a":1}' },
  ]);
});

test('the limits of a team have the names of their columns', () => {
  const before = { video_limit: 200, member_limit: 500 };
  const requested = { video_limit: null, member_limit: 20 };
  expect(fieldChanges(line({ action: 'edit-team', before, requested }))).toEqual([
    { name: 'Videos', before: '200', after: 'those of the plan' },
    { name: 'Members', before: '500', after: '20' },
  ]);
});

test('a line without fields has no changes', () => {
  expect(fieldChanges(line({ action: 'login' }))).toEqual([]);
});
