import {
  addDomain,
  claimsOf,
  isPassed,
  isVerified,
  loseDomain,
  nextCheckOf,
  nextWorkOf,
  noSso,
  obstacleOf,
  removeDomain,
  roleOf,
  stateOf,
  withEmergencyOwner,
  withoutProvider,
  withPeople,
  withProvider,
  withRecords,
  type TeamProvider,
  type TeamSso,
} from './team-sso.ts';

const day = 24 * 60 * 60_000;
const start = new Date('2036-11-20T09:30:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const minutes = (count: number) => later(count * 60_000);
const named = addDomain(noSso, 'acme.test', 'secret', start);
const record = 'wv-verify=secret';
const verified = withRecords(named, 'acme.test', ['v=spf1', record], start);
const only = ({ domains: [domain] }: TeamSso) => domain!;

describe('a domain', () => {
  it('waits for its record, which has a value of its own', () => {
    expect(only(named)).toEqual({ name: 'acme.test', value: record, addedAt: start });
    expect([stateOf(only(named)), claimsOf(named), isVerified(named, 'acme.test')]).toEqual([
      'waiting',
      [],
      false,
    ]);
    expect(addDomain(named, 'acme.test', 'another', later(1))).toBe(named);
  });

  it('is verified by its record, and by no other', () => {
    expect(stateOf(only(verified))).toBe('verified');
    expect(claimsOf(verified)).toEqual(['acme.test']);
    expect(isVerified(verified, 'acme.test')).toBe(true);
    for (const name of ['acme.test.evil.io', 'mail.acme.test', 'evil-acme.test', ''])
      expect(isVerified(verified, name)).toBe(false);
    const other = withRecords(named, 'acme.test', [`${record}x`, ` ${record}`, 'wv-verify='], start);
    expect(stateOf(only(other))).toBe('waiting');
    expect(only(other).found).toBe(`${record}x`);
    expect(only(withRecords(other, 'acme.test', [], start)).found).toBeUndefined();
  });

  it('is lost when its record is missing on three days in a row, and back when it is there', () => {
    let sso = verified;
    for (let days = 1; days <= 3; days += 1) {
      expect(stateOf(only(sso))).toBe('verified');
      // Looking again by hand on the same day changes nothing.
      for (const hour of [0, 1])
        sso = withRecords(sso, 'acme.test', [], later(days * day + hour * 3_600_000));
    }
    expect(stateOf(only(sso))).toBe('lost');
    expect(isVerified(sso, 'acme.test')).toBe(false);
    expect(claimsOf(sso)).toEqual(['acme.test']);
    expect(stateOf(only(withRecords(sso, 'acme.test', [record], later(5 * day))))).toBe('verified');
    expect(loseDomain(sso, 'acme.test').domains).toEqual([]);
  });

  it('is looked at every ten minutes for a week, and then once a day', () => {
    expect(nextCheckOf(only(named))).toEqual(start);
    expect(nextCheckOf(only(withRecords(named, 'acme.test', [], start)))).toEqual(minutes(10));
    expect(nextCheckOf(only(withRecords(named, 'acme.test', [], later(7 * day))))).toBeUndefined();
    expect(nextCheckOf(only(verified))).toEqual(later(day));
    const two = addDomain(verified, 'new.test', 'b', minutes(5));
    expect(nextWorkOf(two, minutes(5))).toEqual(minutes(5));
    expect(nextWorkOf(noSso, start)).toBeUndefined();
  });

  it('is one of five, and stays while people must sign in with its addresses', () => {
    let sso = noSso;
    for (const name of ['a', 'b', 'c', 'd', 'e']) sso = addDomain(sso, `${name}.test`, name, start);
    expect(() => addDomain(sso, 'f.test', 'f', start)).toThrow('at most 5 domains');
    expect(removeDomain(sso, 'a.test').domains).toHaveLength(4);
    const requirement = { since: start, emergencyOwner: 'ann', isEnforced: true };
    expect(() => removeDomain({ ...verified, requirement }, 'acme.test')).toThrow(
      'Turn the requirement off first.',
    );
    expect(removeDomain({ ...named, requirement }, 'acme.test').domains).toEqual([]);
  });
});

describe('a provider', () => {
  const provider: TeamProvider = {
    ...{ issuer: 'https://id.test', clientId: 'a', sealedSecret: 's', secretSetAt: start },
    ...{ algorithms: ['RS256'], keyCount: 1, hasBackChannel: false },
  };
  const checks = [{ what: 'answer' as const, is_ok: true, text: '' }];
  const whole: TeamSso = {
    ...verified,
    provider,
    test: { at: start, by: 'ann', checks },
    requirement: { since: start, emergencyOwner: 'ann', isEnforced: true },
  };

  it('keeps its test and the requirement with another secret, and loses both as another one', () => {
    expect(withProvider(whole, { ...provider, sealedSecret: 't' })).toMatchObject({
      test: whole.test,
      requirement: whole.requirement,
    });
    for (const other of [{ issuer: 'https://other.test' }, { clientId: 'b' }]) {
      const { test, requirement } = withProvider(whole, { ...provider, ...other });
      expect([test, requirement]).toEqual([undefined, undefined]);
    }
    expect(withoutProvider(whole)).toEqual(verified);
  });

  it('can be required when it was tested, and an owner has come through it', () => {
    const { test: _, ...untested } = whole;
    const failed = { at: start, by: 'ann', checks: [{ ...checks[0]!, is_ok: false }] };
    expect(
      [noSso, named, verified, untested, { ...whole, test: failed }].map((sso) => obstacleOf(sso, true)),
    ).toEqual([
      'Verify a domain first.',
      'Verify a domain first.',
      'Set a provider first.',
      'Test the sign-in first.',
      'Test the sign-in first.',
    ]);
    expect(obstacleOf(whole, false)).toBe('Sign in through it once to require it.');
    expect(obstacleOf(whole, true)).toBe('');
    // Sessions of some providers last eight hours.
    expect(isPassed({ ...failed, checks: [{ what: 'removal', is_ok: false, text: '' }] })).toBe(true);
  });

  it('has work to do at once when it becomes required', () => {
    const requirement = { since: start, emergencyOwner: 'ann', isEnforced: false };
    expect(nextWorkOf({ ...verified, requirement }, minutes(3))).toEqual(minutes(3));
  });

  it('has another emergency owner when the account of the first is gone', () => {
    const members = [
      { userId: 'cy', role: 'admin' as const, since: start },
      { userId: 'bo', role: 'owner' as const, since: start },
    ];
    expect(withEmergencyOwner(whole, members).requirement?.emergencyOwner).toBe('bo');
    expect(withEmergencyOwner(verified, members)).toBe(verified);
  });
});

describe('the role of a person', () => {
  const groups = [
    { name: 'Marketing', role: 'editor' as const },
    { name: 'Leads', role: 'admin' as const },
    { name: 'All', role: 'viewer' as const },
  ];

  it.each([
    [['All', 'Marketing'], 'viewer' as const, 'editor'],
    [['Leads', 'Marketing', 'All'], 'viewer' as const, 'admin'],
    [['leads', ' Leads'], 'reviewer' as const, 'reviewer'],
    [['Other'], 'invited' as const, undefined],
    [[], 'viewer' as const, 'viewer'],
  ])('with the groups %j and "%s" for others is %s', (given, newPeople, role) => {
    expect(roleOf({ groups, newPeople }, given)).toBe(role);
  });
});

it('keeps the name of the claim with the groups only where it is another one than usual', () => {
  const people: Parameters<typeof withPeople>[1] = {
    newPeople: 'viewer',
    groups: [],
    trustsAddresses: false,
  };
  const usual = withPeople(noSso, people);
  expect(usual).not.toHaveProperty('groupsClaim');
  expect(withPeople(usual, { ...people, groupsClaim: 'groups' })).toBe(usual);
  const other = withPeople(usual, { ...people, groupsClaim: 'roles' });
  expect(other.groupsClaim).toBe('roles');
  expect(withPeople(other, { ...people, groupsClaim: 'roles' })).toBe(other);
  expect(withPeople(other, people)).toEqual(usual);
});
