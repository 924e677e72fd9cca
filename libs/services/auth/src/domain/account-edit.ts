import type { PlanId } from '@vault/contracts';
import { oneMonthAfter } from './membership.ts';

/** What of an account can be edited, and what follows from an edit. */
export interface EditableAccount {
  readonly firstname: string;
  readonly lastname: string;
  readonly plan: PlanId;
  readonly isConfirmed: boolean;
  readonly membershipEnd: Date;
  readonly isActive: boolean;
  readonly readyMail: boolean;
  /** Rises with each edit. */
  readonly revision: number;
  readonly upgradeRequestedAt?: Date;
  /**
   * When the end of this access is announced: the end of a membership that runs. Absent when it was announced, and while
   * the account is switched off.
   */
  readonly accessEndsAt?: Date;
}

/** What is left out stays. */
export interface AccountEdit {
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly plan?: PlanId | undefined;
  readonly membershipEnd?: Date | undefined;
  readonly isActive?: boolean | undefined;
  readonly readyMail?: boolean | undefined;
}

/** Why somebody may not upload or spend any more. */
export type AccessEnd = 'deactivated' | 'expired';

/** Fields to store, fields to take out, and whether access has ended with it. */
export interface EditDecision {
  readonly set: Partial<EditableAccount> & { readonly revision: number };
  readonly unset: readonly ('accessEndsAt' | 'upgradeRequestedAt')[];
  readonly accessEnd?: AccessEnd;
}

/** The fields of which only staff decide. */
const ofStaff = ['plan', 'membershipEnd', 'isActive'] as const;

/** Whether people may make this edit of their own account. */
export function isOwnEdit(edit: AccountEdit): boolean {
  return ofStaff.every((field) => edit[field] === undefined);
}

/** Applies an edit. A plan that staff change needs no confirmation any more. */
export function editAccount(account: EditableAccount, edit: AccountEdit, now: Date): EditDecision {
  const isPlanChanged = edit.plan !== undefined && edit.plan !== account.plan;
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  return follow(account, { ...given, ...(isPlanChanged && { isConfirmed: true }) }, [], now);
}

/**
 * Grants what was asked for: the executive plan, confirmed, with a membership of a month from now. One that runs longer
 * already is not shortened.
 */
export function grantUpgrade(account: EditableAccount, now: Date): EditDecision {
  const aMonth = oneMonthAfter(now);
  const membershipEnd = account.membershipEnd > aMonth ? account.membershipEnd : aMonth;
  const set = { plan: 'executive', isConfirmed: true, membershipEnd } as const;
  return follow(account, set, ['upgradeRequestedAt'], now);
}

/** Records a request. @returns undefined when one is open already */
export function requestUpgrade(account: EditableAccount, now: Date): EditDecision | undefined {
  if (account.upgradeRequestedAt) return undefined;
  return follow(account, { upgradeRequestedAt: now }, [], now);
}

/** Whether the end of a membership is to be announced now. */
export function hasExpired({ accessEndsAt }: Pick<EditableAccount, 'accessEndsAt'>, now: Date): boolean {
  return accessEndsAt !== undefined && accessEndsAt <= now;
}

function follow(
  account: EditableAccount,
  set: Partial<EditableAccount>,
  unset: readonly 'upgradeRequestedAt'[],
  now: Date,
): EditDecision {
  const after = { ...account, ...set };
  const hasAccess = after.isActive && after.membershipEnd > now;
  const revision = account.revision + 1;
  if (hasAccess) return { set: { ...set, revision, accessEndsAt: after.membershipEnd }, unset };
  const accessEnd = after.isActive ? 'expired' : 'deactivated';
  const isNew = account.accessEndsAt !== undefined;
  return {
    set: { ...set, revision },
    unset: [...unset, 'accessEndsAt'],
    ...(isNew && { accessEnd }),
  };
}
