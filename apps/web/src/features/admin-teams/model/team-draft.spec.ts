/** @jest-environment node */
import { aTeam } from '../../../testing/admin-rows.ts';
import { bodyOf, teamKind, upgradeOf } from './team-draft.ts';
import type { TeamFields } from './team-draft.ts';

const draftOf = (row = aTeam(), change: Partial<TeamFields> = {}) => ({
  ...teamKind.fieldsOf(row),
  addToken: '0',
  ...change,
});

test.each([
  [{ plan: 'free', video_limit: 2 }, ''],
  [{ plan: 'executive', video_limit: 20 }, ''],
  [{ plan: 'executive', video_limit: 200 }, '200'],
  [{ plan: 'executive', video_limit: 0 }, '0'],
] as const)('a team with %j shows %j as its videos', (change, shown) => {
  expect(teamKind.fieldsOf(aTeam(change)).videoLimit).toBe(shown);
});

test.each([
  // A save that does not touch the videos leaves no line about them in the audit log.
  [{}, {}, undefined],
  [{ video_limit: 200 }, { isActive: false }, undefined],
  [{ video_limit: 200 }, { videoLimit: ' ' }, null],
  [{}, { videoLimit: '30' }, 30],
  // The plan has other videos, and the empty field promises them.
  [{}, { plan: 'executive' }, null],
  [{ video_limit: 200 }, { plan: 'executive' }, 200],
] as const)('of a team with %j, the change %j sends the videos %j', (team, change, sent) => {
  const row = aTeam(team);
  expect(bodyOf(row, draftOf(row, change)).video_limit).toBe(sent);
});

test.each([
  [{ videoLimit: '2000', memberLimit: '1' }, undefined],
  [{ videoLimit: '0', memberLimit: '500' }, undefined],
  [{ videoLimit: '2001' }, 'video_limit'],
  [{ videoLimit: '-1' }, 'video_limit'],
  [{ videoLimit: '2.5' }, 'video_limit'],
  [{ memberLimit: '' }, 'member_limit'],
  [{ memberLimit: '0' }, 'member_limit'],
  [{ memberLimit: '501' }, 'member_limit'],
  [{ memberLimit: '1e2' }, 'member_limit'],
])('%j has the problem %s', (change, field) => {
  const row = aTeam();
  expect(teamKind.problemOf(draftOf(row, change), row)?.field).toBe(field);
});

test.each([
  ['2026-01-15', '2026-03-10'],
  ['2026-12-24', '2026-12-24'],
])('an upgrade of a membership until %s lasts until %s', (end, until) => {
  const row = aTeam({ membership_end: Date.parse(`${end}T10:00:00Z`) / 1_000 });
  const now = Date.parse('2026-02-10T10:00:00Z') / 1_000;
  expect(upgradeOf(row, now)).toEqual({ plan: 'executive', membershipDay: until });
});
