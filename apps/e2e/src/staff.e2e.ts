import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Dashboard, EmployeeRow, StaffAccount } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import type { Product } from './testing/product/product.ts';
import { StaffApi } from './testing/product/staff-api.ts';
import { startProduct } from './testing/product/start-product.ts';
import { untilIdle } from './testing/product/until-idle.ts';
import { until } from './testing/shared/until.ts';

const support = { email: 'support@example.com', password: 'difference engine' };
/** The gateway caches sessions for a second; the rest is a margin for a busy machine. */
const cacheTimeoutMs = 90_000;

describe('staff', () => {
  let product: Product;
  let owner: StaffApi;
  let person: Api;
  let email: string;

  before(async () => {
    product = await startProduct();
    [owner, person] = [new StaffApi(product), product.api()];
    await owner.signIn();
    await owner.ask('POST', '/api/admin/staff', { ...support, role: 'support' });
    ({ email } = await person.register('free'));
  });
  after(() => product.end());

  const row = async (): Promise<EmployeeRow> => {
    const found = await owner.employee(email);
    assert.ok(found, `${email} is in the list of users`);
    return found;
  };
  const edit = async (fields: object) =>
    owner.send('POST', `/api/admin/employee/${(await row())._id}`, fields);
  const checkStatus = async () => (await person.send('POST', '/api/auth/check')).status;

  it('a deactivated user is refused, and can sign in again after reactivation', async () => {
    assert.equal((await edit({ is_active: false })).status, 200);
    await until('the user to be signed out', async () => (await checkStatus()) === 403, cacheTimeoutMs);
    assert.equal((await edit({ is_active: true })).status, 200);
    assert.equal((await edit({ membership_end: '2031-12-24' })).status, 200);
    await person.signInAgain();
    assert.equal(await checkStatus(), 200);
  });

  it('an edit that a kill interrupts is applied once or not at all, and the audit log says which', async () => {
    const { _id, token_balance: balanceBefore } = await row();
    const edits = Array.from({ length: 5 }, () => edit({ add_token: 1_000 }).catch(() => undefined));
    const path = `/api/admin/employee/${_id}`;
    await until('one of the edits to start', async () => (await startedOf(_id)).length > 0 || undefined);
    await product.kill();
    await Promise.all(edits);
    await product.start();
    await owner.signIn();
    // An edit that was accepted before the kill may begin only now.
    await untilIdle(product);
    await until(
      'every started edit to have an outcome',
      async () => {
        const lines = await owner.audit(_id);
        const ended = new Set(lines.map(({ started_id: id }) => id));
        return lines.filter(({ state }) => state === 'started').every(({ id }) => ended.has(id));
      },
      600_000,
    );
    const lines = await owner.audit(_id);
    const startedIds = lines.filter(({ requested }) => requested?.add_token === 1_000).map(({ id }) => id);
    const done = lines.filter(
      ({ started_id: id, state }) => startedIds.includes(id ?? '') && state === 'done',
    );
    assert.equal((await row()).token_balance, balanceBefore + 1_000 * done.length, path);
  });

  it('the command for staff resets a password', async () => {
    const isOneProcess = product.processes.length === 1;
    if (isOneProcess) {
      assert.match(await product.staffCommand('list'), /^The product runs and has .* open\. Stop it/);
      await product.stop();
    }
    assert.match(
      await product.staffCommand('list'),
      /owner@example\.com {2}owner .*\n[^]*2 members of staff\.\n$/,
    );
    const output = await product.staffCommand('reset', 'owner@example.com');
    const [, password = ''] = /shown once: (\S+)\n$/.exec(output) ?? [];
    assert.match(await product.staffCommand('remove', 'owner@example.com'), /last owner/);
    if (isOneProcess) await product.start();
    await owner.signIn({ email: 'owner@example.com', password });
    const { data } = await owner.ask<{ data: StaffAccount[] }>('GET', '/api/admin/staff');
    assert.equal(data.length, 2);
    const [line] = await owner.audit('owner@example.com');
    assert.equal(line?.actor.email, 'command line');
  });

  it('the dashboard is complete, and the audit log forgets the name of a deleted user', async () => {
    const { data } = await owner.ask<{ data: Dashboard }>('GET', '/api/admin/dashboard');
    assert.deepEqual([data.missing, data.users?.total], [[], 1]);
    const { _id } = await row();
    await owner.ask('DELETE', `/api/admin/employee/${_id}`);
    await until('the user to be signed out', async () => (await checkStatus()) === 401, cacheTimeoutMs);
    await until('the audit log to forget the name', async () => {
      const lines = await owner.audit(_id);
      return lines.length > 0 && lines.every(({ subject }) => subject?.name === '');
    });
  });

  async function startedOf(id: string) {
    return (await owner.audit(id)).filter(
      ({ requested, state }) => state === 'started' && requested?.add_token === 1_000,
    );
  }
});
