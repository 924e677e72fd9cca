import { jest } from '@jest/globals';
import { until } from '@vault/base/testing';
import type { SsoIdentity } from '@vault/identity';
import { newPerson } from '../testing/auth-under-test.ts';
import { issuer, SsoUnderTest } from '../testing/sso-under-test.ts';
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
  ann = await sso.teams.register({ email: `ann@${domain}` });
  ownerId = await sso.makeTeam(ann, domain);
  sso.asked = [];
});

const other = 'https://id.other.test';
const setProvider = (to = other) =>
  sso.as(ann, () =>
    sso.client.setSsoProvider({ ownerId, issuer: to, clientId: 'webinars', clientSecret: 'another secret' }),
  );
const started = { code: 'conflict', message: 'The sign-in took too long. Start again.' };
/** Says who signs in after something has happened at the same time. */
const saysAfter = (identity: Partial<SsoIdentity>, work: () => Promise<unknown>) =>
  jest.spyOn(sso.ssoClient, 'finish').mockImplementationOnce(async () => {
    await work();
    const proof = { algorithm: 'RS256', clockSeconds: 0, namesGroups: false };
    const said = { issuer, subject: 'x', firstname: 'Bo', lastname: '', groups: [], isEmailVerified: true };
    return { ...said, proof, ...identity };
  });

describe('another provider of a team', () => {
  it('never gets the refresh tokens of the one before, whose sessions end', async () => {
    const { session } = await sso.signIn(ownerId, {
      ...{ subject: 'bo', email: `bo@${domain}`, refreshToken: 'of the first one' },
    });
    await setProvider();
    sso.teams.auth.clock.passMinutes(9.5);
    await until(() => sso.asked.length > 0 || sso.isOpen(session!.token).then((isOpen) => !isOpen), Boolean);
    expect(sso.asked).toEqual([]);
    expect(await sso.isOpen(session!.token)).toBe(false);
  });

  it('is not required by who came in through the one before, until they come in through it', async () => {
    const token = await sso.link(ownerId, ann);
    await setProvider();
    const ofOther = { subject: 'ann', email: ann.email, issuer: other };
    await sso.test(ann, ownerId, ofOther);
    await expect(sso.require(ann, token, ownerId, ann.id)).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'Sign in through it once to require it.' },
    });
    const again = await sso.link(ownerId, ann);
    const { requirement } = await sso.require(ann, again, ownerId, ann.id);
    expect(requirement?.emergencyOwner).toBe(ann.id);
  });

  it('keeps nobody out whose password joined them with the one before too late', async () => {
    sso.says = { subject: 'ann', email: ann.email };
    const begun = await sso.begin({ ownerId });
    const { link } = await sso.finish(ownerId, begun);
    await setProvider();
    const { password } = newPerson();
    const joined = { token: link!.token, browserKey: begun.browserKey, password };
    await expect(sso.client.linkSso({ ...joined, clientAddress: '203.0.113.7' })).rejects.toMatchObject(
      started,
    );
    await expect(sso.link(ownerId, ann)).resolves.toEqual(expect.any(String));
  });

  it('lets nobody in whom the one before has named meanwhile', async () => {
    saysAfter({ subject: 'cy', email: `cy@${domain}` }, () => setProvider());
    await expect(sso.finish(ownerId, await sso.begin({ ownerId }))).rejects.toMatchObject(started);
    await expect(sso.signIn(ownerId, { subject: 'cy', email: `cy@${domain}` })).resolves.toHaveProperty(
      'session',
    );
  });
});

it('an invitation that is withdrawn while the provider answers lets nobody in', async () => {
  const people = { newPeople: 'invited', groups: [], trustsAddresses: false };
  await sso.as(ann, () => sso.client.setSsoPeople({ ownerId, ...people }));
  const email = `di@${domain}`;
  await sso.client.invite({ ownerId, userId: ann.id, emails: [email], role: 'admin', note: '' });
  const { invitations } = await sso.client.getTeam({ ownerId });
  saysAfter({ subject: 'di', email }, () =>
    sso.teams.send(ann, 'auth.withdraw-invitation.v1', { ownerId, invitationId: invitations[0]!.id }),
  );
  await expect(sso.finish(ownerId, await sso.begin({ ownerId }))).rejects.toMatchObject({
    code: 'forbidden',
  });
});
