import { limitsOf, type ChosenPlan } from './plan-limits.ts';

/** What the decision needs to know of a person. */
export interface Membership extends ChosenPlan {
  readonly isActive: boolean;
  /** The first instant at which the membership no longer runs. */
  readonly membershipEnd: Date;
}

/** What a person may do now; `msg` says why not, and is empty when they may. */
export interface Entitlement {
  readonly isAllowed: boolean;
  readonly msg: string;
  /** Videos in the library plus open uploads; 0 when nothing may be added. */
  readonly videoLimit: number;
}

/** May this person add videos and spend tokens at `now`, and how many videos may they keep? */
export function decideEntitlement(membership: Membership, now: Date): Entitlement {
  if (!membership.isActive) return refuse('This account is switched off. Please ask us to open it again.');
  if (now >= membership.membershipEnd) return refuse(endedMsg(membership));
  return { isAllowed: true, msg: '', videoLimit: limitsOf(membership).videoLimit };
}

function refuse(msg: string): Entitlement {
  return { isAllowed: false, msg, videoLimit: 0 };
}

function endedMsg({ plan, membershipEnd }: Membership): string {
  const what = plan === 'free' ? 'free trial' : 'membership';
  const day = membershipEnd.toISOString().slice(0, 10);
  return `Your ${what} ended on ${day}. You can still watch, export and delete your videos; ask us to extend it to upload more or have anything written.`;
}
