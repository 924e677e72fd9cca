import { anAccount } from '@vault/contracts/testing';
import { upgradeRequests } from './upgrade-requests.ts';

test('lists requests, the oldest first, then unconfirmed accounts, each person once', () => {
  const [late, early] = [
    anAccount({ id: 'late', upgradeRequestedAt: 20 }),
    anAccount({ id: 'early', upgradeRequestedAt: 10 }),
  ];
  const waiting = anAccount({ id: 'waiting', isConfirmed: false });
  const found = upgradeRequests([late, early], [early, waiting], 10);
  expect(found.map(({ id }) => id)).toEqual(['early', 'late', 'waiting']);
  expect(upgradeRequests([late, early], [waiting], 1)).toEqual([early]);
});
