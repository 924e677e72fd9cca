import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestDnsServer } from '@vault/base/testing';
import type { SsoRecord, WorkspaceItem } from '@vault/contracts';
import { missingKeycloak } from '../../../tools/servers/keycloak.mjs';
import type { Api } from './testing/api/api.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { Keycloak } from './testing/product/keycloak.ts';
import type { Product } from './testing/product/product.ts';
import { startProduct } from './testing/product/start-product.ts';
import { registerAs, setProvider, TeamSignIns } from './testing/product/team-sign-ins.ts';
import { until } from './testing/shared/until.ts';

/** The product asks a provider within ten minutes; the rest is for a busy machine. */
const askedWithinMs = 15 * 60_000;

const missing = await missingKeycloak();

describe('single sign-on at Keycloak', { skip: missing ?? false }, () => {
  let dns: TestDnsServer;
  let keycloak: Keycloak;
  let product: Product;
  let owner: Api;
  let signIns: TeamSignIns;
  const people: Record<string, Api> = {};

  before(async () => {
    dns = await TestDnsServer.start();
    keycloak = await Keycloak.open();
    product = await startProduct({
      env: { ...keycloak.env, PRIVATE_SERVERS: 'true', DNS_SERVERS: dns.address, SIGN_IN_RATE: '10000' },
    });
    owner = await registerAs(product, 'ann@acme.test');
    const { id } = await owner.ask<WorkspaceItem>('POST', '/api/workspaces', { name: 'Acme' });
    owner.workspaceId = id;
    signIns = new TeamSignIns(product, dns, { id, provider: keycloak });
    const { redirect_url: redirectUrl, sign_out_url: signOutUrl } = await signIns.verify(owner, 'acme.test');
    const groups = { ann: ['Leads'], bo: ['Marketing'], cy: [], dan: [] };
    await keycloak.makeRealm({ redirectUrl, signOutUrl }, groups);
  });
  after(async () => {
    await assertConsistent(product);
    await product.end();
    await keycloak.close();
    await dns.stop();
  });

  const personOf = (name: string) => ({ subject: name, email: `${name}@acme.test`, isVerified: true });
  const isSignedIn = async (person: Api) => (await person.send('GET', '/api/workspaces')).status === 200;
  const roleOf = async (person: Api) =>
    (await person.ask<WorkspaceItem[]>('GET', '/api/workspaces')).find(({ id }) => id === owner.workspaceId)
      ?.role;

  it('is set up and passes its test', async () => {
    const { provider } = await setProvider(owner, keycloak);
    assert.ok(provider!.key_count > 0 && provider!.has_back_channel);
    const groups = [
      { name: 'Marketing', role: 'editor' },
      { name: 'Leads', role: 'admin' },
    ];
    const rules = { new_people: 'viewer', groups, trusts_addresses: false };
    await owner.ask('PUT', '/api/workspace/sso/people', rules);
    const begun = signIns.begunOf(await owner.send('POST', '/api/workspace/sso/test', { body: {} }));
    const { json } = await signIns.finish(await signIns.signInThere(personOf('ann'), begun), begun.cookie);
    assert.deepEqual(json?.data, { is_tested: true });
    const { test } = await owner.ask<SsoRecord>('GET', '/api/workspace/sso');
    assert.deepEqual(
      test!.checks.flatMap(({ what, is_ok: isOk }) => (isOk ? [what] : [])),
      ['issuer', 'audience', 'nonce', 'signature', 'time', 'address', 'groups', 'removal'],
      JSON.stringify(test),
    );
  });

  it('lets people in with the roles of their groups', async () => {
    for (const name of ['bo', 'cy', 'dan']) people[name] = await signIns.comeIn(personOf(name));
    const roles = await Promise.all(Object.values(people).map((person) => roleOf(person)));
    assert.deepEqual(roles, ['editor', 'viewer', 'viewer']);
  });

  it('ends a session when an admin ends it, and the person can come back', async () => {
    await keycloak.endSessions('bo');
    await until('the end of the session', async () => !(await isSignedIn(people['bo']!)));
    assert.ok(await isSignedIn(people['cy']!));
    const again = await signIns.comeIn(personOf('bo'));
    assert.equal(again.user!.id, people['bo']!.user!.id);
  });

  it('ends the session of a disabled person, and follows the groups of others, when it is asked next', async () => {
    await keycloak.disable('cy');
    await keycloak.addToGroup('dan', 'Marketing');
    const ended = until(
      'the end of the session',
      async () => !(await isSignedIn(people['cy']!)),
      askedWithinMs,
    );
    const changed = until(
      'the new role',
      async () => (await roleOf(people['dan']!)) === 'editor',
      askedWithinMs,
    );
    await Promise.all([ended, changed]);
    await assert.rejects(signIns.signIn(personOf('cy')), /Keycloak answered/);
  });
});
