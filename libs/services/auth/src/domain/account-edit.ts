import type { PlanId } from '@vault/contracts';
import { oneMonthAfter } from './membership.ts';

/** The fields of a person or a team that edits of the plan change. */
export interface EditablePlan {
  readonly plan: PlanId;
  readonly isConfirmed: boolean;
  readonly membershipEnd: Date;
  readonly isActive: boolean;
  /** Incremented with each edit. */
  readonly contentVersion: number;
  readonly upgradeRequestedAt?: Date;
  /**
   * When to publish the end of access: the end of the current membership. Absent after it was published, and while the
   * account is deactivated.
   */
  readonly accessEndsAt?: Date;
}

/** The fields of an account that edits change. */
export interface EditableAccount extends EditablePlan {
  readonly firstname: string;
  readonly lastname: string;
  readonly readyMail: boolean;
}

/** Absent fields stay unchanged. */
export interface AccountEdit {
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly plan?: PlanId | undefined;
  readonly membershipEnd?: Date | undefined;
  readonly isActive?: boolean | undefined;
  readonly readyMail?: boolean | undefined;
}

/** Why the access to uploads and tokens ended. */
export type AccessEnd = 'deactivated' | 'expired';

/** Fields to set, fields to unset, and why access ended with the edit, if it did. */
export interface EditDecision<Edited extends EditablePlan = EditablePlan> {
  readonly set: Partial<Edited> & { readonly contentVersion: number };
  readonly unset: readonly ('accessEndsAt' | 'upgradeRequestedAt')[];
  readonly accessEnd?: AccessEnd;
}

/** The fields that only staff may edit. */
const staffOnlyFields = ['plan', 'membershipEnd', 'isActive'] as const;

/** Whether a person may make this edit to their own account. */
export function isOwnEdit(edit: AccountEdit): boolean {
  return staffOnlyFields.every((field) => edit[field] === undefined);
}

/** Applies an edit. Changing the plan confirms it. */
export function editAccount<Edited extends EditablePlan>(
  account: Edited,
  edit: AccountEdit,
  now: Date,
): EditDecision<Edited> {
  const isPlanChanged = edit.plan !== undefined && edit.plan !== account.plan;
  const changes = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  const set = { ...changes, ...(isPlanChanged && { isConfirmed: true }) } as Partial<Edited>;
  return toDecision(account, set, [], now);
}

/** Grants the executive plan, confirmed, for a month from now. A longer membership is not shortened. */
export function grantUpgrade(account: EditablePlan, now: Date): EditDecision {
  const aMonth = oneMonthAfter(now);
  const membershipEnd = account.membershipEnd > aMonth ? account.membershipEnd : aMonth;
  const set = { plan: 'executive', isConfirmed: true, membershipEnd } as const;
  return toDecision(account, set, ['upgradeRequestedAt'], now);
}

/** Records an upgrade request. @returns undefined when one is open already */
export function requestUpgrade(account: EditablePlan, now: Date): EditDecision | undefined {
  if (account.upgradeRequestedAt) return undefined;
  return toDecision(account, { upgradeRequestedAt: now }, [], now);
}

/** Whether the end of a membership is due to be published. */
export function hasExpired({ accessEndsAt }: Pick<EditablePlan, 'accessEndsAt'>, now: Date): boolean {
  return accessEndsAt !== undefined && accessEndsAt <= now;
}

function toDecision<Edited extends EditablePlan>(
  account: Edited,
  set: Partial<Edited>,
  unset: readonly 'upgradeRequestedAt'[],
  now: Date,
): EditDecision<Edited> {
  const after = { ...account, ...set };
  const hasAccess = after.isActive && after.membershipEnd > now;
  const contentVersion = account.contentVersion + 1;
  if (hasAccess) return { set: { ...set, contentVersion, accessEndsAt: after.membershipEnd }, unset };
  const accessEnd = after.isActive ? 'expired' : 'deactivated';
  const isNew = account.accessEndsAt !== undefined;
  return {
    set: { ...set, contentVersion },
    unset: [...unset, 'accessEndsAt'],
    ...(isNew && { accessEnd }),
  };
}
