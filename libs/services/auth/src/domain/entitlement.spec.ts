import { planIds, plans } from '@vault/contracts';
import fc from 'fast-check';
import { decideEntitlement, type Membership } from './entitlement.ts';

const end = new Date('2026-11-23T09:30:00Z');
const free: Membership = { isActive: true, plan: 'free', isConfirmed: true, membershipEnd: end };
const before = new Date(end.getTime() - 1);

describe('decideEntitlement', () => {
  it('allows the videos and portals of the plan while the membership runs', () => {
    const [few, many] = [
      { videoLimit: 2, portalLimit: 0 },
      { videoLimit: 20, portalLimit: 10 },
    ];
    expect(decideEntitlement(free, before)).toEqual({ isAllowed: true, msg: '', ...few });
    expect(decideEntitlement({ ...free, plan: 'executive' }, before)).toMatchObject(many);
    const waiting = { ...free, plan: 'executive', isConfirmed: false } as const;
    expect(decideEntitlement(waiting, before)).toMatchObject(few);
  });

  it('ends exactly at membershipEnd', () => {
    expect(decideEntitlement(free, end)).toEqual({
      isAllowed: false,
      videoLimit: 0,
      portalLimit: 0,
      msg: 'Your free trial ended on 2026-11-23. You can still watch, export and delete your videos; ask us to extend it to upload more, make clips or generate text.',
    });
  });

  it('calls a paid plan a membership', () => {
    expect(decideEntitlement({ ...free, plan: 'executive' }, end).msg).toMatch(
      /^Your membership ended on 2026-11-23\./,
    );
  });

  it('refuses a deactivated account with any membership', () => {
    const { isAllowed, msg } = decideEntitlement({ ...free, isActive: false }, before);
    expect(isAllowed).toBe(false);
    expect(msg).toContain('disabled');
  });

  it('allows exactly while active and before the end, and else gives a reason', () => {
    const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(fc.boolean(), fc.constantFrom(...planIds), times, times, (isActive, plan, endsAt, at) => {
        const membership = { isActive, plan, isConfirmed: true, membershipEnd: new Date(endsAt) };
        const { isAllowed, msg, videoLimit, portalLimit } = decideEntitlement(membership, new Date(at));
        expect(isAllowed).toBe(isActive && at < endsAt);
        expect(msg === '').toBe(isAllowed);
        expect(videoLimit).toBe(isAllowed ? plans[plan].videoLimit : 0);
        expect(portalLimit).toBe(isAllowed ? plans[plan].portalLimit : 0);
      }),
    );
  });
});
