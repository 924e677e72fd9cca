import { unavailable } from '@vault/contracts';
import { limitsOf, type ChosenPlan } from './plan-limits.ts';

/** The refusal of a person whose account is switched off. */
export const disabled = 'This account is disabled. Please ask us to enable it.';

/** The fields of a person or a team that decide the entitlement. */
export interface Membership extends ChosenPlan {
  /** Of a team. */
  readonly name?: string;
  readonly isActive: boolean;
  /** The first instant after the membership. */
  readonly membershipEnd: Date;
}

/** Whether a person may upload, make clips and spend tokens now; `msg` is the reason when not, else empty. */
export interface Entitlement {
  readonly isAllowed: boolean;
  readonly msg: string;
  /** The most videos in the library plus open uploads; 0 when nothing may be added. */
  readonly videoLimit: number;
  /** The most portals; 0 also when nothing is allowed. */
  readonly portalLimit: number;
}

/** Decides whether a person may add videos, make clips and spend tokens at `now`, and how many videos they may keep. */
export function decideEntitlement(membership: Membership, now: Date): Entitlement {
  if (!membership.isActive)
    return refuse(membership.name === undefined ? disabled : unavailable(membership.name));
  if (now >= membership.membershipEnd) return refuse(endedMsg(membership));
  const { videoLimit, portalLimit } = limitsOf(membership);
  return { isAllowed: true, msg: '', videoLimit, portalLimit };
}

function refuse(msg: string): Entitlement {
  return { isAllowed: false, msg, videoLimit: 0, portalLimit: 0 };
}

function endedMsg({ plan, membershipEnd }: Membership): string {
  const what = plan === 'free' ? 'free trial' : 'membership';
  const day = membershipEnd.toISOString().slice(0, 10);
  return `Your ${what} ended on ${day}. You can still watch, export and delete your videos; ask us to extend it to upload more, make clips or generate text.`;
}
