import { AppError } from '@vault/contracts';
import fc from 'fast-check';
import {
  addMember,
  changeMember,
  removeMember,
  type StaffMember,
  type StaffMembers,
} from './staff-members.ts';

const member = (id: string, fields: Partial<StaffMember> = {}): StaffMember => ({
  id,
  email: `${id}@example.com`,
  role: 'support',
  isActive: true,
  createdAt: new Date(0),
  ...fields,
});
const owner = member('owner', { role: 'owner' });
const last = { code: 'conflict', message: expect.stringMatching(/last owner/) as unknown };

function refusal(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('the members of staff', () => {
  it('are added once, each with a unique e-mail address', () => {
    const two = addMember([owner], member('a'));
    expect(two).toHaveLength(2);
    expect(addMember(two, member('a'))).toBe(two);
    expect(refusal(() => addMember(two, member('b', { email: 'a@example.com' })))).toMatchObject({
      code: 'conflict',
    });
  });

  it('must start with an owner', () => {
    expect(refusal(() => addMember([], member('a')))).toMatchObject({ code: 'conflict' });
    expect(addMember([], owner)).toEqual([owner]);
  });

  it('are limited to 1,000', () => {
    const full = Array.from({ length: 1_000 }, (_, index) => member(String(index)));
    expect(refusal(() => addMember(full, owner))).toMatchObject({ code: 'limit-reached' });
  });

  it('keep the fields that a change does not contain', () => {
    expect(changeMember([owner, member('a')], 'a', { role: 'owner' })[1]).toEqual(
      member('a', { role: 'owner' }),
    );
    expect(changeMember([owner, member('a')], 'a', { isActive: false })[1]).toMatchObject({
      role: 'support',
      isActive: false,
    });
    expect(refusal(() => changeMember([owner], 'nobody', {}))).toMatchObject({ code: 'not-found' });
  });

  it('always have an owner who can sign in', () => {
    const others = [owner, member('a'), member('off', { role: 'owner', isActive: false })];
    expect(refusal(() => changeMember(others, 'owner', { role: 'support' }))).toMatchObject(last);
    expect(refusal(() => changeMember(others, 'owner', { isActive: false }))).toMatchObject(last);
    expect(refusal(() => removeMember(others, 'owner'))).toMatchObject(last);
    const both = changeMember(others, 'off', { isActive: true });
    expect(removeMember(both, 'owner')).toHaveLength(2);
    expect(removeMember(both, 'nobody')).toBe(both);
  });

  it('have an owner after any sequence of changes', () => {
    const id = fc.constantFrom('owner', 'a', 'b', 'c');
    const change = fc.record({
      role: fc.constantFrom('owner' as const, 'support' as const, undefined),
      isActive: fc.constantFrom(true, false, undefined),
    });
    const step = fc.oneof(
      id.map((each) => (members: StaffMembers) => addMember(members, member(each))),
      id.map((each) => (members: StaffMembers) => removeMember(members, each)),
      fc.tuple(id, change).map(
        ([each, request]) =>
          (members: StaffMembers) =>
            changeMember(members, each, request),
      ),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let members: StaffMembers = [owner];
        for (const apply of steps) {
          try {
            members = apply(members);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
          }
        }
        return members.some(({ role, isActive }) => role === 'owner' && isActive);
      }),
    );
  });
});
