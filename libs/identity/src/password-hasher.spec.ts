import { AppError } from '@vault/base';
import { PasswordHasher } from './password-hasher.ts';

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher();
  beforeAll(() => hasher.onModuleInit());

  it('uses argon2id with the specified cost and a new salt each time', async () => {
    const [first, second] = await Promise.all([hasher.hash('Pass word 1'), hasher.hash('Pass word 1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it('matches only the right password', async () => {
    const hash = await hasher.hash('Zoë’s talk');
    expect(await hasher.matches('Zoë’s talk', hash)).toBe(true);
    expect(await hasher.matches('Zoë’s talk'.normalize('NFD'), hash)).toBe(true);
    expect(await hasher.matches('zoë’s talk', hash)).toBe(false);
    expect(await hasher.matches('', hash)).toBe(false);
  });

  it('matches nothing when there is no account', async () => {
    expect(await hasher.matches('anything', undefined)).toBe(false);
  });

  it('refuses calls at once when the queue is full, and works again afterwards', async () => {
    const tries = Array.from({ length: 230 }, () => hasher.matches('x', undefined));
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(28);
    expect(refused.every(({ reason }) => reason instanceof AppError && reason.code === 'unavailable')).toBe(
      true,
    );
    expect(await hasher.matches('x', undefined)).toBe(false);
  });
});
