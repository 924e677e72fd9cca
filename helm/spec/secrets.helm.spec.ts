import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { serviceNames } from '../../libs/contracts/src/index.ts';
import { playbackConfig, playbackKeysOf } from '../../libs/integrations/src/video-host/playback-keys.ts';
import { productCases } from './cases.ts';
import { ofKind, runningIn, secretsOf } from './objects.ts';
import { rendered } from './renders.ts';
import { read, root } from './root.ts';

const guide = read('helm/webinar-vault/README.md');
const script = read('helm/webinar-vault/make-secret.sh');
/** The keys in the README's table, `| `key` | … |`, where SERVICE is replaced by the name of each service. */
const documented = [...guide.matchAll(/^\| `([A-Za-z.-]+)` +\| /gm)].map(([, key = '']) => key);
const services = [...serviceNames, 'migrate', 'video-engine'];
const known = documented.flatMap((key) =>
  key.includes('SERVICE') ? services.map((service) => key.replace('SERVICE', service)) : [key],
);

test('every key of the Secret that a pod reads is documented', () => {
  const keys = productCases
    .flatMap(({ name }) => runningIn(rendered(name)).flatMap(({ spec }) => secretsOf(spec.template.spec)))
    .filter(({ secret }) => secret === 'vault')
    .map(({ key }) => key);
  expect(new Set(keys).size).toBeGreaterThan(15);
  expect([...new Set(keys)].filter((key) => !known.includes(key))).toEqual([]);
});

test('every key that the operators read is documented, and the script makes all keys of a minimal installation', () => {
  const text = JSON.stringify(['infra-scram', 'infra-tenant'].map(rendered));
  const keys = [...text.matchAll(/"name":"vault","key":"([a-z-]+)"/g)].map(([, key = '']) => key);
  expect(new Set(keys).size).toBe(18);
  expect(keys.filter((key) => !known.includes(key))).toEqual([]);
  const needed = runningIn(rendered('minimal')).flatMap(({ spec }) => secretsOf(spec.template.spec));
  const made = [
    ...script.matchAll(/^ *(?:put|given) ([a-z-]+|"\$\{?service\}?-(?:mongo|kafka)-password")/gm),
  ].map(([, key = '']) => key);
  const all = made.flatMap((key) =>
    key.startsWith('"') ? services.map((service) => `${service}${key.slice(key.indexOf('-'), -1)}`) : [key],
  );
  expect(needed.map(({ key }) => key).filter((key) => !all.includes(key))).toEqual([]);
});

test('the script makes the key that signs playback, and takes a given one in PEM', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keysWith = (env: Readonly<Record<string, string>>) => {
    const path = join(root, 'helm/webinar-vault/make-secret.sh');
    const text = execFileSync('sh', [path, 'vault'], { env: { ...process.env, ...env }, encoding: 'utf8' });
    const { stringData } = parse(text) as { stringData: Record<string, string> };
    return playbackKeysOf(
      playbackConfig.parse({
        PLAYBACK: 'signed',
        MUX_SIGNING_KEY: stringData['mux-signing-key'],
        MUX_PRIVATE_KEY: stringData['mux-private-key'],
      }),
    );
  };
  expect(keysWith({})[0]?.id).toMatch(/^[0-9a-f]{48}$/);
  const [given] = keysWith({ MUX_SIGNING_KEY: 'moved-key', MUX_PRIVATE_KEY: pem });
  expect(given?.id).toBe('moved-key');
  expect(createPrivateKey(given?.privateKey ?? '').equals(privateKey)).toBe(true);
});

test('a render is the same everywhere: it does not use the cluster, the time or random values', () => {
  for (const file of globSync('helm/webinar-vault*/templates/**/*.{tpl,yaml,txt}', { cwd: root })) {
    const code = (read(file).match(/\{\{(?!-? *\/\*)[^]*?\}\}/g) ?? []).join('\n');
    const found = code.match(
      /\b(lookup|rand[A-Z]\w*|gen[A-Z]\w*|uuidv4|now|derivePassword|htpasswd)\b|\.Capabilities/g,
    );
    expect([file, found]).toEqual([file, null]);
  }
  for (const { name } of productCases) expect(ofKind(rendered(name), 'Secret')).toEqual([]);
});
