import { generateKeyPairSync } from 'node:crypto';
import { createLogger } from '@vault/base';
import { MountedSecret, until } from '@vault/base/testing';
import { newPerson, startAuth } from '../testing/auth-under-test.ts';

const keyOf = (kid: string) => ({
  kid,
  pem: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
});
const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

test('signing keys whose file is replaced under load refuse no session and no sign-in', async () => {
  const [old, fresh] = [keyOf('old'), keyOf('fresh')];
  const secret = new MountedSecret({ 'jwt-keys': JSON.stringify([old]) });
  let log = '';
  const auth = await startAuth({
    env: { JWT_KEYS_FILE: secret.path('jwt-keys') },
    logger: createLogger({ level: 'info', destination: { write: (line) => void (log += line) } }),
    secretsEveryMs: 20,
  });
  try {
    const person = newPerson();
    const { token } = await auth.client.register(person);
    let [checks, isEnding] = [0, false];
    const failures: unknown[] = [];
    const signers = new Set<string>();
    const load = async (call: () => Promise<void>) => {
      while (!isEnding) await call().catch((error: unknown) => failures.push(error));
    };
    const loops = [
      load(async () => {
        await auth.client.verifySession({ token });
        checks += 1;
      }),
      load(async () => {
        const { token: newer } = await auth.client.login(person);
        await auth.client.verifySession({ token: newer });
        signers.add(kidOf(newer));
      }),
    ];
    const steps = [
      [fresh, old],
      [old, fresh],
    ];
    await until(() => signers.has('old'));
    for (const [step, keys] of steps.entries()) {
      secret.replace({ 'jwt-keys': JSON.stringify(keys) });
      await until(() => log.split('secrets were read again').length - 1 > step);
      const before = checks;
      await until(() => checks > before + 20);
    }
    await until(() => signers.has('fresh'));
    isEnding = true;
    await Promise.all(loops);
    expect(failures).toEqual([]);
    expect(kidOf(token)).toBe('old');
    expect([...signers].sort()).toEqual(['fresh', 'old']);
  } finally {
    await auth.stop();
    secret.remove();
  }
}, 120_000);
