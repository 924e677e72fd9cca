import { jest } from '@jest/globals';
import { InvalidAnswer, type AnswerChecks } from '@vault/identity';
import { issuer, SsoUnderTest } from '../testing/sso-under-test.ts';
import type { Person } from '../testing/teams-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let sso: SsoUnderTest;
beforeAll(async () => {
  sso = await SsoUnderTest.start();
});
afterAll(() => sso.stop());

let tests = 0;
let domain: string;
let ann: Person;
let ownerId: string;
const person = () => ({ subject: ann.email, email: ann.email });
const proof = { algorithm: 'RS256', clockSeconds: 0 };
beforeEach(async () => {
  tests += 1;
  domain = `test-${String(tests)}.test`;
  ann = await sso.teams.register({ email: `ann@${domain}` });
  ownerId = await sso.makeTeam(ann, domain);
});

it('says of each part whether it is right, and leaves out what was not checked', async () => {
  const refused = (checks: AnswerChecks) =>
    sso.test(ann, ownerId, new InvalidAnswer(new Error('OAUTH_INVALID: claim'), checks));
  const found = await refused({ issuer: true, audience: false, nonce: true });
  expect(found?.isPassed).toBe(false);
  expect(found?.checks).toEqual([
    { what: 'issuer', isOk: true, text: `It is ${issuer}, as you have entered it.` },
    {
      ...{ what: 'audience', isOk: false },
      text: 'The answer is not for the client webinars alone. Check the client id at the provider.',
    },
    { what: 'nonce', isOk: true, text: 'The answer is for this sign-in.' },
  ]);
  for (const part of ['issuer', 'nonce', 'signature', 'time'] as const) {
    const { checks = [] } = (await refused({ [part]: false })) ?? {};
    expect(checks.map(({ what, isOk }) => [what, isOk])).toEqual([[part, false]]);
  }
  const whole = await refused({ issuer: true, audience: true, nonce: true, signature: true });
  expect(whole?.checks.at(-1)).toEqual({
    ...{ what: 'answer', isOk: false },
    text: 'The answer of the provider is not valid. Start again. (OAUTH_INVALID: claim)',
  });
  expect(whole?.checks).toHaveLength(5);
});

it('warns when the claim with the groups is missing, and the team gives groups roles', async () => {
  const groupsOf = async (namesGroups: boolean) => {
    const says = { ...person(), groups: [], proof: { ...proof, namesGroups }, refreshToken: 'r' };
    const { checks = [], isPassed } = (await sso.test(ann, ownerId, says)) ?? {};
    return [isPassed, checks.find(({ what }) => what === 'groups')];
  };
  const missing = 'The answer has no claim groups. The role is viewer.';
  expect(await groupsOf(false)).toEqual([true, { what: 'groups', isOk: true, text: missing }]);
  const groups = [{ name: 'Marketing', role: 'editor' }];
  await sso.as(ann, () =>
    sso.client.setSsoPeople({ ownerId, newPeople: 'viewer', groups, trustsAddresses: false }),
  );
  expect(await groupsOf(false)).toEqual([true, { what: 'groups', isOk: false, text: missing }]);
  expect(await groupsOf(true)).toEqual([
    true,
    { what: 'groups', isOk: true, text: 'No groups. The role is viewer.' },
  ]);
});
