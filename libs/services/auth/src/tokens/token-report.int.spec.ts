import { jest } from '@jest/globals';
import { newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { LedgerRepository } from './ledger.repository.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let auth: AuthUnderTest;
let userId: string;
beforeEach(async () => {
  auth = await startAuth();
  userId = (await auth.client.register(newPerson())).user?.id ?? '';
});
afterEach(async () => {
  jest.restoreAllMocks();
  await auth.stop();
});

const purpose = 'quotes';
const reserve = (operationId: string, amount: number, videoId?: string) =>
  auth.client.reserveTokens({ ownerId: userId, operationId, amount, purpose, videoId });
const settle = (operationId: string, amount: number) =>
  auth.client.settleTokens({ ownerId: userId, operationId, amount });
const page = (number: number, limit: number) =>
  auth.client.listLedger({ ownerId: userId, page: number, limit });

describe('the ledger of a person', () => {
  it('has purpose, video, time and amount of each entry, newest first', async () => {
    const began = auth.clock.now().getTime() / 1_000;
    await reserve('one', 4_000, 'video-1');
    auth.clock.passMinutes(1);
    await settle('one', 1_500);
    const operation = { purpose, operationId: 'one', videoId: 'video-1', spentBy: '' };
    const { entries, total } = await page(1, 10);
    expect(entries.slice(0, 1)).toEqual([{ id: 'settle:one', at: began + 60, amount: 2_500, ...operation }]);
    expect(entries.slice(1)).toEqual(
      expect.arrayContaining([
        { id: 'reserve:one', at: began, amount: -4_000, ...operation },
        {
          ...{ id: 'grant:2036-11', at: began, amount: 50_000, purpose: 'grant' },
          ...{ operationId: '', videoId: '', spentBy: '' },
        },
      ]),
    );
    expect([total, entries.length]).toEqual([3, 3]);
  });

  it('has pages that neither repeat nor skip entries', async () => {
    for (let count = 0; count < 12; count += 1) await reserve(String(count), 1);
    const ids = (await page(1, 100)).entries.map(({ id }) => id);
    const pages = [await page(1, 5), await page(2, 5), await page(3, 5), await page(4, 5)];
    expect(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(ids);
    expect(pages.map(({ total }) => total)).toEqual([13, 13, 13, 13]);
    expect(new Set(ids).size).toBe(13);
  });

  it('contains the last change, even after a copy that failed', async () => {
    const add = jest.spyOn(auth.running.get(LedgerRepository), 'add').mockRejectedValue(new Error('away'));
    await reserve('one', 10);
    add.mockRestore();
    expect((await page(1, 10)).total).toBe(2);
  });

  it('contains no entries of others, and is not found for unknown users', async () => {
    await reserve('one', 10);
    const other = (await auth.client.register(newPerson())).user?.id ?? '';
    const { entries } = await auth.client.listLedger({ ownerId: other, page: 1, limit: 10 });
    expect(entries.map(({ id }) => id)).toEqual(['grant:2036-11']);
    await expect(auth.client.listLedger({ ownerId: 'nobody', page: 1, limit: 10 })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
