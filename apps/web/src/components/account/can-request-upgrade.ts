import type { AccountRecord } from '@vault/contracts';

type Plan = Pick<AccountRecord, 'plan' | 'is_confirmed' | 'membership_end'> & {
  readonly token_balance: number | null;
};

/** Whether an upgrade would give an account or a team more than it has now. */
export function canRequestUpgrade(
  { plan, is_confirmed, membership_end, token_balance }: Plan,
  now: number,
): boolean {
  return plan !== 'executive' || !is_confirmed || membership_end <= now || token_balance === 0;
}
