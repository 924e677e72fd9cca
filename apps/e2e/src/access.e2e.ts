import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { StaffAccount } from '@vault/contracts';
import {
  accessTable,
  type Access,
  type Guard,
  type IdKind,
  type IdParameter,
} from './testing/api/access-table.ts';
import { readApiPaths, type DocumentedRoute } from './testing/api/api-paths.ts';
import type { Api } from './testing/api/api.ts';
import { callRoute, type Filled } from './testing/api/call-route.ts';
import { firstStaff } from './testing/product/first-staff.ts';
import { makeOwnedData, readOwnedData, uniqueWord, type OwnedData } from './testing/product/owned-data.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { randomLike } from './testing/shared/random-like.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { until } from './testing/shared/until.ts';

const routes = Object.entries(accessTable);
const staffPassword = firstStaff.password;
const tokenOf: Record<Guard, DocumentedRoute['token']> = {
  public: 'none',
  user: 'user',
  staff: 'staff',
  'owner-only': 'staff',
};
/** Ids of the owner that are valid for a parameter of each kind. */
const fitting: Record<IdKind, readonly string[]> = {
  video: ['the webinar', 'its upload', 'its asset', 'an open upload', 'the open upload at the video host'],
  operation: ['its operation'],
  moment: ['its link'],
  clip: ['its clip record'],
  portal: ['its portal'],
  'private link': ['a private link'],
  session: ['another session', 'the session'],
  invitation: [],
  team: [],
  workspace: ['the user'],
  user: ['the user'],
  staff: [],
  email: ['the e-mail'],
  text: ['the webinar'],
};

/** Routes validate the form of an id first and reject an e-mail address where an id is expected. */
const canBeIn = ({ kind }: IdParameter, id: string) =>
  kind === 'email' || kind === 'text' || !id.includes('@');

/** Calls every route with every id of a user who has data of every kind, as every caller who is not authorised. */
describe('access', () => {
  let product: Product;
  let documented: readonly DocumentedRoute[];
  let owned: OwnedData;
  /** All data of the owner before the other callers' attempts. */
  let original: object;
  let other: Api;
  /** A user and a member of staff who were deactivated while they were signed in. */
  let offUser: Api;
  let offStaff: Api;
  let anonymous: Api;
  let owner: Api;
  let support: Api;

  before(async () => {
    product = await sharedProduct();
    [other, offUser, anonymous] = [product.api(), product.api(), product.api()];
    documented = await readApiPaths(anonymous);
    owned = await makeOwnedData(product);
    await other.register();
    await offUser.register();
    await offUser.openUpload();
    owner = await signInStaff(firstStaff.email);
    support = await addSupport('support.access@example.com');
    offStaff = await addSupport('off.access@example.com');
    await switchOff();
    original = await readOwnedData(product, owned);
  });

  async function signInStaff(email: string): Promise<Api> {
    const api = product.api();
    const path = '/api/admin/login';
    api.user = await until('staff to sign in', async () => {
      const { status, json } = await api.send('POST', path, { body: { email, password: staffPassword } });
      return status === 200 && (json?.data as Api['user']);
    });
    return api;
  }

  async function addSupport(email: string): Promise<Api> {
    const body = { email, password: staffPassword, role: 'support' };
    await owner.ask<StaffAccount>('POST', '/api/admin/staff', body);
    return signInStaff(email);
  }

  async function switchOff(): Promise<void> {
    const off = { is_active: false };
    await owner.ask('POST', `/api/admin/employee/${offUser.user!.id}`, off);
    await owner.ask('POST', `/api/admin/staff/${offStaff.user!.id}`, off);
    for (const [api, path] of [
      [offUser, '/api/auth/check'],
      [offStaff, '/api/admin/check'],
    ] as const)
      await until('them to be signed out', async () => (await api.send('POST', path)).status !== 200);
  }

  /** Runs `look` without ids, and with each id in each parameter of the route. */
  async function forEachId(
    name: string,
    ids: readonly string[],
    look: (filled: Filled, where: string) => Promise<void>,
  ): Promise<void> {
    await look(new Map(), name);
    for (const parameter of accessTable[name]!.ids ?? [])
      for (const id of ids.filter((each) => canBeIn(parameter, each)))
        await look(new Map([[parameter, id]]), `${name} with ${parameter.name} ${id}`);
  }

  const ownIds = () => Object.values(owned.ids);
  const idsOfStaff = () => [owner, support, offStaff].map((api) => api.user!.id);

  /** Asserts that the caller gets this refusal for every id. */
  async function assertRefused(api: Api, name: string, refusal: readonly [number, string]): Promise<void> {
    const ids = [...ownIds(), ...idsOfStaff(), ...(api.user ? [api.user.id] : [])];
    await forEachId(name, ids, async (filled, where) => {
      const { status, text, json } = await callRoute(api, name, filled);
      assert.deepEqual([status, json?.msg ?? text], refusal, where);
    });
  }

  it('knows every route of the API document, whose token it takes, and where it takes ids', () => {
    const inTable = routes.map(([name, { guard, ids = [] }]) => ({
      name,
      token: tokenOf[guard],
      // These are tried like ids, but their names in the document do not say so.
      idParameters: ids
        .filter(({ kind }) => !['email', 'text', 'workspace'].includes(kind))
        .map((parameter) => `${parameter.in} ${parameter.name}`),
    }));
    const sorted = (list: readonly DocumentedRoute[]) =>
      list
        .map((route) => ({ ...route, idParameters: [...route.idParameters].sort() }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    assert.deepEqual(sorted(inTable), sorted(documented));
  });

  for (const [name, access] of routes) {
    describe(name, () => {
      if (access.guard === 'public') testPublicRoute(name);
      else testGuard(name, access);
      if (access.guard === 'user') testIsolation(name, access);
    });
  }

  function testPublicRoute(name: string): void {
    it('accepts callers without a token, and validates their input', async () => {
      const [method = '', path = ''] = name.split(' ');
      const sent = method === 'GET' ? {} : { body: {} };
      const { own: status = 400 } = accessTable[name]!;
      assert.equal((await anonymous.send(method, `/api${path}`, sent)).status, status);
    });
  }

  function testGuard(name: string, { guard }: Access): void {
    const unauthorized = [401, 'Unauthorized'] as const;
    const [kind, otherKind] = guard === 'user' ? ['user', 'staff'] : ['staff', 'user'];
    it('refuses callers without a token', () => assertRefused(anonymous, name, unauthorized));
    it(`refuses a token of ${otherKind}`, async () => {
      for (const api of guard === 'user' ? [owner, support] : [other, owned.api])
        await assertRefused(api, name, unauthorized);
    });
    it(`refuses deactivated ${kind}`, async () => {
      if (guard === 'user') await assertRefused(offUser, name, [403, 'Forbidden']);
      else await assertRefused(offStaff, name, unauthorized);
    });
    if (guard === 'owner-only')
      it('refuses support', () => assertRefused(support, name, [403, 'Only an owner may do this.']));
  }

  function testIsolation(name: string, { ids = [], endsSession }: Access): void {
    it(proves('Each user sees only their own videos.', 'Only their own videos are listed.'), async () => {
      const { text } = await callRoute(other, name);
      for (const secret of [...ownIds(), uniqueWord]) assert.ok(!text.includes(secret), secret);
      if (endsSession && ids.length === 0) await other.signInAgain();
    });
    for (const parameter of ids)
      it(`gives another user the same answer for a foreign ${parameter.name} as for an unknown one`, async () => {
        for (const [what, id] of Object.entries(owned.ids)) {
          const [foreign, missing] = await Promise.all(
            [id, randomLike(id)].map(async (each) => {
              const { status, headers, text } = await callRoute(other, name, new Map([[parameter, each]]));
              return [status, headers.get('content-type'), text.replaceAll(each, 'id')] as const;
            }),
          );
          assert.deepEqual(foreign, missing, what);
          if (fitting[parameter.kind].includes(what))
            assert.equal(foreign![0], parameter.foreign ?? 404, what);
        }
      });
  }

  it('the attempts changed none of the owner’s data', async () => {
    assert.deepEqual(await readOwnedData(product, owned), original);
  });

  /** Shows that the refusals above depend on the caller and not on the form of the requests. */
  describe('for authorised callers', () => {
    const routesWith = (of: readonly Guard[]) => routes.filter(([, { guard }]) => of.includes(guard));
    const fill = (name: string, idOf: (kind: IdKind) => string): Filled =>
      new Map((accessTable[name]!.ids ?? []).map((parameter) => [parameter, idOf(parameter.kind)]));

    for (const [name, { own = 200, endsSession }] of routesWith(['staff', 'owner-only']))
      it(`lets an owner of staff call ${name}`, async () => {
        const ids: Partial<Record<IdKind, string>> = {
          video: owned.ids['the webinar']!,
          user: offUser.user!.id,
          staff: offStaff.user!.id,
        };
        const { status, text } = await callRoute(
          owner,
          name,
          fill(name, (kind) => ids[kind]!),
        );
        assert.equal(status, own, text.slice(0, 300));
        if (endsSession) owner = await signInStaff(firstStaff.email);
      });

    for (const [name, { own = 200, endsSession, ids = [] }] of routesWith(['user']))
      it(`lets the user call ${name}`, async () => {
        const filled = fill(name, (kind) => owned.ids[fitting[kind][0]!]!);
        const { status, text } = await callRoute(owned.api, name, filled);
        assert.equal(status, own, text.slice(0, 300));
        if (endsSession && ids.length === 0) await owned.api.signInAgain();
      });
  });
});
