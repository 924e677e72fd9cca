import type { authRpc } from '@vault/contracts/rpc';

/** The values that staff request for a user or a team; absent fields stay unchanged. */
export interface RequestedEdit {
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly plan?: 'free' | 'executive' | undefined;
  readonly isActive?: boolean | undefined;
  /** Epoch seconds. */
  readonly membershipEnd?: number | undefined;
  /** Of a team; null: what the plan allows. */
  readonly videoLimit?: number | null | undefined;
  readonly memberLimit?: number | undefined;
  readonly requiresSso?: boolean | undefined;
  readonly addTokens: number;
}

/** Fields as they are shown in the audit log. */
export type ShownFields = Readonly<Record<string, unknown>>;

/** The fields of the command that differ from the current values. */
export type EditFields = Omit<RequestedEdit, 'addTokens'> & { readonly addTokens?: number };

/** The API name of each field that staff edit. */
const shownNames = {
  firstname: 'firstname',
  lastname: 'lastname',
  plan: 'plan',
  isActive: 'is_active',
  membershipEnd: 'membership_end',
  videoLimit: 'video_limit',
  memberLimit: 'member_limit',
  requiresSso: 'requires_sso',
} as const;

type EditedField = keyof typeof shownNames;

/** The changed fields of an edit, with their values for the audit log. */
export interface EditPlan {
  readonly fields: EditFields;
  readonly before: ShownFields;
  readonly requested: ShownFields;
}

/** The fields of an edit that differ from the current ones. @returns undefined when none does */
export function planEdit(
  account: { readonly [Name in EditedField]?: unknown } & { readonly tokenBalance: number },
  request: RequestedEdit,
): EditPlan | undefined {
  const names = (Object.keys(shownNames) as EditedField[]).filter(
    (name) => request[name] !== undefined && request[name] !== account[name],
  );
  const tokens = request.addTokens === 0 ? {} : { addTokens: request.addTokens };
  if (names.length === 0 && request.addTokens === 0) return undefined;
  return {
    fields: { ...Object.fromEntries(names.map((name) => [name, request[name]])), ...tokens },
    before: {
      ...Object.fromEntries(names.map((name) => [shownNames[name], account[name]])),
      ...(request.addTokens === 0 ? {} : { token_balance: account.tokenBalance }),
    },
    requested: {
      ...Object.fromEntries(names.map((name) => [shownNames[name], request[name]])),
      ...(request.addTokens === 0 ? {} : { add_token: request.addTokens }),
    },
  };
}

/** These fields of a user with their API names, for the audit log; absent ones are undefined. */
export function shownFields(account: Partial<authRpc.Account>, names: readonly string[]): ShownFields {
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
