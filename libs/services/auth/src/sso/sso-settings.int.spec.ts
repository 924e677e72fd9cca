import { generateKeyPairSync } from 'node:crypto';
import { jest } from '@jest/globals';
import { AppError } from '@vault/base';
import { MountedSecret, until } from '@vault/base/testing';
import type { authRpc } from '@vault/contracts/rpc';
import { issuer, SsoUnderTest } from '../testing/sso-under-test.ts';
import type { Person } from '../testing/teams-under-test.ts';
import type { TeamDocument } from '../teams/team.schema.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const keyOf = (kid: string) => ({
  kid,
  pem: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
});
const [old, fresh, third] = [keyOf('old'), keyOf('fresh'), keyOf('third')];
const listOf = (...keys: object[]) => ({ 'jwt-keys': JSON.stringify(keys) });

let keys: MountedSecret;
let sso: SsoUnderTest;
beforeAll(async () => {
  keys = new MountedSecret(listOf(old));
  sso = await SsoUnderTest.start({ JWT_KEYS_FILE: keys.path('jwt-keys') }, { secretsEveryMs: 20 });
});
afterAll(async () => {
  await sso.stop();
  keys.remove();
});

let domains = 0;
let domain: string;
let ann: Person;
let ownerId: string;
beforeEach(async () => {
  domains += 1;
  domain = `settings-${String(domains)}.test`;
  ann = await sso.teams.register({ email: `ann@${domain}` });
  ownerId = await sso.teams.makeTeam(ann);
});

const get = () => sso.client.getSso({ ownerId });
const byAnn = <Result>(call: () => Result) => sso.as(ann, call);
const add = (name: string) => byAnn(() => sso.client.addDomain({ ownerId, domain: name }));
const remove = (name: string) => byAnn(() => sso.client.removeDomain({ ownerId, domain: name }));
const check = (name: string) => byAnn(() => sso.client.checkDomain({ ownerId, domain: name }));
const set = (given: { issuer?: string; clientId?: string; clientSecret?: string } = {}) =>
  byAnn(() => sso.client.setSsoProvider({ ownerId, issuer, clientId: 'webinars', ...given }));
const setPeople = (newPeople: string, groups: { name: string; role: string }[] = []) =>
  byAnn(() => sso.client.setSsoPeople({ ownerId, newPeople, groups, trustsAddresses: false }));
const conflict = (message: string) => expect.objectContaining({ code: 'conflict', message }) as Error;

describe('the domains of a team', () => {
  it('are at most five, and the same again is the same', async () => {
    const names = [1, 2, 3, 4, 5].map((number) => `d${String(number)}.${domain}`);
    for (const name of names) await add(name);
    // Whether one was looked at meanwhile is not what this is about.
    const shown = (list: authRpc.SsoDomain[]) => list.map(({ checkedAt: _c, ...domainOf }) => domainOf);
    const before = (await get()).domains;
    expect(before.map(({ name, state, recordName }) => [name, state, recordName])).toEqual(
      names.map((name) => [name, 'waiting', `_webinar-vault.${name}`]),
    );
    expect(new Set(before.map(({ recordValue }) => recordValue)).size).toBe(5);
    for (const { recordValue } of before) expect(recordValue).toMatch(/^wv-verify=[\w-]{32}$/);
    expect(shown((await add(names[2]!)).domains)).toEqual(shown(before));
    await expect(add(domain)).rejects.toEqual(conflict('A team has at most 5 domains. Remove one first.'));
    for (let times = 0; times < 2; times += 1)
      expect(shown((await remove(names[0]!)).domains)).toEqual(shown(before.slice(1)));
    await expect(add(domain)).resolves.toHaveProperty('domains.length', 5);
  });

  it('are checked only when the team has named them', async () => {
    await expect(check(domain)).rejects.toMatchObject({ code: 'not-found' });
    await expect(sso.client.addDomain({ ownerId: 'nobody', domain })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('the secret of a provider', () => {
  it('is kept for the same client, needed for another, and never shown', async () => {
    await expect(set()).rejects.toMatchObject({
      ...{ code: 'invalid-input', message: 'Enter the client secret.' },
    });
    const secretSetAt = (await set({ clientSecret: 'first secret' })).provider!.secretSetAt;
    sso.teams.auth.clock.passMinutes(1);
    expect((await set()).provider!.secretSetAt).toBe(secretSetAt);
    expect((await set({ clientSecret: 'second secret' })).provider!.secretSetAt).toBe(secretSetAt + 60);
    for (const other of [{ clientId: 'another' }, { issuer: `${issuer}/realm` }])
      await expect(set(other)).rejects.toMatchObject({ message: 'Enter the client secret.' });
    expect(JSON.stringify(await get())).not.toContain('second secret');
    const stored = await sso.teams.auth.store.model('Team').findOne({ _id: ownerId }).lean();
    expect(JSON.stringify(stored)).not.toContain('second secret');
  });

  it('and its provider stay as they were when the new settings cannot be read', async () => {
    const { provider } = await set({ clientSecret: 'first secret' });
    jest.spyOn(sso.ssoClient, 'describe').mockRejectedValueOnce(new AppError('invalid-input', 'No key set.'));
    await expect(set({ issuer: 'https://bad.test', clientSecret: 'x' })).rejects.toMatchObject({
      ...{ code: 'invalid-input', message: 'No key set.' },
    });
    expect((await get()).provider).toEqual(provider);
  });
});

describe('another provider', () => {
  const change: [what: string, call: () => Promise<unknown>][] = [
    ['another client', () => set({ clientId: 'another', clientSecret: 'x' })],
    ['another issuer', () => set({ issuer: 'https://new.test', clientSecret: 'x' })],
    ['none', () => byAnn(() => sso.client.removeSsoProvider({ ownerId }))],
  ];
  it.each(change)('(%s) ends the test, the requirement and what joins accounts', async (_what, call) => {
    ({ ownerId } = await sso.makeRequiringTeam(ann, domain));
    const before = await get();
    expect([before.test?.isPassed, before.requirement?.emergencyOwner]).toEqual([true, ann.id]);
    expect(before.membersSignedIn).toBe(1);
    await call();
    const { test, requirement, membersSignedIn, domains: kept } = await get();
    expect([test, requirement, membersSignedIn]).toEqual([undefined, undefined, 0]);
    expect(kept[0]?.state).toBe('verified');
    await expect(sso.login(`eve@${domain}`)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('is not the same with another secret', async () => {
    ({ ownerId } = await sso.makeRequiringTeam(ann, domain));
    const { test, requirement } = await set({ clientSecret: 'another secret' });
    expect([test?.isPassed, requirement?.emergencyOwner]).toEqual([true, ann.id]);
    expect((await get()).membersSignedIn).toBe(1);
  });
});

it('says in their order what is missing until the provider can be required', async () => {
  const isRefused = async (sentence: string) => {
    expect((await get()).obstacle).toBe(sentence);
    await expect(sso.require(ann, ann.token, ownerId, ann.id)).rejects.toEqual(conflict(sentence));
  };
  await isRefused('Verify a domain first.');
  await expect(byAnn(() => sso.client.testSso({ ownerId, origin: 'https://vault.example' }))).rejects.toEqual(
    conflict('Set a provider first.'),
  );
  await sso.verify(ann, ownerId, domain);
  await isRefused('Set a provider first.');
  await set({ clientSecret: 'a secret' });
  await setPeople('viewer', [{ name: 'Marketing', role: 'editor' }]);
  await isRefused('Test the sign-in first.');
  const person = { subject: ann.email, email: ann.email, groups: ['Marketing'] };
  const failed = await sso.test(ann, ownerId, { ...person, isEmailVerified: false });
  expect(failed?.checks.filter(({ isOk }) => !isOk).map(({ what, text }) => [what, text])).toEqual([
    ['address', `Your provider did not confirm ${ann.email}. Ask an admin of Acme.`],
    [
      'removal',
      'The provider gives no refresh token: sessions last 8 hours. It can also sign people out at once (back channel).',
    ],
  ]);
  const invalid = new AppError('forbidden', 'The answer of the provider is not valid. Start again.');
  expect((await sso.test(ann, ownerId, invalid))?.checks).toEqual([
    { what: 'answer', isOk: false, text: 'The answer of the provider is not valid. Start again.' },
  ]);
  await isRefused('Test the sign-in first.');
  const passed = await sso.test(ann, ownerId, { ...person, refreshToken: 'r' });
  expect([passed?.isPassed, passed?.by]).toEqual([true, 'Ada Lovelace']);
  expect(passed?.checks).toEqual([
    { what: 'issuer', isOk: true, text: `It is ${issuer}, as you have entered it.` },
    { what: 'audience', isOk: true, text: 'The answer is for the client webinars.' },
    { what: 'nonce', isOk: true, text: 'The answer is for this sign-in.' },
    { what: 'signature', isOk: true, text: 'Signed with RS256, key k1.' },
    { what: 'time', isOk: true, text: 'The clock differs by 2 s.' },
    { what: 'address', isOk: true, text: `${ann.email}, in ${domain}, confirmed by the provider.` },
    { what: 'groups', isOk: true, text: 'Marketing → editor.' },
    {
      ...{ what: 'removal', isOk: true },
      text: 'Sessions end within 10 minutes of a removal. It can also sign people out at once (back channel).',
    },
  ]);
  expect((await get()).membersSignedIn).toBe(0);
  await isRefused('Sign in through it once to require it.');
  const token = await sso.link(ownerId, ann);
  expect((await get()).obstacle).toBe('');
  await sso.require(ann, token, ownerId, ann.id);
  expect((await get()).requirement?.emergencyOwner).toBe(ann.id);
});

it('reads the groups from the claim that owners have named', async () => {
  ownerId = await sso.makeTeam(ann, domain);
  const people = { ownerId, newPeople: 'viewer', groups: [], trustsAddresses: false };
  const claimed = async (groupsClaim?: string) => {
    const saved = await byAnn(() => sso.client.setSsoPeople({ ...people, groupsClaim }));
    await sso.signIn(ownerId, { subject: 'bo', email: `bo@${domain}` });
    expect(sso.groupsClaim).toBe(saved.groupsClaim);
    return saved.groupsClaim;
  };
  expect(await claimed()).toBeUndefined();
  expect(await claimed('cognito:groups')).toBe('cognito:groups');
  expect(await claimed('groups')).toBeUndefined();
  const isNamed = ({ fields }: { fields: object }) => 'groupsClaim' in fields;
  const entries = await until(
    () => sso.entriesOf(ownerId, 0),
    (found) => found.filter(isNamed).length === 2,
  );
  expect(entries.find(isNamed)).toEqual({
    ...{ action: 'auth.set-people', by: ann.id },
    fields: { newPeople: 'viewer', groups: 0, groupsClaim: 'cognito:groups', trustsAddresses: false },
  });
});

describe('the requirement', () => {
  it('needs the own session of an owner through this provider, and an owner for emergencies', async () => {
    const eve = await sso.teams.register({ email: `eve@${domain}` });
    ownerId = await sso.makeTeam(ann, domain);
    const token = await sso.link(ownerId, ann);
    await sso.test(ann, ownerId, { subject: ann.email, email: ann.email });
    await sso.teams.join(ownerId, ann, eve, 'owner');
    const other = await sso.makeTeam(eve, `other-${domain}`);
    const elsewhere = await sso.link(other, await sso.teams.register({ email: `x@other-${domain}` }));
    const sentence = conflict('Sign in through it once to require it.');
    await expect(sso.require(ann, ann.token, ownerId, ann.id)).rejects.toEqual(sentence);
    await expect(sso.require(eve, eve.token, ownerId, eve.id)).rejects.toEqual(sentence);
    await expect(sso.require(eve, elsewhere, ownerId, eve.id)).rejects.toEqual(sentence);
    const bo = await sso.teams.register();
    await sso.teams.join(ownerId, ann, bo, 'admin');
    for (const nobody of [bo.id, 'nobody', ''])
      await expect(sso.require(ann, token, ownerId, nobody)).rejects.toEqual(
        conflict('The emergency owner must be an owner of Acme.'),
      );
    await sso.require(ann, token, ownerId, eve.id);
    expect((await get()).requirement?.emergencyOwner).toBe(eve.id);
    // Whoever has it on may change it, and turn it off.
    await sso.require(ann, token, ownerId, ann.id);
    await sso.require(eve, eve.token, ownerId);
    expect((await get()).requirement).toBeUndefined();
  });

  it('keeps its emergency owner an owner', async () => {
    const eve = await sso.teams.register();
    ({ ownerId } = await sso.makeRequiringTeam(ann, domain));
    await sso.teams.join(ownerId, ann, eve, 'owner');
    const sentence = conflict(
      'This person is the emergency owner of Acme. Choose another one under Single sign-on first.',
    );
    for (const by of [eve, ann]) {
      await expect(
        sso.teams.send(by, 'auth.set-role.v1', { ownerId, userId: ann.id, role: 'admin' }),
      ).rejects.toEqual(sentence);
      await expect(sso.teams.send(by, 'auth.remove-member.v1', { ownerId, userId: ann.id })).rejects.toEqual(
        sentence,
      );
    }
    expect((await sso.teams.rolesOf(ownerId))[ann.id]).toBe('owner');
    await sso.teams.send(ann, 'auth.set-role.v1', { ownerId, userId: eve.id, role: 'admin' });
    await sso.teams.send(ann, 'auth.set-role.v1', { ownerId, userId: eve.id, role: 'owner' });
    await sso.teams.peer.send('auth.delete-account.v1', { userId: ann.id, by: 'user' });
    expect((await get()).requirement?.emergencyOwner).toBe(eve.id);
  });

  it('keeps the domains that it is for', async () => {
    ({ ownerId } = await sso.makeRequiringTeam(ann, domain));
    const [second, waiting] = [`second-${domain}`, `waiting-${domain}`];
    await sso.verify(ann, ownerId, second);
    await add(waiting);
    const sentence = (name: string) =>
      conflict(`Single sign-on is required for addresses at ${name}. Turn the requirement off first.`);
    for (const name of [domain, second]) await expect(remove(name)).rejects.toEqual(sentence(name));
    expect((await remove(waiting)).domains.map(({ name }) => name)).toEqual([domain, second]);
    const token = (await sso.signIn(ownerId, { subject: ann.email, email: ann.email })).session!.token;
    await sso.require(ann, token, ownerId);
    expect((await remove(domain)).domains.map(({ name }) => name)).toEqual([second]);
  });
});

it('has one entry in the audit log for each change, and none for a repeat', async () => {
  const twice = async (call: () => Promise<unknown>) => {
    await call();
    await call();
  };
  await twice(() => add(domain));
  await twice(() => sso.verify(ann, ownerId, domain));
  await twice(() => set({ clientSecret: 'a secret' }));
  await set();
  await twice(() => setPeople('viewer', [{ name: 'Marketing', role: 'editor' }]));
  await sso.test(ann, ownerId, { subject: ann.email, email: ann.email });
  const token = await sso.link(ownerId, ann);
  await twice(() => sso.require(ann, token, ownerId, ann.id));
  await twice(() => sso.require(ann, token, ownerId));
  await twice(() => remove(domain));
  await twice(() => byAnn(() => sso.client.removeSsoProvider({ ownerId })));
  // Sign-ins have an outbox of their own, so that their place among the others may be another one.
  const signIns = [
    ['auth.link-sign-on', { userId: ann.id }],
    ['auth.sign-on', {}],
  ];
  const changes = [
    ['auth.create-team', { name: 'Acme' }],
    ['auth.add-domain', { domain }],
    ['auth.verify-domain', { domain }],
    ['auth.set-provider', { issuer }],
    ['auth.set-people', { newPeople: 'viewer', groups: 1, trustsAddresses: false }],
    ['auth.require-sign-on', { isRequired: true, emergencyOwner: ann.id }],
    ['auth.require-sign-on', { isRequired: false }],
    ['auth.remove-domain', { domain }],
    ['auth.remove-provider', {}],
  ];
  const found = await sso.entriesOf(ownerId, signIns.length + changes.length);
  const rows = found.map(({ action, fields }) => [action, fields]);
  const isSignIn = ([action]: unknown[]) => signIns.some(([other]) => other === action);
  expect(rows.filter((row) => isSignIn(row))).toEqual(signIns);
  expect(rows.filter((row) => !isSignIn(row))).toEqual(changes);
  expect(new Set(found.map(({ by }) => by))).toEqual(new Set([ann.id]));
});

describe('after the keys that seal have changed', () => {
  const sealed = async () =>
    (await sso.teams.auth.store.model<TeamDocument>('Team').findOne({ _id: ownerId }).lean())?.sso?.provider
      ?.sealedSecret;
  const signIn = () => sso.signIn(ownerId, { subject: 'bo', email: `bo@${domain}` });
  const replace = async (...list: (typeof old)[]) => {
    keys.replace(listOf(...list));
    // What is sealed next has the newest key.
    await until(async () => {
      await set({ clientSecret: 'a secret' });
      return (await sealed())?.includes(` ${list.at(-1)!.kid} `) === true;
    });
  };

  it('a secret still opens, is sealed again within a day, and is asked for when its key is gone', async () => {
    ownerId = await sso.makeTeam(ann, domain);
    const mine = ownerId;
    const before = await sealed();
    expect(before).toContain(' old ');
    ownerId = await sso.makeTeam(ann, `other-${domain}`);
    await replace(old, fresh);
    ownerId = mine;
    expect(await sealed()).toBe(before);
    await expect(signIn()).resolves.toHaveProperty('session');
    sso.teams.auth.clock.passDays(1.1);
    await until(sealed, (text) => text?.includes(' fresh ') === true);
    keys.replace(listOf(fresh));
    await expect(signIn()).resolves.toHaveProperty('session');
    // All at once.
    ownerId = await sso.teams.makeTeam(ann);
    await replace(third);
    ownerId = mine;
    const sentence = conflict('An owner has to enter the client secret of the provider again.');
    await expect(signIn()).rejects.toEqual(sentence);
    await expect(set()).rejects.toMatchObject({ message: 'Enter the client secret.' });
    await set({ clientSecret: 'a secret' });
    await expect(signIn()).resolves.toHaveProperty('session');
  });
});
