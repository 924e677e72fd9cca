import { addedTokensLimit, plans } from '@vault/contracts';
import { formatDay } from '../../../lib/format/format-time.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import type { Side } from '../../ui/fields/version-choice.tsx';
import type { EditKind, FieldName, PlanFields, PlanRow, Problem, RowDraft } from './edit-kind.ts';
import { planStrings } from './plan.strings.ts';

/** One field that saving would change. */
export interface Change {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** The form fields that users and teams have in common. */
export function planFieldsOf({ plan, membership_end, is_active }: PlanRow): PlanFields {
  return { plan, membershipDay: formatDay(membership_end), isActive: is_active };
}

function namesOf<Fields extends PlanFields>(kind: EditKind<never, Fields>): FieldName<Fields>[] {
  return Object.keys(kind.labels) as FieldName<Fields>[];
}

/** The value of a field as text. */
function textOf<Fields extends PlanFields>(
  { emptyTexts }: EditKind<never, Fields>,
  fields: Fields,
  name: FieldName<Fields>,
): string {
  if (name === 'plan') return plans[fields.plan].label;
  const value: unknown = fields[name];
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value) || (emptyTexts?.[name] ?? '–');
}

const wholeNumber = /^[+-]?\d{1,12}$/;

function tokensOf(text: string): number {
  return wholeNumber.test(text.trim()) ? Number(text) : 0;
}

/** A draft without spaces around its texts. */
export function trimmed<Draft extends object>(draft: Draft): Draft {
  const entries: [string, unknown][] = Object.entries(draft);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Draft;
}

/** The changes that saving would make; empty when the draft equals the row. */
export function changesOf<Row extends PlanRow, Fields extends PlanFields>(
  kind: EditKind<Row, Fields>,
  row: Row,
  draft: RowDraft<Fields>,
): Change[] {
  const before = kind.fieldsOf(row);
  const after = trimmed(draft);
  const changes = namesOf(kind)
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      label: kind.labels[name],
      before: textOf(kind, before, name),
      after: textOf(kind, after, name),
    }));
  const tokens = tokensOf(draft.addToken);
  if (tokens === 0) return changes;
  const balance = Math.max(0, row.token_balance + tokens);
  return [
    ...changes,
    {
      label: planStrings.tokenBalance,
      before: formatNumber(row.token_balance),
      after: formatNumber(balance),
    },
  ];
}

/** A sentence on the tokens that a higher plan adds at once; empty without any. Unconfirmed users get none. */
export function noteOf(row: PlanRow, draft: PlanFields): string {
  const more = plans[draft.plan].monthlyTokens - plans[row.plan].monthlyTokens;
  return more > 0 && row.is_confirmed !== false
    ? `The higher plan adds up to ${countOf(more, 'token')} for this month.`
    : '';
}

/** Why a draft cannot be saved, and in which field. */
export function problemOf<Row extends PlanRow, Fields extends PlanFields>(
  kind: EditKind<Row, Fields>,
  draft: RowDraft<Fields>,
  row: Row,
): Problem | undefined {
  const own = kind.problemOf(trimmed(draft), row);
  if (own) return own;
  if (Number.isNaN(Date.parse(draft.membershipDay)))
    return { message: 'Please choose a date.', field: 'membership_end' };
  const tokens = draft.addToken.trim() === '' ? '0' : draft.addToken.trim();
  if (!wholeNumber.test(tokens))
    return { message: 'Please enter a whole number of tokens.', field: 'add_token' };
  if (Math.abs(Number(tokens)) > addedTokensLimit)
    return {
      message: `Please add or remove at most ${formatNumber(addedTokensLimit)} tokens at once.`,
      field: 'add_token',
    };
  return undefined;
}

/** Epoch seconds: the last second of a changed day in UTC; an unchanged day keeps its time. */
function membershipEndOf(row: PlanRow, day: string): number {
  return day === formatDay(row.membership_end) ? row.membership_end : Date.parse(`${day}T23:59:59Z`) / 1_000;
}

/**
 * The part of a request body that users and teams have in common.
 * @param row the row that was edited; the server refuses the request when a newer version exists
 */
export function planBodyOf(row: PlanRow, { plan, membershipDay, isActive, addToken }: RowDraft<PlanFields>) {
  return {
    plan,
    add_token: tokensOf(addToken),
    is_active: isActive,
    membership_end: membershipEndOf(row, membershipDay),
    version: row.version,
  };
}

/** A field that differs between the two edits. */
export interface Difference<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  /** Who changed it. A field that both changed needs a choice. */
  readonly changedBy: Side | 'both';
}

/**
 * The fields in which a draft and the current row differ.
 * @param base the row that the draft was made from
 */
export function differencesOf<Row extends PlanRow, Fields extends PlanFields>(
  kind: EditKind<Row, Fields>,
  base: Row,
  theirs: Row,
  draft: RowDraft<Fields>,
): Difference<FieldName<Fields>>[] {
  const [before, now, mine] = [kind.fieldsOf(base), kind.fieldsOf(theirs), trimmed(draft)];
  return namesOf(kind)
    .filter((name) => mine[name] !== now[name])
    .map((name) => ({
      name,
      label: kind.labels[name],
      mine: textOf(kind, mine, name),
      theirs: textOf(kind, now, name),
      changedBy: mine[name] === before[name] ? 'theirs' : now[name] === before[name] ? 'mine' : 'both',
    }));
}

/** A draft that takes some fields from the current row. */
export function withTheirs<Row extends PlanRow, Fields extends PlanFields>(
  kind: EditKind<Row, Fields>,
  draft: RowDraft<Fields>,
  theirs: Row,
  names: readonly FieldName<Fields>[],
): RowDraft<Fields> {
  const now = kind.fieldsOf(theirs);
  return { ...draft, ...Object.fromEntries(names.map((name) => [name, now[name]])) };
}
