import { generateKeyPairSync } from 'node:crypto';
import { Seals } from './seals.ts';
import { createSigningKey, type SigningKey } from './signing-key.ts';

function newKey(id: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return createSigningKey(id, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string);
}

function sealsWith(...keys: SigningKey[]): Seals {
  return new Seals({
    newest: keys.at(-1)!,
    find: (id: string) => keys.find((key) => key.id === id),
  } as never);
}

const [first, second] = [newKey('first'), newKey('second')];
const place = 'workspace_streams ada';

test('a sealed secret is opened only in its place, and never shows', () => {
  const seals = sealsWith(first);
  const sealed = seals.seal('the sécret', place);
  expect(sealed).not.toContain('cret');
  expect(seals.seal('the sécret', place)).not.toBe(sealed);
  expect(seals.open(sealed, place)).toBe('the sécret');
  expect(seals.open(sealed, 'workspace_streams eve')).toBeUndefined();
});

test('a key that is no longer the newest opens, and asks to seal again', () => {
  const sealed = sealsWith(first).seal('secret', place);
  const later = sealsWith(first, second);
  expect([later.open(sealed, place), later.isCurrent(sealed)]).toEqual(['secret', false]);
  const again = later.seal('secret', place);
  expect([later.isCurrent(again), sealsWith(second).open(again, place)]).toEqual([true, 'secret']);
  expect(sealsWith(second).open(sealed, place)).toBeUndefined();
});

test.each([
  ['nothing', () => ''],
  ['another form', (sealed: string) => sealed.replace('v1', 'v2')],
  ['an unknown key', (sealed: string) => sealed.replace('first', 'third')],
  ['a shorter text', (sealed: string) => sealed.slice(0, 20)],
  ['a changed text', (sealed: string) => sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA')],
])('%s is not opened', (_what, change) => {
  const seals = sealsWith(first);
  expect(seals.open(change(seals.seal('secret', place)), place)).toBeUndefined();
});
