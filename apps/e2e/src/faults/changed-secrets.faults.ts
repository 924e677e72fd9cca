import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { MountedSecret } from '../../../../libs/base/src/testing/mounted-secret.ts';
import { TestAuthority } from '../../../../libs/base/src/testing/test-certificates.ts';
import type { Api } from '../testing/api/api.ts';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import type { Product } from '../testing/product/product.ts';
import { registerWithRetry, uploadWithRetry } from '../testing/api/send-with-retry.ts';
import { startMicroservices } from '../testing/product/start-microservices.ts';
import { briefTalk } from '../testing/api/talk.ts';
import { Load } from './replica-churn/load.ts';
import { TwoGateways } from './replica-churn/two-gateways.ts';

const services = ['gateway', 'auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'] as const;
const replicas = { gateway: 2, auth: 2, upload: 2 };
const processes = [...services, 'gateway-2', 'auth-2', 'upload-2', 'video-engine'];
const withSecrets = [...services, 'video-engine'] as const;

const keyOf = (kid: string) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
};

/** The files of the secrets of each service, replaced while people use the product. */
describe('secrets change under load', () => {
  const [first, next] = [new TestAuthority('First'), new TestAuthority('Next')];
  const [old, fresh] = [keyOf('old'), keyOf('fresh')];
  const mounted = new Map<string, MountedSecret>();
  let product: Product;
  let api: Api;
  let apis: readonly Api[];
  let id: string;

  before(async () => {
    for (const name of withSecrets)
      mounted.set(name, new MountedSecret(filesOf(name, first, first.ca, [old], 'old')));
    product = await startMicroservices({
      replicas,
      env: { LOG_LEVEL: 'info' },
      envOf: Object.fromEntries(withSecrets.map((name) => [name, environmentOf(name)])),
    });
    api = product.api();
    await registerWithRetry(api);
    apis = product.origins.map((origin) => Object.assign(product.api(origin), { user: api.user }));
    id = await uploadWithRetry(api, briefTalk(), 'Title 0');
    await api.untilReady(id);
  });
  after(async () => {
    await product.end();
    for (const secret of mounted.values()) secret.remove();
  });

  const both = `${first.ca}${next.ca}`;
  const steps: readonly [what: string, TestAuthority, ca: string, keys: object[], engine: string][] = [
    ['certificates are renewed, a second engine secret is accepted', first, first.ca, [old], 'old,fresh'],
    [
      'a second authority and key are accepted, the second secret is used',
      first,
      both,
      [fresh, old],
      'fresh,old',
    ],
    ['the second authority and key sign, the first secret is refused', next, both, [old, fresh], 'fresh'],
    ['the first authority is no longer accepted', next, next.ca, [old, fresh], 'fresh,next'],
  ];
  for (const [what, authority, ca, keys, engine] of steps)
    it(`${what}: no request fails, also on new connections`, async () => {
      const gateways = new TwoGateways(apis);
      const load = new Load(gateways, id);
      try {
        const marks = processes.map((name) => product.process(name).log.mark());
        for (const name of withSecrets)
          mounted.get(name)!.replace(filesOf(name, authority, ca, keys, engine));
        await Promise.all(
          processes.map((name, index) =>
            product.process(name).log.untilLine(/secrets were read again/, marks[index]),
          ),
        );
        // All connections to and from these replicas are new.
        for (const name of ['auth-2', 'upload-2', 'gateway-2']) {
          await product.process(name).stop();
          await product.process(name).start();
        }
        // Calls of the video host and its webhooks.
        await api.untilReady(await uploadWithRetry(api, briefTalk(), what));
      } finally {
        await load.stop();
      }
      assert.deepEqual(gateways.failures, []);
      assert.ok(gateways.answered > 0);
    });

  it('sessions of the first key are valid, and the second key signs', async () => {
    assert.equal(kidOf(api.user!.token), 'old');
    const body = { email: api.user!.email, password: 'analytical engine' };
    const { json } = await api.send('POST', '/api/auth/login', { body });
    assert.equal(kidOf((json!.data as { token: string }).token), 'fresh');
  });

  it('no service was refused, and none refused its files', () => {
    for (const name of processes)
      assert.doesNotMatch(
        product.process(name).log.text(),
        /a call is refused|changed secrets are not usable|"problem":"status 401"/,
      );
  });

  it('leaves the stores consistent', () => assertConsistent(product));

  /** @param engine the secrets of the video engine */
  function filesOf(service: string, authority: TestAuthority, ca: string, keys: object[], engine: string) {
    const { cert, key } = authority.issue({ names: [service] });
    const own = { 'tls.crt': cert, 'tls.key': key, 'ca.crt': ca, 'jwt-keys': JSON.stringify(keys) };
    return { ...own, token: engine, webhook: engine };
  }

  function environmentOf(service: string): Record<string, string> {
    const secret = mounted.get(service)!;
    return {
      MUX_TOKEN_SECRET: '',
      MUX_TOKEN_SECRET_FILE: secret.path('token'),
      MUX_WEBHOOK_SECRET: '',
      MUX_WEBHOOK_SECRET_FILE: secret.path('webhook'),
      RPC_TLS_CERT_FILE: secret.path('tls.crt'),
      RPC_TLS_KEY_FILE: secret.path('tls.key'),
      RPC_TLS_CA_FILE: secret.path('ca.crt'),
      JWT_KEYS: '',
      JWT_KEYS_FILE: secret.path('jwt-keys'),
    };
  }
});

function kidOf(token: string): unknown {
  const [header = ''] = token.split('.');
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: unknown }).kid;
}
