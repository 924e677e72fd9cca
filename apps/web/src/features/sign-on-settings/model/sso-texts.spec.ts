/** @jest-environment node */
import { aDomain, aPeople, aProvider, aTest, aWaitingDomain, ssoAt } from '../../../testing/sso-fixture.ts';
import {
  domainsLine,
  domainState,
  hostOf,
  insideLine,
  outsiderLine,
  outsideLine,
  peopleLine,
  providerFacts,
  removeLabel,
  requiredText,
  requirementLine,
  testLine,
  verifiedNames,
} from './sso-texts.ts';
import { isDone, presentStep } from './steps.ts';

const now = new Date(2026, 10, 30).getTime() / 1_000;
const nextYear = new Date(2027, 1, 1).getTime() / 1_000;

test.each([
  [aDomain(), 'Verified on 28 November.'],
  [aWaitingDomain(), 'Add the record, then check. We also check every 10 minutes.'],
  [
    aWaitingDomain({ checked_at: now }),
    'Not found yet. Records can take an hour; we also check every 10 minutes.',
  ],
  [aWaitingDomain({ checked_at: now, found: 'wv-verify=11aa' }), 'Found, with another value: wv-verify=11aa'],
  [
    aDomain({ state: 'lost' }),
    'The record is no longer found. Nobody new signs in with addresses of this domain until it is back.',
  ],
])('%j', (domain, text) => expect(domainState(domain, now)).toBe(text));

test('another year is said', () => {
  expect(domainState(aDomain(), nextYear)).toBe('Verified on 28 November 2026.');
});

test('domains in a line and in a sentence', () => {
  const [one, two, three] = ['a.com', 'b.com', 'c.com'].map((name) => aDomain({ name }));
  expect(verifiedNames([aWaitingDomain()])).toBe('');
  expect(verifiedNames([one!])).toBe('a.com');
  expect(verifiedNames([one!, two!, aWaitingDomain(), three!])).toBe('a.com, b.com and c.com');
  expect(
    domainsLine([one!, aWaitingDomain({ name: 'd.com' }), aDomain({ name: 'e.com', state: 'lost' })]),
  ).toBe('a.com · d.com (not verified yet) · e.com (record not found)');
});

test('what was read of the provider', () => {
  expect(providerFacts(aProvider)).toBe('Read: RS256, 2 keys, back-channel sign-out: yes');
  expect(providerFacts({ ...aProvider, key_count: 1, has_back_channel: false })).toBe(
    'Read: RS256, 1 key, back-channel sign-out: no',
  );
  expect(hostOf('https://id.acme.com/realms/acme')).toBe('id.acme.com');
});

test('who may come in', () => {
  expect(peopleLine(aPeople())).toBe('New people must be invited');
  const groups: ReturnType<typeof aPeople>['groups'] = [{ name: 'Marketing', role: 'editor' }];
  expect(peopleLine(aPeople({ new_people: 'viewer', groups, trusts_addresses: true }))).toBe(
    'New people may join as Viewer · 1 group with a role · addresses are trusted',
  );
});

test('the test and the requirement', () => {
  expect(testLine(null)).toBe('Not tested with this provider');
  expect(testLine(aTest)).toBe('Passed on 28 Nov 2026, 14:03, tested by Ada Lovelace');
  expect(testLine({ ...aTest, is_passed: false })).toMatch(/^Not passed on /);
  expect(requirementLine(ssoAt.require, now)).toBe('Not required');
  expect(requirementLine(ssoAt.required, now)).toBe(
    'On since 28 November. 9 of 11 members signed in through it.',
  );
});

test('whom a requirement concerns', () => {
  const members = (inside: number, outside: number) => ({
    ...{ inside, signed_in: 0 },
    outside: Array.from({ length: outside }, (_, index) => `p${String(index)}@example.org`),
    removable: [],
  });
  expect(insideLine(members(1, 0), 'acme.com')).toMatch(/^1 member has an address in acme\.com\. /);
  expect(insideLine(members(11, 0), 'acme.com')).toMatch(/^11 members have addresses in acme\.com\. /);
  expect(outsideLine(members(11, 0), 'acme.com')).toBe('');
  expect(outsideLine(members(11, 1), 'acme.com')).toBe(
    '1 member has an address outside acme.com and keeps the password:',
  );
  expect(outsideLine(members(11, 2), 'acme.com')).toBe(
    '2 members have addresses outside acme.com and keep their password:',
  );
  expect(outsideLine(members(11, 50), 'acme.com')).toMatch(/^50 or more members have /);
  const cy = { id: 'u7', name: 'Cy Wu', email: 'p0@example.org' };
  expect(outsiderLine('p0@example.org', [cy])).toBe('Cy Wu, p0@example.org');
  expect(outsiderLine('p1@example.org', [cy])).toBe('p1@example.org, an owner');
  expect(removeLabel({ ...members(11, 1), removable: [cy] })).toBe('Also remove them');
  expect(removeLabel({ ...members(11, 2), removable: [cy] })).toBe('Also remove them, but no owner');
  expect([requiredText(0), requiredText(2)]).toEqual([
    'Single sign-on is required now.',
    'Single sign-on is required now. 2 members were removed.',
  ]);
});

test.each(['domain', 'provider', 'people', 'test', 'require'] as const)('the step %s is next', (step) => {
  expect(presentStep(ssoAt[step], false)).toBe(step);
});

test('people are settled when they were changed, seen or tested; the last step stays when all is done', () => {
  expect(isDone('people', ssoAt.people, false)).toBe(false);
  expect(isDone('people', ssoAt.people, true)).toBe(true);
  expect(isDone('people', ssoAt.require, false)).toBe(true);
  expect(presentStep(ssoAt.required, false)).toBe('require');
  // A domain that is lost while another one is verified.
  expect(isDone('domain', { ...ssoAt.people, domains: [aDomain({ state: 'lost' })] }, false)).toBe(false);
});
