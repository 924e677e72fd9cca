import { inviteLimits, memberLimit, roles, type Role } from '@vault/contracts';
import fc from 'fast-check';
import {
  invite,
  join,
  openInvitations,
  removeMember,
  setRole,
  setRoleOfGroups,
  withdraw,
  withoutDeleted,
  type Roster,
} from './team.ts';

const now = new Date('2036-11-20T09:30:00Z');
const later = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1_000);

type Team = Roster & { readonly isActive: boolean; readonly deletesAt?: Date };

const teamOf = (members: Readonly<Record<string, Role>>): Team => ({
  name: 'Acme',
  publishers: 'editors',
  members: Object.entries(members).map(([userId, role]) => ({ userId, role, since: now })),
  invitations: [],
  isActive: true,
});
const rolesOf = ({ members }: Partial<Roster>) =>
  Object.fromEntries((members ?? []).map(({ userId, role }) => [userId, role]));

let ids = 0;
const inviting = (team: Team, invitedBy: string, emails: readonly string[], role: Role = 'editor') => {
  const idOf = () => `i-${String((ids += 1))}`;
  return invite(team, { invitedBy, role, note: '', emails, taken: new Set(['ann@acme.com']), idOf }, now);
};
const refusal = (code: string, message?: string) =>
  expect.objectContaining({ code, ...(message && { message }) }) as unknown;
const thrown = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('the role of a member', () => {
  const team = teamOf({ ann: 'owner', bo: 'admin', cy: 'editor', di: 'viewer', eve: 'admin' });
  const set = (actorId: string, userId: string, role: Role) => setRole(team, { actorId, userId, role });

  it('is changed by admins and owners', () => {
    expect(rolesOf(set('bo', 'cy', 'admin') ?? {}).cy).toBe('admin');
    expect(rolesOf(set('ann', 'di', 'owner') ?? {})).toMatchObject({ ann: 'owner', di: 'owner' });
    expect(rolesOf(set('bo', 'eve', 'viewer') ?? {}).eve).toBe('viewer');
    expect(set('bo', 'cy', 'editor')).toBeUndefined();
  });

  it.each([
    ['cy', 'cy', 'admin'],
    ['di', 'cy', 'viewer'],
    ['bo', 'ann', 'admin'],
    ['bo', 'cy', 'owner'],
    ['bo', 'bo', 'owner'],
    ['nobody', 'cy', 'viewer'],
  ] as const)('is not changed by %s: %s to %s', (actorId, userId, role) => {
    expect(thrown(() => set(actorId, userId, role))).toEqual(refusal('forbidden'));
  });

  it('of nobody is not found', () => {
    expect(thrown(() => set('ann', 'nobody', 'viewer'))).toEqual(refusal('not-found'));
  });
});

describe('a member', () => {
  const team = teamOf({ ann: 'owner', bo: 'admin', cy: 'editor', di: 'viewer' });
  const remove = (actorId: string, userId: string) => removeMember(team, { actorId, userId });

  it('leaves in any role, and is removed by admins', () => {
    for (const userId of ['bo', 'cy', 'di'])
      expect(rolesOf(remove(userId, userId) ?? {})[userId]).toBeUndefined();
    expect(Object.keys(rolesOf(remove('bo', 'di') ?? {}))).toEqual(['ann', 'bo', 'cy']);
    expect(remove('bo', 'nobody')).toBeUndefined();
  });

  it('is removed by nobody else, and an owner not by an admin', () => {
    for (const [actorId, userId] of [
      ['cy', 'di'],
      ['di', 'cy'],
      ['bo', 'ann'],
      ['nobody', 'di'],
    ] as const)
      expect(thrown(() => remove(actorId, userId))).toEqual(refusal('forbidden'));
  });

  it('is not the last owner when they go', () => {
    const message = 'Acme needs an owner. Make somebody else owner first.';
    expect(thrown(() => remove('ann', 'ann'))).toEqual(refusal('conflict', message));
    expect(thrown(() => setRole(team, { actorId: 'ann', userId: 'ann', role: 'admin' }))).toEqual(
      refusal('conflict', message),
    );
  });
});

test('whatever members try, a team has an owner and nobody twice', () => {
  const person = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.record({
    actorId: person,
    userId: person,
    role: fc.constantFrom(...roles, 'none' as const),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let team = teamOf({ a: 'owner', b: 'owner', c: 'admin', d: 'editor', e: 'viewer' });
      for (const { role, ...change } of steps)
        thrown(() => {
          const after = role === 'none' ? removeMember(team, change) : setRole(team, { ...change, role });
          team = { ...team, ...after };
        });
      expect(team.members.some((member) => member.role === 'owner')).toBe(true);
      expect(new Set(team.members.map(({ userId }) => userId)).size).toBe(team.members.length);
    }),
  );
});

describe('an invitation', () => {
  const team = teamOf({ ann: 'owner', bo: 'admin', cy: 'editor' });

  it('is made for each address once, but not for a member', () => {
    const { results, sent, change } = inviting(team, 'bo', ['x@y.com', 'ann@acme.com', 'x@y.com', 'z@y.com']);
    expect(results).toEqual([
      { email: 'x@y.com', result: 'sent' },
      { email: 'ann@acme.com', result: 'member' },
      { email: 'z@y.com', result: 'sent' },
    ]);
    expect(sent.map(({ email, role, invitedBy }) => [email, role, invitedBy])).toEqual([
      ['x@y.com', 'editor', 'bo'],
      ['z@y.com', 'editor', 'bo'],
    ]);
    expect(change.invitations).toEqual(sent);
  });

  it('to a known address takes the place of the earlier one', () => {
    const first = inviting(team, 'bo', ['x@y.com']);
    const again = inviting({ ...team, ...first.change }, 'ann', ['x@y.com'], 'viewer');
    expect(again.results).toEqual([{ email: 'x@y.com', result: 'sent-again' }]);
    expect(again.change.invitations).toEqual(again.sent);
    expect(again.sent[0]?.id).not.toBe(first.sent[0]?.id);
  });

  it('is not made by an editor, nor to a role above one’s own', () => {
    expect(thrown(() => inviting(team, 'cy', ['x@y.com']))).toEqual(refusal('forbidden'));
    expect(thrown(() => inviting(team, 'bo', ['x@y.com'], 'owner'))).toEqual(refusal('forbidden'));
    expect(inviting(team, 'ann', ['x@y.com'], 'owner').sent).toHaveLength(1);
  });

  it('is not made beyond the seats and the open invitations', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `p${String(index)}@y.com`);
    const results = inviting(team, 'ann', many(inviteLimits.open + 1)).results.map(({ result }) => result);
    expect(results.filter((result) => result === 'full')).toHaveLength(1);
    const people = Object.fromEntries(many(memberLimit - 2).map((id) => [id, 'viewer' as const]));
    const crowded = teamOf({ ann: 'owner', ...people });
    expect(inviting(crowded, 'ann', ['x@y.com', 'z@y.com']).results.map(({ result }) => result)).toEqual([
      'sent',
      'full',
    ]);
  });

  it('ends after a week, and while the team does not work', () => {
    const invited = { ...team, ...inviting(team, 'bo', ['x@y.com'], 'admin').change };
    const open = (changes: Partial<Team>, at = now) => openInvitations({ ...invited, ...changes }, at).length;
    expect([open({}), open({}, later(6.99)), open({}, later(7))]).toEqual([1, 1, 0]);
    expect([open({ isActive: false }), open({ deletesAt: later(7) })]).toEqual([0, 0]);
  });

  it('ends for good with the right of its sender', () => {
    const invited = { ...team, ...inviting(team, 'bo', ['x@y.com'], 'viewer').change };
    const { change } = inviting(invited, 'ann', ['z@y.com'], 'viewer');
    const both = { ...invited, ...change };
    const left = (after: Partial<Roster> | undefined) => after?.invitations?.map(({ email }) => email);
    expect(left(setRole(both, { actorId: 'ann', userId: 'bo', role: 'editor' }))).toEqual(['z@y.com']);
    expect(left(removeMember(both, { actorId: 'bo', userId: 'bo' }))).toEqual(['z@y.com']);
    expect(left(setRoleOfGroups(both, 'bo', 'editor'))).toEqual(['z@y.com']);
    expect(left(withoutDeleted(both, 'bo'))).toEqual(['z@y.com']);
    expect(left(setRole(both, { actorId: 'ann', userId: 'cy', role: 'viewer' }))).toEqual([
      'x@y.com',
      'z@y.com',
    ]);
  });

  it('is made once by a repeated request', () => {
    const request = { invitedBy: 'bo', role: 'viewer', note: '', taken: new Set<string>() } as const;
    const again = { ...request, emails: ['x@y.com'], idOf: (email: string) => `key ${email}` };
    const first = invite(team, again, now);
    const second = invite({ ...team, ...first.change }, again, now);
    expect([second.results, second.sent]).toEqual([first.results, []]);
  });

  it('makes a person a member once, while there is a seat', () => {
    const { sent, change } = inviting(team, 'bo', ['x@y.com'], 'viewer');
    const joined = { ...team, ...change, ...join({ ...team, ...change }, sent[0]!, 'di', now) };
    expect([rolesOf(joined).di, joined.invitations]).toEqual(['viewer', []]);
    expect(join(joined, sent[0]!, 'di', now).members).toBeUndefined();
    const people = Object.fromEntries(
      Array.from({ length: memberLimit - 1 }, (_, index) => [String(index), 'viewer' as const]),
    );
    expect(thrown(() => join(teamOf({ ann: 'owner', ...people }), sent[0]!, 'di', now))).toEqual(
      refusal('limit-reached'),
    );
  });

  it('is withdrawn by who could have made it', () => {
    const { sent, change } = inviting(team, 'ann', ['x@y.com'], 'owner');
    const invited = { ...team, ...change };
    expect(thrown(() => withdraw(invited, 'bo', sent[0]!.id))).toEqual(refusal('forbidden'));
    expect(withdraw(invited, 'ann', sent[0]!.id)).toEqual({ invitations: [] });
    expect(withdraw(invited, 'ann', 'unknown')).toBeUndefined();
  });
});
