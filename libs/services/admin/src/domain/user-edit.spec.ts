import { anAccount } from '@vault/contracts/testing';
import { planEdit, shownFields } from './user-edit.ts';

const account = anAccount({ id: 'ada' });

describe(planEdit, () => {
  it('keeps the fields that differ, with their values before and as requested', () => {
    const request = { ...account, plan: 'executive', isActive: false, addTokens: 500 } as const;
    expect(planEdit(account, request)).toEqual({
      fields: { plan: 'executive', isActive: false, addTokens: 500 },
      before: { plan: 'free', is_active: true, token_balance: account.tokenBalance },
      requested: { plan: 'executive', is_active: false, add_token: 500 },
    });
  });

  it('is undefined when no field differs', () => {
    expect(planEdit(account, { firstname: account.firstname, addTokens: 0 })).toBeUndefined();
    expect(planEdit(account, { addTokens: 0 })).toBeUndefined();
  });
});

test('fields are shown with the names of the API', () => {
  expect(shownFields(account, ['membership_end', 'token_balance', 'upgrade_requested_at'])).toEqual({
    membership_end: account.membershipEnd,
    token_balance: account.tokenBalance,
    upgrade_requested_at: null,
  });
});
