import { accountOf } from '../testing/account-of.ts';
import { upgradeRequests } from './upgrade-requests.ts';

test('lists requests, the oldest first, then unconfirmed accounts, each person once', () => {
  const [late, early] = [
    accountOf('late', { upgradeRequestedAt: 20 }),
    accountOf('early', { upgradeRequestedAt: 10 }),
  ];
  const waiting = accountOf('waiting', { isConfirmed: false });
  const found = upgradeRequests([late, early], [early, waiting], 10);
  expect(found.map(({ id }) => id)).toEqual(['early', 'late', 'waiting']);
  expect(upgradeRequests([late, early], [waiting], 1)).toEqual([early]);
});
