import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Dashboard, EmployeeRow, StaffAccount } from '@vault/contracts';
import type { Api } from './testing/api.ts';
import type { Product } from './testing/product.ts';
import { StaffApi } from './testing/staff-api.ts';
import { startProduct } from './testing/start-product.ts';
import { until } from './testing/until.ts';

const support = { email: 'support@example.com', password: 'difference engine' };
/** A second passes before the gateway asks again; the rest is a busy machine. */
const soonMs = 90_000;

describe('staff', () => {
  let product: Product;
  let owner: StaffApi;
  let person: Api;
  let email: string;

  before(async () => {
    product = await startProduct();
    [owner, person] = [new StaffApi(product), product.api()];
    await owner.signIn();
    ({ email } = await person.register('free'));
  });
  after(() => product.end());

  const row = async (): Promise<EmployeeRow> => {
    const found = await owner.employee(email);
    assert.ok(found, `${email} is in the list of users`);
    return found;
  };
  const edit = async (fields: object, by = owner) =>
    by.send('POST', `/api/admin/employee/${(await row())._id}`, fields);
  const stillIn = async () => (await person.send('POST', '/api/auth/check')).status;

  it('a token of the one kind opens nothing of the other', async () => {
    const asUser = { authorization: `Bearer ${person.user!.token}` };
    const asStaff = { authorization: `Bearer ${owner.session!.token}` };
    for (const path of ['/api/admin/employees', '/api/admin/staff', '/api/admin/dashboard']) {
      const { status, text } = await product.api().send('GET', path, { headers: asUser });
      assert.deepEqual([path, status, text], [path, 401, 'Unauthorized']);
    }
    for (const path of ['/api/muxvideos', '/api/muxupload']) {
      const { status, text } = await product.api().send('GET', path, { headers: asStaff });
      assert.deepEqual([path, status, text], [path, 401, 'Unauthorized']);
    }
  });

  it('sees a user as they are, edits them, and the change holds at once', async () => {
    const before = await row();
    assert.deepEqual([before.plan, before.posted_videos, before.is_active], ['free', 0, true]);
    const { status, json } = await edit({ plan: 'executive', add_token: 500, version: before.version });
    assert.deepEqual([status, json?.msg], [200, 'The user was updated.']);
    const after_ = await row();
    assert.equal(after_.plan, 'executive');
    assert.equal(after_.token_balance, 1_000_500);
    const { plan } = await person.ask<{ plan: string }>('POST', '/api/auth/check');
    assert.equal(plan, 'executive');
  });

  it('an edit that lost a race changes nothing and shows the newer user', async () => {
    const { version } = await row();
    await edit({ firstname: 'Augusta', version });
    const { status, json } = await edit({ lastname: 'King', add_token: 5, version });
    assert.equal(status, 409);
    assert.equal((json!.data as EmployeeRow).firstname, 'Augusta');
    const now = await row();
    assert.deepEqual([now.lastname, now.token_balance, now.version], ['Lovelace', 1_000_500, version + 1]);
  });

  it('a user who is switched off is out, and in again when switched on', async () => {
    assert.equal((await edit({ is_active: false })).status, 200);
    await until('the user to be out', async () => (await stillIn()) === 403, soonMs);
    assert.equal((await edit({ is_active: true })).status, 200);
    assert.equal((await edit({ membership_end: '2031-12-24' })).status, 200);
    await person.signInAgain();
    assert.equal(await stillIn(), 200);
  });

  it('support does all of that, and nothing with staff', async () => {
    await owner.ask('POST', '/api/admin/staff', { ...support, role: 'support' });
    const helper = new StaffApi(product);
    await helper.signIn(support);
    assert.equal((await edit({ add_token: 1 }, helper)).status, 200);
    for (const [method, path] of [
      ['GET', '/api/admin/staff'],
      ['POST', '/api/admin/staff'],
      ['POST', `/api/admin/staff/${owner.session!.id}`],
      ['DELETE', `/api/admin/staff/${owner.session!.id}`],
    ] as const) {
      const { status, json } = await helper.send(
        method,
        path,
        method === 'POST' ? { ...support, role: 'owner' } : undefined,
      );
      assert.deepEqual([path, status, json?.msg], [path, 403, 'Only an owner may do this.']);
    }
    const { status, json } = await owner.send('DELETE', `/api/admin/staff/${owner.session!.id}`);
    assert.equal(status, 409);
    assert.match(json?.msg ?? '', /last owner/);
  });

  it('has a dashboard with nothing missing', async () => {
    const { data } = await owner.ask<{ data: Dashboard }>('GET', '/api/admin/dashboard');
    assert.deepEqual(data.missing, []);
    assert.equal(data.users?.total, 1);
    assert.equal(data.token_days.length, 30);
    assert.ok(data.token_days.at(-1)!.granted >= 1_000_000);
    assert.deepEqual(data.queues, { queued: 0, running: 0, dead_letters: 0 });
  });

  it('an edit that a kill interrupts is made once or not at all, and the log says which', async () => {
    const { _id, token_balance: before_ } = await row();
    const edits = Array.from({ length: 5 }, () => edit({ add_token: 1_000 }).catch(() => undefined));
    const path = `/api/admin/employee/${_id}`;
    await until('one of the edits to begin', async () => (await startedOf(_id)).length > 0 || undefined);
    await product.kill();
    await Promise.all(edits);
    await product.start();
    await owner.signIn();
    await until(
      'every edit that began to have an end',
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
    assert.equal((await row()).token_balance, before_ + 1_000 * done.length, path);
  });

  it('the command for staff gives a new password where nobody can sign in', async () => {
    const isOneProcess = product.processes.length === 1;
    if (isOneProcess) {
      assert.match(await product.staffCommand('list'), /^The product runs and has .* open\. Stop it/);
      await product.stop();
    }
    assert.match(
      await product.staffCommand('list'),
      /owner@example\.com {2}owner .*\n[^]*2 members of staff\.\n$/,
    );
    const said = await product.staffCommand('reset', 'owner@example.com');
    const [, password = ''] = /shown once: (\S+)\n$/.exec(said) ?? [];
    assert.match(await product.staffCommand('remove', 'owner@example.com'), /last owner/);
    if (isOneProcess) await product.start();
    await owner.signIn({ email: 'owner@example.com', password });
    const { data } = await owner.ask<{ data: StaffAccount[] }>('GET', '/api/admin/staff');
    assert.equal(data.length, 2);
    const [line] = await owner.audit('owner@example.com');
    assert.equal(line?.actor.email, 'command line');
  });

  it('deletes a user, who is out and gone from the list', async () => {
    const { _id } = await row();
    const { status, json } = await owner.send('DELETE', `/api/admin/employee/${_id}`);
    assert.deepEqual([status, json?.msg], [200, 'The user was deleted.']);
    assert.equal(await owner.employee(email), undefined);
    await until('the user to be out', async () => (await stillIn()) === 401, soonMs);
    assert.equal((await owner.send('DELETE', `/api/admin/employee/${_id}`)).status, 404);
    const [done, started] = await owner.audit(_id);
    assert.deepEqual([done?.state, started?.state, started?.subject?.name], ['done', 'started', email]);
  });

  async function startedOf(id: string) {
    return (await owner.audit(id)).filter(
      ({ requested, state }) => state === 'started' && requested?.add_token === 1_000,
    );
  }
});
