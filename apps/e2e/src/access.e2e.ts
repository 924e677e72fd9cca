import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { StaffAccount } from '@vault/contracts';
import { accessTable, type Access, type Guard, type IdKind, type IdPlace } from './testing/access-table.ts';
import { readApiPaths, type DocumentedRoute } from './testing/api-paths.ts';
import type { Answer, Api } from './testing/api.ts';
import { firstStaff } from './testing/first-staff.ts';
import { lookAt, makeOwnedData, ownWord, type OwnedData } from './testing/owned-data.ts';
import type { Product } from './testing/product.ts';
import { randomLike } from './testing/random-like.ts';
import { sharedProduct } from './testing/shared-product.ts';
import { until } from './testing/until.ts';

type Filled = ReadonlyMap<IdPlace, string>;

const routes = Object.entries(accessTable);
const missingId = '00000000-0000-4000-8000-000000000000';
const staffPassword = firstStaff.password;
const tokenOf: Record<Guard, DocumentedRoute['token']> = {
  public: 'none',
  user: 'user',
  staff: 'staff',
  'owner-only': 'staff',
};
/** Ids of the owner that are right for a place of each kind. */
const fitting: Record<IdKind, readonly string[]> = {
  video: ['the webinar', 'its upload', 'its asset', 'an open upload', 'the upload of that at the video host'],
  operation: ['its operation'],
  session: ['another session', 'the session'],
  user: ['the user'],
  staff: [],
  email: ['the e-mail'],
  text: ['the webinar'],
};

/** The form of an id is looked at before anything is asked: an address is none. */
const canBeIn = ({ kind }: IdPlace, id: string) => kind === 'email' || kind === 'text' || !id.includes('@');

/** Every route, with every id of somebody who has all there is, called by everybody who may not. */
describe('access', () => {
  let product: Product;
  let documented: readonly DocumentedRoute[];
  let owned: OwnedData;
  /** What the owner saw before anybody else tried anything. */
  let seen: object;
  let other: Api;
  /** A user and a member of staff who were switched off while they were signed in. */
  let offUser: Api;
  let offStaff: Api;
  let nobody: Api;
  let owner: Api;
  let support: Api;

  before(async () => {
    product = await sharedProduct();
    [other, offUser, nobody] = [product.api(), product.api(), product.api()];
    documented = await readApiPaths(nobody);
    owned = await makeOwnedData(product);
    await other.register();
    await offUser.register();
    await offUser.openUpload();
    owner = await signInStaff(firstStaff.email);
    support = await addSupport('support.access@example.com');
    offStaff = await addSupport('off.access@example.com');
    await switchOff();
    seen = await lookAt(product, owned);
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
      await until('them to be out', async () => (await api.send('POST', path)).status !== 200);
  }

  /** Calls a route with valid input; places that are not filled name nothing that is there. */
  function call(api: Api, name: string, filled: Filled = new Map()): Promise<Answer> {
    const { ids = [], query, body } = accessTable[name]!;
    const [method = '', template = ''] = name.split(' ');
    const sent = { path: {}, query: { ...query }, body: { ...body } } as Record<
      IdPlace['in'],
      Record<string, unknown>
    >;
    for (const place of ids) {
      const id = filled.get(place) ?? (place.kind === 'user' && place.in !== 'path' ? undefined : missingId);
      if (id !== undefined) sent[place.in][place.name] = id;
    }
    const path = template.replaceAll(/\{(\w+)\}/g, (_, variable: string) =>
      encodeURIComponent(String(sent.path[variable])),
    );
    const search = new URLSearchParams(sent.query as Record<string, string>).toString();
    const takesBody = body !== undefined || ids.some((place) => place.in === 'body');
    return api.send(method, `/api${path}${search && `?${search}`}`, takesBody ? { body: sent.body } : {});
  }

  /** Once as it is, and once for each of the ids at each place of the route. */
  async function walk(
    name: string,
    ids: readonly string[],
    look: (filled: Filled, where: string) => Promise<void>,
  ): Promise<void> {
    await look(new Map(), name);
    for (const place of accessTable[name]!.ids ?? [])
      for (const id of ids.filter((each) => canBeIn(place, each)))
        await look(new Map([[place, id]]), `${name} with ${place.name} ${id}`);
  }

  const ownIds = () => Object.values(owned.ids);
  const idsOfStaff = () => [owner, support, offStaff].map((api) => api.user!.id);

  /** Nobody of these gets further than the door, whatever they name. */
  async function assertRefused(api: Api, name: string, refusal: readonly [number, string]): Promise<void> {
    const ids = [...ownIds(), ...idsOfStaff(), ...(api.user ? [api.user.id] : [])];
    await walk(name, ids, async (filled, where) => {
      const { status, text, json } = await call(api, name, filled);
      assert.deepEqual([status, json?.msg ?? text], refusal, where);
    });
  }

  it('knows every route of the API document, whose token it takes, and where it takes ids', () => {
    const inTable = routes.map(([name, { guard, ids = [] }]) => ({
      name,
      token: tokenOf[guard],
      // Mail addresses and keywords are tried like ids, but are none.
      idPlaces: ids
        .filter(({ kind }) => kind !== 'email' && kind !== 'text')
        .map((place) => `${place.in} ${place.name}`),
    }));
    const sorted = (list: readonly DocumentedRoute[]) =>
      list
        .map((route) => ({ ...route, idPlaces: [...route.idPlaces].sort() }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    assert.deepEqual(sorted(inTable), sorted(documented));
  });

  for (const [name, access] of routes) {
    describe(name, () => {
      if (access.guard === 'public') opensForAnybody(name);
      else isClosed(name, access);
      if (access.guard === 'user') hidesWhatIsForeign(name, access);
    });
  }

  function opensForAnybody(name: string): void {
    it('is open to everybody, and says what is missing', async () => {
      const [method = '', path = ''] = name.split(' ');
      assert.equal((await nobody.send(method, `/api${path}`, { body: {} })).status, 400);
    });
  }

  function isClosed(name: string, { guard }: Access): void {
    const unauthorized = [401, 'Unauthorized'] as const;
    const [kind, otherKind] = guard === 'user' ? ['user', 'staff'] : ['staff', 'user'];
    it('is closed to nobody', () => assertRefused(nobody, name, unauthorized));
    it(`is closed to the token of ${otherKind}`, async () => {
      for (const api of guard === 'user' ? [owner, support] : [other, owned.api])
        await assertRefused(api, name, unauthorized);
    });
    it(`is closed to ${kind} who were switched off`, async () => {
      if (guard === 'user') await assertRefused(offUser, name, [403, 'Forbidden']);
      else await assertRefused(offStaff, name, unauthorized);
    });
    if (guard === 'owner-only')
      it('is closed to support', () => assertRefused(support, name, [403, 'Only an owner may do this.']));
  }

  function hidesWhatIsForeign(name: string, { ids = [], endsSession }: Access): void {
    it('shows another user nothing', async () => {
      const { text } = await call(other, name);
      for (const secret of [...ownIds(), ownWord]) assert.ok(!text.includes(secret), secret);
      if (endsSession && ids.length === 0) await other.signInAgain();
    });
    for (const place of ids)
      it(`answers another user about a foreign ${place.name} as about one that names nothing`, async () => {
        for (const [what, id] of Object.entries(owned.ids)) {
          const [foreign, missing] = await Promise.all(
            [id, randomLike(id)].map(async (each) => {
              const { status, headers, text } = await call(other, name, new Map([[place, each]]));
              return [status, headers.get('content-type'), text.replaceAll(each, 'id')] as const;
            }),
          );
          assert.deepEqual(foreign, missing, what);
          if (fitting[place.kind].includes(what)) assert.equal(foreign![0], place.foreign ?? 404, what);
        }
      });
  }

  it('has changed nothing of the owner’s', async () => {
    assert.deepEqual(await lookAt(product, owned), seen);
  });

  /** That all of the above was refused for who asked, not for how. */
  describe('of whoever may', () => {
    const opened = (of: readonly Guard[]) => routes.filter(([, { guard }]) => of.includes(guard));
    const fill = (name: string, idOf: (kind: IdKind) => string): Filled =>
      new Map((accessTable[name]!.ids ?? []).map((place) => [place, idOf(place.kind)]));

    for (const [name, { own = 200, endsSession }] of opened(['staff', 'owner-only']))
      it(`lets an owner in at ${name}`, async () => {
        const ids: Partial<Record<IdKind, string>> = {
          video: owned.ids['the webinar']!,
          user: offUser.user!.id,
          staff: offStaff.user!.id,
        };
        const { status, text } = await call(
          owner,
          name,
          fill(name, (kind) => ids[kind]!),
        );
        assert.equal(status, own, text.slice(0, 300));
        if (endsSession) owner = await signInStaff(firstStaff.email);
      });

    for (const [name, { own = 200, endsSession, ids = [] }] of opened(['user']))
      it(`lets the user in at ${name}`, async () => {
        const filled = fill(name, (kind) => owned.ids[fitting[kind][0]!]!);
        const { status, text } = await call(owned.api, name, filled);
        assert.equal(status, own, text.slice(0, 300));
        if (endsSession && ids.length === 0) await owned.api.signInAgain();
      });
  });
});
