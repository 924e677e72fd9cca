import { plans } from '@vault/contracts';
import type { EmployeeRow, TeamRow } from '@vault/contracts';
import { countOf } from '../../../lib/format/format-number.ts';

/** A user or a team, whose tokens are spent. */
export interface Owner {
  readonly id: string;
  /** The e-mail address of a user, the name of a team. */
  readonly name: string;
  readonly facts: readonly string[];
  readonly isTeam: boolean;
}

type Holder = Pick<EmployeeRow, '_id' | 'plan' | 'token_balance'>;

const ownerOf = (
  { _id: id, plan, token_balance: tokens }: Holder,
  of: Pick<Owner, 'name' | 'isTeam'>,
  who: string,
) => ({
  id,
  ...of,
  facts: [who, plans[plan].label, `${countOf(tokens, 'token')} left`].filter(Boolean),
});

export const ofUser = (row: EmployeeRow): Owner =>
  ownerOf(row, { name: row.email, isTeam: false }, `${row.firstname} ${row.lastname}`.trim());

export const ofTeam = (row: TeamRow): Owner =>
  ownerOf(row, { name: row.name, isTeam: true }, `Team of ${row.owners.join(', ')}`);
