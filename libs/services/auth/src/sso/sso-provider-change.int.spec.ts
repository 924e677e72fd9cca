import { jest } from '@jest/globals';
import { until } from '@vault/base/testing';
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
  ann = await sso.teams.register({ email: `ann@${domain}` });
  ownerId = await sso.makeTeam(ann, domain);
  sso.asked = [];
});

const other = 'https://id.other.test';
const setProvider = (to = other) =>
  sso.as(ann, () =>
    sso.client.setSsoProvider({ ownerId, issuer: to, clientId: 'webinars', clientSecret: 'another secret' }),
  );
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
});
