import type { MessageData } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';

/** What a member of staff wants a user to be; what is left out stays. */
export interface WantedEdit {
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly plan?: 'free' | 'executive' | undefined;
  readonly isActive?: boolean | undefined;
  /** Epoch seconds. */
  readonly membershipEnd?: number | undefined;
  readonly addToken: number;
}

/** Fields as they are shown in the audit log. */
export type ShownFields = Readonly<Record<string, unknown>>;

/** The command's fields that would change something. */
export type EditFields = Omit<MessageData<'auth.edit-account.v1'>, 'userId' | 'by' | 'version'>;

/** The fields of a user that staff edit, by the name that the API has for each. */
const shownNames = {
  firstname: 'firstname',
  lastname: 'lastname',
  plan: 'plan',
  isActive: 'is_active',
  membershipEnd: 'membership_end',
} as const;

type EditedField = keyof typeof shownNames;

/** An edit that changes something, and how the audit log shows it. */
export interface EditPlan {
  readonly fields: EditFields;
  readonly before: ShownFields;
  readonly requested: ShownFields;
}

/** What of an edit differs from the user as they are. @returns undefined when nothing does */
export function planEdit(
  account: Pick<authRpc.Account, EditedField | 'tokenBalance'>,
  wanted: WantedEdit,
): EditPlan | undefined {
  const names = (Object.keys(shownNames) as EditedField[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== account[name],
  );
  const tokens = wanted.addToken === 0 ? {} : { addTokens: wanted.addToken };
  if (names.length === 0 && wanted.addToken === 0) return undefined;
  return {
    fields: { ...Object.fromEntries(names.map((name) => [name, wanted[name]])), ...tokens },
    before: {
      ...Object.fromEntries(names.map((name) => [shownNames[name], account[name]])),
      ...(wanted.addToken === 0 ? {} : { token_balance: account.tokenBalance }),
    },
    requested: {
      ...Object.fromEntries(names.map((name) => [shownNames[name], wanted[name]])),
      ...(wanted.addToken === 0 ? {} : { add_token: wanted.addToken }),
    },
  };
}

/** These fields of a user as the audit log shows them. */
export function shownFields(account: authRpc.Account, names: readonly string[]): ShownFields {
  const all: ShownFields = {
    firstname: account.firstname,
    lastname: account.lastname,
    email: account.email,
    plan: account.plan,
    is_active: account.isActive,
    membership_end: account.membershipEnd,
    token_balance: account.tokenBalance,
    is_confirmed: account.isConfirmed,
    upgrade_requested_at: account.upgradeRequestedAt ?? null,
  };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}
