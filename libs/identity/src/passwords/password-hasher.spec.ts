import { AppError } from '@vault/base';
import { PasswordHasher } from './password-hasher.ts';

const busy = 'Too many people are signing in right now.';

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher();
  beforeAll(() => hasher.onModuleInit());

  it('uses argon2id with the specified cost and a new salt each time', async () => {
    const [first, second] = await Promise.all([
      hasher.hash('Pass word 1', 'ada'),
      hasher.hash('Pass word 1', 'ada'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it('matches only the right password', async () => {
    const hash = await hasher.hash('Zoë’s talk', 'ada');
    expect(await hasher.matches('Zoë’s talk', hash, 'ada')).toBe(true);
    expect(await hasher.matches('Zoë’s talk'.normalize('NFD'), hash, 'ada')).toBe(true);
    expect(await hasher.matches('zoë’s talk', hash, 'ada')).toBe(false);
    expect(await hasher.matches('', hash, 'ada')).toBe(false);
  });

  it('matches nothing when there is no account', async () => {
    expect(await hasher.matches('anything', undefined, 'ada')).toBe(false);
  });

  it('refuses at once what is more than the share of an owner, while others sign in', async () => {
    const tries = Array.from({ length: 80 }, () => hasher.matches('x', undefined, 'ada'));
    expect(() => hasher.assertRoom('ada')).toThrow(busy);
    hasher.assertRoom('ben');
    expect(await hasher.matches('x', undefined, 'ben')).toBe(false);
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(28);
    expect(refused.every(({ reason }) => reason instanceof AppError && reason.code === 'unavailable')).toBe(
      true,
    );
    expect(await hasher.matches('x', undefined, 'ada')).toBe(false);
  });
});
