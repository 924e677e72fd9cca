import { addedTokensLimit, plans } from '@vault/contracts';
import type { EditEmployeeBody, EmployeeRow, PlanId } from '@vault/contracts';
import type { Side } from '../../../components/ui/fields/version-choice.tsx';
import { formatDay } from '../../../lib/format/format-time.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { strings } from '../../../strings/shared.strings.ts';
import { adminUsersStrings as adminUsersStrings } from '../admin-users.strings.ts';

/** The editable fields of a user, as the form holds them. */
export interface UserFields {
  readonly firstname: string;
  readonly lastname: string;
  readonly plan: PlanId;
  /** `yyyy-MM-dd`, or empty. */
  readonly membershipDay: string;
  readonly isActive: boolean;
}

/** The content of the form. */
export interface UserDraft extends UserFields {
  /** A whole number as text. */
  readonly addToken: string;
}

/** One field that saving would change. */
export interface Change {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

export const fieldNames = ['firstname', 'lastname', 'plan', 'membershipDay', 'isActive'] as const;
export type FieldName = (typeof fieldNames)[number];

export const fieldLabels: Readonly<Record<FieldName, string>> = {
  firstname: adminUsersStrings.firstname,
  lastname: adminUsersStrings.lastname,
  plan: adminUsersStrings.plan,
  membershipDay: adminUsersStrings.membershipEnd,
  isActive: adminUsersStrings.active,
};

/** The form fields of a user. */
export function fieldsOf(row: EmployeeRow): UserFields {
  const { firstname, lastname, plan, membership_end, is_active } = row;
  return { firstname, lastname, plan, membershipDay: formatDay(membership_end), isActive: is_active };
}

/** The value of a field as text. */
export function textOf(fields: UserFields, name: FieldName): string {
  if (name === 'plan') return plans[fields.plan].label;
  if (name === 'isActive') return fields.isActive ? 'On' : 'Off';
  return fields[name] === '' ? '–' : fields[name];
}

const wholeNumber = /^[+-]?\d{1,12}$/;

function tokensOf(text: string): number {
  return wholeNumber.test(text.trim()) ? Number(text) : 0;
}

function trimmed(draft: UserDraft): UserDraft {
  return { ...draft, firstname: draft.firstname.trim(), lastname: draft.lastname.trim() };
}

/** The changes that saving would make; empty when the draft equals the user. */
export function changesOf(row: EmployeeRow, draft: UserDraft): Change[] {
  const before = fieldsOf(row);
  const after = trimmed(draft);
  const changes = fieldNames
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ label: fieldLabels[name], before: textOf(before, name), after: textOf(after, name) }));
  const tokens = tokensOf(draft.addToken);
  if (tokens === 0) return changes;
  const balance = Math.max(0, row.token_balance + tokens);
  return [
    ...changes,
    {
      label: adminUsersStrings.tokenBalance,
      before: formatNumber(row.token_balance),
      after: formatNumber(balance),
    },
  ];
}

/** A sentence on the tokens that a higher plan adds at once; empty without any. Unconfirmed users get none. */
export function noteOf(row: EmployeeRow, draft: UserDraft): string {
  const more = plans[draft.plan].monthlyTokens - plans[row.plan].monthlyTokens;
  return more > 0 && row.is_confirmed
    ? `The higher plan adds up to ${countOf(more, 'token')} for this month.`
    : '';
}

/** Why a draft cannot be saved, and in which field. Both names are required, except of a user who has one. */
export function problemOf(
  draft: UserDraft,
  row: Pick<EmployeeRow, 'firstname' | 'lastname'>,
): { readonly message: string; readonly field: string } | undefined {
  const { firstname, lastname, membershipDay, addToken } = draft;
  const hasOneName = (firstname + lastname).trim() !== '' && (row.firstname === '') !== (row.lastname === '');
  for (const field of ['firstname', 'lastname'] as const)
    if (draft[field].trim() === '' && !(hasOneName && row[field] === ''))
      return { message: strings.fillAll, field };
  if (Number.isNaN(Date.parse(membershipDay)))
    return { message: 'Please choose a date.', field: 'membership_end' };
  const tokens = addToken.trim() === '' ? '0' : addToken.trim();
  if (!wholeNumber.test(tokens))
    return { message: 'Please enter a whole number of tokens.', field: 'add_token' };
  if (Math.abs(Number(tokens)) > addedTokensLimit)
    return {
      message: `Please add or remove at most ${formatNumber(100_000_000)} tokens at once.`,
      field: 'add_token',
    };
  return undefined;
}

/** Epoch seconds: the last second of a changed day in UTC; an unchanged day keeps its time. */
function membershipEndOf(row: EmployeeRow, day: string): number {
  return day === formatDay(row.membership_end) ? row.membership_end : Date.parse(`${day}T23:59:59Z`) / 1_000;
}

/**
 * The request body that saves a draft.
 * @param row the user that was edited; the server refuses the request when a newer version exists
 */
export function bodyOf(row: EmployeeRow, draft: UserDraft): EditEmployeeBody {
  const { firstname, lastname, plan, isActive, membershipDay, addToken } = trimmed(draft);
  return {
    firstname,
    lastname,
    email: row.email,
    plan,
    token_balance: row.token_balance,
    add_token: tokensOf(addToken),
    is_active: isActive,
    membership_end: membershipEndOf(row, membershipDay),
    version: row.version,
  };
}

/** A field that differs between the two edits. */
export interface Difference {
  readonly name: FieldName;
  readonly mine: string;
  readonly theirs: string;
  /** Who changed it. A field that both changed needs a choice. */
  readonly changedBy: Side | 'both';
}

/**
 * The fields in which a draft and the current user differ.
 * @param base the user that the draft was made from
 */
export function differencesOf(base: EmployeeRow, theirs: EmployeeRow, draft: UserDraft): Difference[] {
  const [before, now, mine] = [fieldsOf(base), fieldsOf(theirs), trimmed(draft)];
  return fieldNames
    .filter((name) => mine[name] !== now[name])
    .map((name) => ({
      name,
      mine: textOf(mine, name),
      theirs: textOf(now, name),
      changedBy: mine[name] === before[name] ? 'theirs' : now[name] === before[name] ? 'mine' : 'both',
    }));
}

/** A draft that takes some fields from the current user. */
export function withTheirs(draft: UserDraft, theirs: EmployeeRow, names: readonly FieldName[]): UserDraft {
  const now = fieldsOf(theirs);
  return { ...draft, ...Object.fromEntries(names.map((name) => [name, now[name]])) };
}
