import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from './cases.ts';
import { generatedTexts } from './generated.ts';
import { lint, render } from './helm.ts';
import { objectsIn, runningIn, secretsOf } from './objects.ts';
import { root } from './root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const product = (more: object, file = 'k8s/values.yaml') => render('webinar-vault', [file], more);
const infra = (more: object) => render('webinar-vault-infra', ['helm/spec/cases/infra-scram.yaml'], more);

test('the Kafka ACLs, the dashboard and the guide are up to date (else run `npm run generate:helm`)', async () => {
  const files = await generatedTexts();
  expect(files).toHaveLength(3);
  for (const { path, text } of files) expect([path, read(path)]).toEqual([path, text]);
});

test.each(cases)('the linter finds nothing in $name', async ({ chart, valuesFile }) => {
  await lint(chart, valuesFile);
});

test('the lines of templates have at most 160 characters', () => {
  const templates = globSync('helm/*/templates/**/*.{yaml,tpl,txt}', { cwd: root });
  expect(templates.length).toBeGreaterThan(20);
  const long = templates.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => line.length > 160)
      .map((line) => `${path}: ${line}`),
  );
  expect(long).toEqual([]);
});

/** Values that cannot work. Each case has several problems, because each needs one render, which is slow. */
const wrong: readonly [string, object, readonly string[]][] = [
  [
    'no values',
    {
      publicUrl: '',
      existingSecret: '',
      image: { registry: '' },
      kafka: { brokers: '', auth: { enabled: true } },
    },
    [
      'publicUrl must be set',
      'image.registry must be set, or that of each service and of migrate',
      'kafka.brokers must be set',
      'existingSecret, or rpc.existingSecret, must name the Secret with rpc-secret',
      'existingSecret, or sessions.existingSecret, must name the Secret with jwt-keys',
      'existingSecret, or videoHost.existingSecret, must name the Secret with mux-token-id',
      'existingSecret, or mongodb.existingSecret, must name the Secret with mongo-url',
      'mongodb.accounts.clip.secret, must name the Secret with clip-mongo-password',
      'mongodb.accounts.migrate.secret, must name the Secret with mongo-admin-url',
      'kafka.auth.accounts.auth.secret, must name the Secret with auth-kafka-password',
      'kafka.auth.accounts.migrate.secret, must name the Secret with migrate-kafka-password',
    ],
  ],
  [
    'features with missing values',
    {
      existingSecret: '',
      mongodb: { url: 'mongodb://a:b@c:1/', tls: { enabled: true } },
      languageModel: { enabled: true },
      mail: { enabled: true },
      staff: { email: 'a@b' },
      gatewayApi: { enabled: true },
      metrics: { enabled: false, rules: { enabled: true } },
      media: { bucket: { endpoint: 'https://s3.example.com', separateWork: true, delivery: 'redirect' } },
      operations: { moveMedia: { enabled: true } },
    },
    [
      'mongodb.url must not contain an account',
      'mongodb.tls.caSecret must be set',
      'existingSecret, or languageModel.existingSecret, must name the Secret with openai-api-key',
      'existingSecret, or mail.existingSecret, must name the Secret with smtp-url',
      'existingSecret, or staff.existingSecret, must name the Secret with admin-password',
      'mail.from must be set',
      'gatewayApi.parentRefs must name a Gateway',
      'metrics.rules.runbookUrl must be set',
      'metrics.enabled must be true when metrics.serviceMonitor, rules or dashboards are enabled',
      'media.bucket.name must be set when media.bucket.separateWork is true',
      'media.bucket.name must be set when media.bucket.endpoint is',
      'media.bucket.name must be set when media.bucket.delivery is redirect',
      'media.bucket.origin must be set when media.bucket.delivery is redirect',
      'operations.moveMedia.enabled must be false without media.bucket.name',
    ],
  ],
  [
    'certificates and tokens that nobody uses',
    {
      kafka: {
        tls: { caSecret: 'ca', client: { enabled: true } },
        auth: { enabled: true, mechanism: 'oauthbearer' },
      },
      mongodb: { tls: { client: { enabled: true } } },
      migrate: { hook: 'helm' },
    },
    [
      'mongodb.tls.enabled must be true when mongodb.tls.client.enabled is',
      'mongodb.accounts.upload.subject must be the subject of its certificate, such as CN=upload',
      'kafka.tls.enabled must be true when kafka.tls.client.enabled is',
      'kafka.tls.enabled must be true when kafka.tls.caSecret is set',
      'must have either audience or tokenUrl',
      'migrate.hook must be none or argocd',
    ],
  ],
  [
    'tokens of Kubernetes with KEDA, and a move without the claim that it reads',
    {
      kafka: { auth: { enabled: true, mechanism: 'oauthbearer', oauth: { audience: 'kafka' } } },
      defaults: { autoscaling: { type: 'keda' } },
      operations: { move: { enabled: true }, repair: { enabled: true } },
    },
    [
      'services.upload.autoscaling.type must not be keda with kafka.auth.oauth.audience',
      'operations.move.fromClaim must name the volume claim of the one process',
      'operations.repair, operations.move and operations.moveMedia cannot run together',
    ],
  ],
  [
    'a bucket without its Secret, and a move of a volume that is not there',
    {
      existingSecret: '',
      media: {
        bucket: {
          name: 'webinars',
          delivery: 'redirect',
          origin: 'https://a.example.com',
          publicEndpoint: 'http://a.example.com',
        },
      },
      services: { 'video-engine-media': { replicas: 3 } },
      videoHost: { kind: 'mux' },
      speechServer: { enabled: true },
      operations: { move: { enabled: true } },
    },
    [
      'media.bucket.origin and media.bucket.publicEndpoint must have the same scheme',
      'media.bucket.separateWork must be true when services.video-engine-media',
      'speechServer.enabled must be false with videoHost.kind mux',
      'operations.move.enabled must be false with videoHost.kind mux or media.bucket.name',
    ],
  ],
  [
    'services that cannot run with these values',
    {
      searchMemoryMib: 577,
      services: {
        'video-engine': { replicas: 2, autoscaling: { type: 'hpa' } },
        auth: { autoscaling: { type: 'hpa', minReplicas: 14, maxReplicas: 13 } },
        clip: { replicas: 13, resources: { limits: { cpu: '0.05' } }, service: { type: 'NodePort' } },
        upload: { resources: { requests: { memory: '1.5Gi' } }, maxUnavailable: 2 },
        portal: { extraEnv: [{ name: 'PORT', value: '80' }] },
      },
    },
    [
      'services.video-engine.replicas must be 1',
      'services.video-engine.autoscaling.type must be none',
      'services.auth.autoscaling.minReplicas must not be greater than maxReplicas',
      'services.auth.autoscaling.maxReplicas must be at most 12',
      'services.clip.replicas must be at most 12',
      'services.clip.resources.requests.cpu must not be greater than its limit, 0.05',
      'services.clip.service.type must be ClusterIP',
      'services.upload.resources.requests.memory must not be greater than its limit',
      'services.upload.maxUnavailable must be less than its 2 replicas',
      'services.portal must not set PORT',
      'services.search.resources.limits.memory leaves 576 MiB',
    ],
  ],
  [
    'fields that the schema does not have, and values that have not their form',
    {
      deploymentMode: 'both',
      publicUrl: 'vault.example.com',
      mediaUrl: 'https://media.example.com',
      tenant: 'a-',
      image: { registry: 'https://registry.example.com/', tag: 'sha256:0123', pullSecrets: ['Not a name'] },
      kafka: { broker: 'a:1', brokers: 'kafka', auth: { accounts: { auth: { key: 'a key' }, billing: {} } } },
      media: { uploadOrigins: ['https://a.example.com/path'], bucket: { name: 'Webinars', prefix: 'blue' } },
      metrics: { port: 5000 },
      networkPolicy: { publicFrom: [{ foo: 1 }] },
      services: {
        billing: {},
        auth: { replicas: 'two', needs: [], kind: 'Pod', resources: { limits: { memory: 'lots' } } },
        clip: { image: { digest: 'latest' }, extraVolumes: [{ name: 'tmp' }] },
      },
    },
    [
      "at '/deploymentMode'",
      "at '/publicUrl'",
      "at '/mediaUrl'",
      "at '/tenant'",
      "at '/image/registry'",
      "at '/image/tag'",
      "at '/image/pullSecrets/0'",
      "at '/kafka': additional properties 'broker' not allowed",
      "at '/kafka/brokers'",
      "at '/kafka/auth/accounts/auth/key'",
      "at '/kafka/auth/accounts': additional properties 'billing' not allowed",
      "at '/media/uploadOrigins/0'",
      "at '/media/bucket/name'",
      "at '/media/bucket/prefix'",
      "at '/metrics/port'",
      "at '/networkPolicy/publicFrom/0': additional properties 'foo' not allowed",
      "at '/services': additional properties 'billing' not allowed",
      "at '/services/auth/replicas'",
      "at '/services/auth': additional properties",
      "at '/services/auth/resources/limits/memory'",
      "at '/services/clip/image/digest'",
      "at '/services/clip/extraVolumes/0/name'",
    ],
  ],
];

test.each(wrong)('the chart refuses %s, at their paths', async (_, more, sentences) => {
  const refused = await product(more).catch(String);
  for (const sentence of sentences) expect(refused).toContain(sentence);
});

test('all in one refuses what it cannot do', async () => {
  const more = {
    existingSecret: '',
    videoHost: { kind: 'mux' },
    media: { bucket: { name: 'webinars' } },
    searchMemoryMib: 1076,
  };
  const refused = await product(more, 'helm/spec/cases/all-in-one.yaml').catch(String);
  for (const sentence of [
    'videoHost.kind must be engine with deploymentMode all-in-one',
    'must name the Secret with media-access-key-id',
    'services.all-in-one.resources.limits.memory leaves 1075 MiB',
  ])
    expect(refused).toContain(sentence);
});

test('the chart refuses each value of an earlier version, and says what to use instead', async () => {
  const table = read('helm/webinar-vault/files/removed-values.yaml').matchAll(/^([a-zA-Z.*]+): (.+)$/gm);
  const paths = [...table].map(([, path = '']) => path.replace('*', 'auth'));
  expect(paths.length).toBeGreaterThan(35);
  const values = {};
  for (const path of paths) {
    const names = path.split('.');
    let at: Record<string, object | string> = values;
    for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Record<string, object | string>;
    at[names.at(-1)!] = path === 'defaults.image' ? {} : 'old';
  }
  const refused = await product(values).catch(String);
  for (const path of paths)
    expect(refused).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')} is gone: \\w`, 'm'));
});

test('a service is stopped with 0 replicas, and one that is null has its defaults', async () => {
  const objects = objectsIn(await product({ defaults: { replicas: 0 }, services: { clip: null } }));
  const replicas = runningIn(objects).flatMap(({ spec }) => spec.replicas ?? []);
  expect(replicas).toEqual(Array.from({ length: 9 }, () => 0));
  expect(objects.filter(({ kind }) => kind === 'PodDisruptionBudget')).toEqual([]);
});

test('registries of each service are enough', async () => {
  const image = { registry: 'mirror.example.com' };
  const names = [
    'gateway',
    'auth',
    'upload',
    'chaptering',
    'search',
    'clip',
    'portal',
    'admin',
    'video-engine',
  ];
  const services = Object.fromEntries(names.map((name) => [name, { image }] as const));
  const own = { image: { registry: '' }, services };
  await expect(product(own)).rejects.toThrow('image.registry must be set, or that of each service');
  expect(await product({ ...own, migrate: { image } })).toContain('mirror.example.com/webinar-vault/migrate');
});

test('a Secret for each service is enough for MongoDB, and none of them is empty', async () => {
  const names = ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin', 'migrate'];
  const accounts = Object.fromEntries(names.map((name) => [name, { secret: `${name}-mongo` }]));
  const parts = { existingSecret: 'parts' };
  const text = await product({
    existingSecret: '',
    mongodb: { url: 'mongodb://mongo:27017/?replicaSet=rs0', accounts },
    rpc: parts,
    sessions: parts,
    videoHost: parts,
  });
  const secrets = runningIn(objectsIn(text)).flatMap(({ spec }) => secretsOf(spec.template.spec));
  const found = [...new Set(secrets.map(({ secret }) => secret))].sort();
  expect(found).toEqual([...names.map((name) => `${name}-mongo`), 'parts'].sort());
});

test('only services that read topics have at most as many replicas as partitions', async () => {
  const scaled = { autoscaling: { type: 'hpa', maxReplicas: 900 } };
  expect(await product({ services: { gateway: scaled } })).toContain('maxReplicas: 900');
  expect(await product({ services: { gateway: { replicas: 500 } } })).toContain('replicas: 500');
});

test('the infra chart refuses even member counts, missing passwords and values of earlier versions', async () => {
  const refused = await infra({
    existingSecret: '',
    kafka: { replicationFactor: 4, pools: { controller: { replicas: 2 } } },
    mongodb: { members: 2, operator: 'mck', version: '8.0.17' },
    certificates: { enabled: true },
  }).catch(String);
  for (const sentence of [
    'existingSecret must name the Secret',
    'kafka.replicationFactor must not be greater than',
    'an odd number of controllers',
    'mongodb.members must be odd',
    'mongodb.operator is gone',
    'mongodb.version is gone',
    'certificates is gone',
  ])
    expect(refused).toContain(sentence);
});

test('Grafana finds the dashboard in a ConfigMap', async () => {
  const text = await product({ metrics: { enabled: true, dashboards: { enabled: true } } });
  const [found] = objectsIn(text).filter(({ metadata }) => metadata.name === 'vault-dashboard');
  expect(found!.metadata.labels['grafana_dashboard']).toBe('1');
  expect(found!.data!['webinar-vault.json']).toBe(
    read('helm/webinar-vault/files/dashboards/webinar-vault.json'),
  );
});

test('tokens of an endpoint reach services, the migrate job, KEDA and the network policies', async () => {
  const text = await product({
    kafka: {
      tls: { enabled: true, client: { enabled: true } },
      auth: {
        enabled: true,
        mechanism: 'oauthbearer',
        oauth: { tokenUrl: 'https://id.example.com:8443/token' },
      },
    },
    defaults: { autoscaling: { type: 'keda' } },
    services: { 'video-engine': { autoscaling: { type: 'none' } } },
  });
  const count = (part: string) => text.split(part).length - 1;
  expect(count('port: 8443')).toBe(10);
  expect(text).toContain('KAFKA_OAUTH_CLIENT_ID: "upload"');
  expect(text).toContain('name: KAFKA_OAUTH_CLIENT_ID, value: "migrate"');
  expect(text).toContain('KAFKA_OAUTH_CLIENT_SECRET_FILE: "/run/secrets/vault/kafka-password"');
  expect(text).toContain(
    'parameter: oauthTokenEndpointUri, name: KAFKA_OAUTH_TOKEN_URL, containerName: upload',
  );
  expect(text).toContain('{ parameter: cert, name: upload, key: "user.crt" }');
  expect(text).not.toContain('KAFKA_USERNAME');
});

test('false, 0 and large numbers reach the objects, and a parent chart may pass its own values', async () => {
  const text = await product({
    global: { storageClass: 'fast' },
    trustProxies: 0,
    confirmExecutive: false,
    signInRate: 10_000_000,
    languageModel: { enabled: true, timeoutMs: 600_000, callsPerDay: 1_000_000 },
  });
  for (const [variable, value] of [
    ['TRUST_PROXY', '0'],
    ['CONFIRM_EXECUTIVE', 'false'],
    ['SIGN_IN_RATE', '10000000'],
    ['OPENAI_TIMEOUT_MS', '600000'],
    ['MODEL_CALLS_PER_DAY', '1000000'],
  ])
    expect(text).toContain(`${variable}: "${value}"`);
});
