import { jest } from '@jest/globals';
import { recordedRefusalLimit } from '@vault/contracts';
import { withActor } from '@vault/base';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

describe('refused calls in the audit log of a workspace', () => {
  let admin: AdminUnderTest;
  beforeAll(async () => {
    admin = await startAdmin();
  });
  afterAll(() => admin.stop());

  let calls = 0;
  const refused = { permission: 'delete', route: 'DELETE /workspace' };
  const fields = { permission: 'delete', call: 'DELETE /workspace' };
  function record(ownerId: string, actorId: string, id = ''): Promise<unknown> {
    calls += 1;
    const request = { ...refused, ownerId, id: id || `refusal-${String(calls)}` };
    return withActor(
      () => ({ id: actorId, address: '203.0.113.7' }),
      () => admin.client.recordRefusal(request),
    );
  }
  const entries = async (ownerId: string) =>
    (await admin.client.listWorkspaceLog({ ownerId, actorId: '', actions: [], limit: 100 })).entries;

  it('have an entry with who, from where and what, once for each id', async () => {
    await record('acme', 'bo', 'first');
    await record('acme', 'bo', 'first');
    const [entry, ...others] = await entries('acme');
    expect(entry).toMatchObject({
      ...{ id: 'first', action: 'refused', actorId: 'bo', address: '203.0.113.7', isStaff: false },
      ...{ fields: JSON.stringify(fields), before: '{}', seq: 1 },
    });
    expect(others).toEqual([]);
  });

  it('have none of nobody', async () => {
    await admin.client.recordRefusal({ ...refused, ownerId: 'initech', id: 'of nobody' });
    expect(await entries('initech')).toEqual([]);
  });

  it('are so many in an hour of each person and team, also when all come at once', async () => {
    await Promise.all(Array.from({ length: 2 * recordedRefusalLimit }, () => record('globex', 'bo')));
    expect(await entries('globex')).toHaveLength(recordedRefusalLimit);
    await record('globex', 'cy');
    await record('hooli', 'bo');
    expect([(await entries('globex')).length, (await entries('hooli')).length]).toEqual([
      recordedRefusalLimit + 1,
      1,
    ]);
    admin.clock.passSeconds(61 * 60);
    await record('globex', 'bo');
    expect(await entries('globex')).toHaveLength(recordedRefusalLimit + 2);
  });
});
