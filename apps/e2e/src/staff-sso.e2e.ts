import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditRow, StaffSession } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { firstStaff } from './testing/product/first-staff.ts';
import type { Product } from './testing/product/product.ts';
import { StaffApi } from './testing/product/staff-api.ts';
import { startProduct } from './testing/product/start-product.ts';
import { SsoServer } from './testing/product/sso-server.ts';

const support = { email: 'support@example.com', password: 'difference engine' };

describe('single sign-on of staff', () => {
  let provider: SsoServer;
  let product: Product;
  let staff: StaffApi;
  let api: Api;

  before(async () => {
    provider = await SsoServer.open();
    product = await startProduct({ env: { ...provider.env, SIGN_IN_RATE: '10000' } });
    provider.serve(`${product.origin}/admin/login`);
    staff = new StaffApi(product);
    await staff.signIn();
    await staff.ask('POST', '/api/admin/staff', { ...support, role: 'support' });
    api = product.api();
  });
  after(async () => {
    await assertConsistent(product);
    await product.end();
    await provider.close();
  });

  /** Begins a sign-in as a browser does. */
  async function begin(): Promise<{ url: string; cookie: string }> {
    const { status, json, headers } = await api.send('POST', '/api/admin/sso', { body: {} });
    assert.equal(status, 200, json?.msg);
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';', 1);
    return { url: (json!.data as { url: string }).url, cookie };
  }

  const finish = (query: string, cookie: string) =>
    api.send('POST', '/api/admin/sso/finish', { body: { query }, headers: { cookie } });

  /** A whole sign-in of the person who is next. */
  async function signIn() {
    const { url, cookie } = await begin();
    return finish(await provider.signIn(url), cookie);
  }

  it('is offered', async () => {
    assert.deepEqual((await api.send('GET', '/api/admin/sso')).json?.data, { is_offered: true });
  });

  it('signs in a member with their role, and is in the audit log', async () => {
    provider.person = { subject: 'p-support', email: 'Support@example.com', isVerified: true };
    const { status, json } = await signIn();
    assert.equal(status, 200, json?.msg);
    const session = json!.data as StaffSession;
    assert.equal(session.email, support.email);
    const authorization = `Bearer ${session.token}`;
    const check = await api.send('POST', '/api/admin/check', { headers: { authorization } });
    assert.deepEqual([check.status, (check.json!.data as { role: string }).role], [200, 'support']);
    const refused = await api.send('GET', '/api/admin/staff', { headers: { authorization } });
    assert.equal(refused.status, 403);
    const { data } = await staff.ask<{ data: AuditRow[] }>('GET', `/api/admin/audit?actor=${support.email}`);
    const [line] = data;
    assert.deepEqual([line?.action, line?.actor.email], ['login', support.email]);
  });

  it('refuses an address that is not confirmed, of nobody, or that another person has used', async () => {
    const refusals = [];
    for (const person of [
      { subject: 'p-2', email: support.email, isVerified: false },
      { subject: 'p-3', email: 'eve@example.com', isVerified: true },
      { subject: 'p-4', email: support.email, isVerified: true },
    ]) {
      provider.person = person;
      const { status, json } = await signIn();
      refusals.push([status, json?.msg]);
    }
    assert.deepEqual(refusals, [
      [403, 'Your provider did not confirm support@example.com. Ask an owner.'],
      [403, 'eve@example.com is not a member of staff. Ask an owner.'],
      [403, 'Another person has signed in with this address before. Ask an owner.'],
    ]);
  });

  it('ends once, and only in the browser in which it began', async () => {
    provider.person = { subject: 'p-support', email: support.email, isVerified: true };
    const { url, cookie } = await begin();
    const query = await provider.signIn(url);
    const other = await begin();
    const inAnother = await finish(query, other.cookie);
    assert.deepEqual([inAnother.status, inAnother.json?.msg], [409, 'It was started in another browser.']);
    assert.equal((await finish(query, '')).status, 409);
    const changed = await finish(query.replace(/state=[^&]+/, 'state=unknown'), cookie);
    assert.deepEqual([changed.status, changed.json?.msg], [409, 'The sign-in took too long. Start again.']);
    const [first, second] = await Promise.all([finish(query, cookie), finish(query, cookie)]);
    assert.deepEqual([first.status, second.status].sort(), [200, 409]);
    const repeated = await finish(query, cookie);
    assert.deepEqual([repeated.status, repeated.json?.msg], [409, 'The sign-in took too long. Start again.']);
  });

  it('leaves the passwords as they are', async () => {
    await new StaffApi(product).signIn(firstStaff);
    await new StaffApi(product).signIn(support);
  });
});
