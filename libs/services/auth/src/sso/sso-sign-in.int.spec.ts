import { jest } from '@jest/globals';
import { AppError } from '@vault/base';
import { SsoUnderTest } from '../testing/sso-under-test.ts';
import type { Person } from '../testing/teams-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let sso: SsoUnderTest;
beforeAll(async () => {
  sso = await SsoUnderTest.start();
});
afterAll(() => sso.stop());

let domains = 0;
let domain: string;
let ann: Person;
let ownerId: string;
beforeEach(async () => {
  domains += 1;
  domain = `acme-${String(domains)}.test`;
  ann = await sso.teams.register();
  ownerId = await sso.makeTeam(ann, domain);
});

const at = (name: string) => `${name}@${domain}`;
const bo = () => ({ subject: 'bo', email: at('bo') });
const refused = (message: string) => expect.objectContaining({ code: 'forbidden', message }) as Error;
const rolesOf = () => sso.teams.rolesOf(ownerId);
const setPeople = (people: Partial<Parameters<typeof sso.client.setSsoPeople>[0]>) =>
  sso.as(ann, () =>
    sso.client.setSsoPeople({ ownerId, newPeople: 'viewer', groups: [], trustsAddresses: false, ...people }),
  );

describe('somebody new', () => {
  it('gets an account and becomes a member, and is the same person the next time', async () => {
    const first = await sso.signIn(ownerId, bo());
    const { user, token } = first.session!;
    expect(user).toMatchObject({ email: at('bo'), firstname: 'Bo', lastname: 'Diaz', plan: 'free' });
    expect(first.ownerId).toBe(ownerId);
    expect(await rolesOf()).toEqual({ [ann.id]: 'owner', [user!.id]: 'viewer' });
    const { workspace } = await sso.client.verifySession({ token, workspaceId: ownerId });
    expect(workspace).toMatchObject({ id: ownerId, role: 'viewer' });
    // Their address at the provider has changed meanwhile.
    const again = await sso.signIn(ownerId, { ...bo(), email: at('bo.diaz') });
    expect(again.session!.user).toMatchObject({ id: user!.id, email: at('bo') });
  });

  it('comes in only by an invitation where the team says so, with its role', async () => {
    await setPeople({ newPeople: 'invited' });
    await expect(sso.signIn(ownerId, bo())).rejects.toEqual(
      refused('Acme does not let new people in by themselves. Ask for an invitation.'),
    );
    await sso.client.invite({ ownerId, userId: ann.id, emails: [at('bo')], role: 'editor', note: '' });
    const { session } = await sso.signIn(ownerId, bo());
    expect((await rolesOf())[session!.user!.id]).toBe('editor');
    expect((await sso.client.getTeam({ ownerId })).invitations).toEqual([]);
  });

  it('has a name also when the provider says none', async () => {
    const { session } = await sso.signIn(ownerId, { ...bo(), firstname: '', lastname: '' });
    expect(session!.user).toMatchObject({ firstname: 'bo', lastname: '' });
  });

  it.each<[string, (here: string) => object, (here: string) => string]>([
    ['no address', () => ({ email: undefined }), () => 'Your provider names no e-mail address of yours.'],
    [
      'an address of another domain',
      () => ({ email: 'ceo@b.test' }),
      () => 'The address ceo@b.test is not in a domain of Acme.',
    ],
    [
      'an address of a domain below',
      (here) => ({ email: `bo@mail.${here}` }),
      (here) => `The address bo@mail.${here} is not in a domain of Acme.`,
    ],
    [
      'an address whose domain ends like it',
      (here) => ({ email: `bo@evil-${here}` }),
      (here) => `The address bo@evil-${here} is not in a domain of Acme.`,
    ],
    [
      'an address that is not confirmed',
      (here) => ({ email: `bo@${here}`, isEmailVerified: false }),
      (here) => `Your provider did not confirm bo@${here}.`,
    ],
    [
      'an address of which nothing is said',
      (here) => ({ email: `bo@${here}`, isEmailVerified: undefined }),
      (here) => `Your provider did not confirm bo@${here}.`,
    ],
  ])('is refused with %s, and no account is made', async (_what, says, sentence) => {
    const before = (await sso.client.countAccounts({})).total;
    await expect(sso.signIn(ownerId, { subject: 'x', ...says(domain) })).rejects.toEqual(
      refused(`${sentence(domain)} Ask an admin of Acme.`),
    );
    expect((await sso.client.countAccounts({})).total).toBe(before);
    expect(Object.keys(await rolesOf())).toEqual([ann.id]);
  });

  it('comes in with an address of which nothing is said, when the team trusts the provider', async () => {
    await setPeople({ trustsAddresses: true });
    const silent = { isEmailVerified: undefined };
    await expect(sso.signIn(ownerId, { ...bo(), ...silent })).resolves.toHaveProperty('session');
    await expect(sso.signIn(ownerId, { subject: 'c', email: 'c@b.test', ...silent })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(
      sso.signIn(ownerId, { subject: 'd', email: at('d'), isEmailVerified: false }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is refused while the team has no seat left', async () => {
    const team = sso.teams.auth.store.model('Team');
    await team.updateOne({ _id: ownerId }, { $set: { memberLimit: 1 }, $inc: { version: 1 } });
    await expect(sso.signIn(ownerId, bo())).rejects.toMatchObject({ code: 'limit-reached' });
    await team.updateOne({ _id: ownerId }, { $set: { memberLimit: 2 }, $inc: { version: 1 } });
    await expect(sso.signIn(ownerId, bo())).resolves.toHaveProperty('session');
  });
});

describe('somebody with an account', () => {
  const password = 'correct horse battery';
  let person: Person;
  beforeEach(async () => {
    person = await sso.teams.register({ email: at('bo') });
  });
  const link = (token: string, browserKey: string, given = password) =>
    sso.client.linkSso({ token, browserKey, password: given, clientAddress: '203.0.113.7' });

  async function askForPassword() {
    sso.says = bo();
    const begun = await sso.begin({ ownerId });
    const { link: asked, session } = await sso.finish(ownerId, begun);
    expect(session).toBeUndefined();
    expect(asked).toMatchObject({ email: at('bo'), team: 'Acme' });
    return { token: asked!.token, browserKey: begun.browserKey };
  }

  it('joins it with their password once; a wrong one ends nothing', async () => {
    const { token, browserKey } = await askForPassword();
    await expect(link(token, browserKey, 'wrong password')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(link(token, 'of another browser')).rejects.toMatchObject({ code: 'conflict' });
    const { session } = await link(token, browserKey);
    expect(session!.user!.id).toBe(person.id);
    await expect(link(token, browserKey)).rejects.toMatchObject({ code: 'conflict' });
    expect((await rolesOf())[person.id]).toBe('viewer');
    expect((await sso.signIn(ownerId, bo())).session!.user!.id).toBe(person.id);
  });

  it('may take ten minutes', async () => {
    const { token, browserKey } = await askForPassword();
    sso.teams.auth.clock.passMinutes(10.1);
    await expect(link(token, browserKey)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('keeps it from the next person with their address', async () => {
    const { token, browserKey } = await askForPassword();
    await link(token, browserKey);
    const sentence = 'Another person has signed in with this address before. Ask an admin of Acme.';
    await expect(sso.signIn(ownerId, { ...bo(), subject: 'other' })).rejects.toEqual(refused(sentence));
    // Both were asked for the password at once.
    const eve = await sso.teams.register({ email: at('eve') });
    const asked = [];
    for (const subject of ['eve', 'eve-2']) {
      sso.says = { subject, email: eve.email };
      const begun = await sso.begin({ ownerId });
      const { link: one } = await sso.finish(ownerId, begun);
      asked.push(() => link(one!.token, begun.browserKey));
    }
    await asked[0]!();
    await expect(asked[1]!()).rejects.toEqual(refused(sentence));
  });

  it('is somebody else for the provider of another team, even with the same subject', async () => {
    const { token, browserKey } = await askForPassword();
    await link(token, browserKey);
    const other = await sso.makeTeam(ann, `other-${domain}`);
    await expect(sso.signIn(other, bo())).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is refused while it is switched off', async () => {
    const { token, browserKey } = await askForPassword();
    await sso.teams.peer.send('auth.edit-account.v1', { userId: person.id, isActive: false, by: 'staff' });
    const disabled = refused('This account is disabled. Please ask us to enable it.');
    await expect(link(token, browserKey)).rejects.toEqual(disabled);
    await expect(sso.signIn(ownerId, bo())).rejects.toEqual(disabled);
  });

  it('whom a team has removed is asked again, and comes in as a new person does', async () => {
    const { token, browserKey } = await askForPassword();
    await link(token, browserKey);
    await sso.teams.send(ann, 'auth.remove-member.v1', { ownerId, userId: person.id });
    await askForPassword();
    expect((await rolesOf())[person.id]).toBeUndefined();
  });
});

test('staff end the requirement for owners who are locked out', async () => {
  await sso.test(ann, ownerId, bo());
  await sso.client.invite({ ownerId, userId: ann.id, emails: [at('cy')], role: 'owner', note: '' });
  const { session } = await sso.signIn(ownerId, { subject: 'cy', email: at('cy') });
  const cy = { id: session!.user!.id, email: at('cy'), token: session!.token };
  const { sessionId } = await sso.client.verifySession({ token: cy.token });
  const required = await sso.as(cy, () =>
    sso.client.setSsoRequirement({
      ...{ ownerId, emergencyOwner: ann.id, alsoRemove: [] },
      ...{ sessionId, userId: cy.id },
    }),
  );
  expect(required.requirement).toMatchObject({ emergencyOwner: ann.id });
  await expect(
    sso.client.login({ email: at('x'), password: 'anything', clientAddress: '203.0.113.7' }),
  ).rejects.toEqual(refused(`${domain} signs in with single sign-on.`));
  await sso.teams.send(ann, 'auth.edit-team-plan.v1', { ownerId, requiresSso: false, by: 'eve' });
  expect(await sso.client.getTeam({ ownerId })).toMatchObject({ hasSso: true, requiresSso: false });
  await expect(
    sso.client.login({ email: at('x'), password: 'anything', clientAddress: '203.0.113.7' }),
  ).rejects.toMatchObject({ code: 'unauthenticated' });
});

describe('groups', () => {
  const groups = [
    { name: 'Marketing', role: 'editor' },
    { name: 'Leads', role: 'admin' },
  ];
  beforeEach(() => setPeople({ groups }));

  it('give the highest of their roles at each sign-in, and never to owners', async () => {
    const { session } = await sso.signIn(ownerId, { ...bo(), groups: ['Marketing', 'Leads', 'Other'] });
    const { id } = session!.user!;
    expect((await rolesOf())[id]).toBe('admin');
    await sso.signIn(ownerId, { ...bo(), groups: ['Marketing'] });
    expect((await rolesOf())[id]).toBe('editor');
    await sso.signIn(ownerId, { ...bo(), groups: ['Other'] });
    expect((await rolesOf())[id]).toBe('viewer');
    await sso.teams.send(ann, 'auth.set-role.v1', { ownerId, userId: id, role: 'owner' });
    await sso.signIn(ownerId, { ...bo(), groups: ['Marketing'] });
    expect((await rolesOf())[id]).toBe('owner');
  });

  it('leave whom they do not name as they were invited', async () => {
    await setPeople({ groups, newPeople: 'invited' });
    await expect(sso.signIn(ownerId, { ...bo(), groups: ['Other'] })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await sso.client.invite({ ownerId, userId: ann.id, emails: [at('bo')], role: 'reviewer', note: '' });
    const { session } = await sso.signIn(ownerId, { ...bo(), groups: ['Other'] });
    expect((await rolesOf())[session!.user!.id]).toBe('reviewer');
  });
});

describe('a sign-in', () => {
  it('begins by an address of the domain or by the team, and is refused for others alike', async () => {
    const { url } = await sso.client.beginSso({
      email: `Bo@${domain.toUpperCase()}`,
      origin: 'https://vault.example',
    });
    const query = new URL(url).searchParams;
    expect(query.get('redirect_uri')).toBe(`https://vault.example/sign-on/${ownerId}`);
    expect(query.get('login_hint')).toBe(at('bo'));
    for (const request of [
      { email: 'bo@nobody.test' },
      { email: 'no address' },
      { email: `bo@x.${domain}` },
      { ownerId: 'unknown' },
      {},
    ])
      await expect(sso.begin(request)).rejects.toMatchObject({
        code: 'not-found',
        message: 'No single sign-on for this address. Sign in with your password.',
      });
  });

  it('ends once, in its browser, within ten minutes, and at the team where it began', async () => {
    sso.says = bo();
    const other = await sso.makeTeam(ann, `other-${domain}`);
    const begun = await sso.begin({ ownerId });
    const conflict = (message: string) => ({ code: 'conflict', message });
    const late = conflict('The sign-in took too long. Start again.');
    await expect(sso.finish(other, begun)).rejects.toMatchObject(late);
    await expect(sso.finish(ownerId, { ...begun, browserKey: 'another' })).rejects.toMatchObject(
      conflict('It was started in another browser.'),
    );
    await expect(sso.finish(ownerId, { ...begun, query: 'code=1' })).rejects.toMatchObject(late);
    const both = await Promise.allSettled([sso.finish(ownerId, begun), sso.finish(ownerId, begun)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const slow = await sso.begin({ ownerId });
    sso.teams.auth.clock.passMinutes(10.1);
    await expect(sso.finish(ownerId, slow)).rejects.toMatchObject(late);
  });

  it('ends nowhere when the provider was replaced meanwhile', async () => {
    sso.says = bo();
    const begun = await sso.begin({ ownerId });
    await sso.as(ann, () =>
      sso.client.setSsoProvider({ ownerId, issuer: 'https://new.test', clientId: 'a', clientSecret: 'b' }),
    );
    await expect(sso.finish(ownerId, begun)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('fails with the sentence of the client, and is spent', async () => {
    sso.says = new AppError('forbidden', 'The answer of the provider is not valid. Start again.');
    const begun = await sso.begin({ ownerId });
    await expect(sso.finish(ownerId, begun)).rejects.toEqual(
      refused('The answer of the provider is not valid. Start again.'),
    );
    sso.says = bo();
    await expect(sso.finish(ownerId, begun)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused at a team that is closed', async () => {
    sso.says = bo();
    const begun = await sso.begin({ ownerId });
    await sso.teams.send(ann, 'auth.delete-team.v1', { ownerId });
    await expect(sso.finish(ownerId, begun)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(sso.begin({ ownerId })).rejects.toMatchObject({ code: 'not-found' });
    await expect(sso.begin({ email: at('bo') })).rejects.toMatchObject({ code: 'not-found' });
  });
});
