import type { EmployeeRow, PlanId } from '@vault/contracts';

/** What users and teams have in common. */
export interface PlanRow extends Pick<
  EmployeeRow,
  '_id' | 'plan' | 'token_balance' | 'membership_end' | 'is_active' | 'version' | 'upgrade_requested_at'
> {
  /** Absent: nobody has to confirm it. */
  readonly is_confirmed?: boolean;
}

/** The fields that users and teams have in common, as the form holds them. */
export interface PlanFields {
  readonly plan: PlanId;
  /** `yyyy-MM-dd`, or empty. */
  readonly membershipDay: string;
  readonly isActive: boolean;
}

/** The content of the form. */
export type RowDraft<Fields> = Fields & {
  /** A whole number as text. */
  readonly addToken: string;
};

/** Why a draft cannot be saved, and in which field. */
export interface Problem {
  readonly message: string;
  readonly field: string;
}

export type FieldName<Fields> = keyof Fields & string;

/** How rows of one kind are edited. */
export interface EditKind<Row extends PlanRow, Fields extends PlanFields> {
  readonly noun: 'user' | 'team';
  /** In the order in which changes are listed. */
  readonly labels: Readonly<Record<FieldName<Fields>, string>>;
  /** What an empty field means; by default a dash. */
  readonly emptyTexts?: Readonly<Partial<Record<FieldName<Fields>, string>>>;
  readonly fieldsOf: (row: Row) => Fields;
  /** The problem of a field that only this kind has. */
  readonly problemOf: (draft: RowDraft<Fields>, row: Row) => Problem | undefined;
}
