import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from './cases.ts';
import { generatedTexts } from './generated.ts';
import { lint, render } from './helm.ts';
import { objectsIn, runningIn, secretsOf } from './objects.ts';
import { root } from './root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const product = (more: object, file = 'k8s/values.yaml') => render('webinar-vault', [file], more);
const infra = (more: object) => render('webinar-vault-infra', ['helm/spec/cases/infra-mck.yaml'], more);

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

/** What a service is belongs to the code of the chart. */
const ofCode = {
  needs: [],
  calls: [],
  consumes: [],
  modes: [],
  answersCalls: true,
  isPublic: true,
  kind: 'Pod',
};

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
      'image.registry must be set: the images are published nowhere',
      'kafka.brokers must be set',
      'existingSecret, or rpc.existingSecret, must name the Secret',
      'existingSecret, or sessions.existingSecret, must name the Secret',
      'existingSecret, or videoHost.existingSecret, must name the Secret',
      'existingSecret, or mongodb.existingSecret, must name the Secret',
      'mongodb.accounts.clip.secret must be set',
      'mongodb.accounts.migrate.secret must be set',
      'kafka.auth.accounts.auth.secret must be set',
      'kafka.auth.accounts.migrate.secret must be set',
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
      mediaUrl: 'https://media.example.com',
      gatewayApi: { enabled: true },
      metrics: {
        enabled: false,
        serviceMonitor: { enabled: true },
        rules: { enabled: true },
        dashboards: { enabled: true },
      },
    },
    [
      'mongodb.url must not contain an account',
      'mongodb.tls.caSecret must be set',
      'languageModel.existingSecret, or existingSecret, must be set',
      'mail.existingSecret, or existingSecret, must be set',
      'staff.existingSecret, or existingSecret, must be set',
      'mail.from must be set',
      'mediaUrl must have the path /media',
      'gatewayApi.parentRefs must name a Gateway',
      'metrics.rules.runbookUrl must be set',
      'metrics.enabled must be true when metrics.serviceMonitor.enabled is',
      'metrics.enabled must be true when metrics.rules.enabled is',
      'metrics.enabled must be true when metrics.dashboards.enabled is',
    ],
  ],
  [
    'tokens for Kafka that nobody issues or KEDA cannot use, and certificates without TLS',
    {
      kafka: { tls: { client: { enabled: true } }, auth: { enabled: true, mechanism: 'oauthbearer' } },
      mongodb: { tls: { client: { enabled: true } } },
    },
    [
      'mongodb.tls.enabled must be true when mongodb.tls.client.enabled is',
      'mongodb.accounts.upload.subject must be the subject of its certificate, such as CN=upload',
      'kafka.tls.enabled must be true when kafka.tls.client.enabled is',
      'must have either audience or tokenUrl',
    ],
  ],
  [
    'tokens of Kubernetes with KEDA',
    {
      kafka: { auth: { enabled: true, mechanism: 'oauthbearer', oauth: { audience: 'kafka' } } },
      defaults: { autoscaling: { type: 'keda' } },
      services: { 'video-engine': { autoscaling: { type: 'none' } } },
    },
    ['services.upload.autoscaling.type must not be keda with kafka.auth.oauth.audience'],
  ],
  [
    'a bucket without its Secret, and operations that need a volume',
    {
      existingSecret: '',
      media: { bucket: { name: 'Webinars', prefix: 'blue' } },
      operations: { move: { enabled: true }, moveMedia: { enabled: true } },
    },
    [
      'media.bucket.existingSecret, or existingSecret, must name the Secret with the keys of the bucket',
      'media.bucket.name must be the name of a bucket',
      'media.bucket.prefix must be names that each end with /',
      'operations.move.enabled must be false with videoHost.kind mux or media.bucket.name',
      'operations.repair, operations.move and operations.moveMedia cannot run together',
    ],
  ],
  [
    'a move of media and redirects without a bucket',
    { operations: { moveMedia: { enabled: true } }, media: { bucket: { delivery: 'redirect' } } },
    [
      'operations.moveMedia.enabled must be false without media.bucket.name',
      'media.bucket.name must be set when media.bucket.delivery is redirect',
      'media.bucket.origin must be set when media.bucket.delivery is redirect',
    ],
  ],
  [
    'services that cannot run with these values',
    {
      services: {
        'video-engine': { replicas: 2, autoscaling: { type: 'hpa' }, persistence: { enabled: false } },
        auth: {
          persistence: { enabled: true },
          autoscaling: { type: 'hpa', minReplicas: 14, maxReplicas: 13 },
        },
        clip: { replicas: 13, preStopSeconds: 20, resources: { limits: { cpu: '0.05' } } },
        upload: { resources: { requests: { memory: '1.5Gi' } } },
        search: { enabled: false },
      },
    },
    [
      'services.video-engine.replicas must be 1',
      'services.video-engine.autoscaling.type must be none',
      'services.video-engine.persistence.enabled must be true',
      'services.auth.persistence.enabled must be false',
      'services.auth.autoscaling.minReplicas must not be greater than maxReplicas',
      'services.auth.autoscaling.maxReplicas must be at most 12',
      'services.clip.replicas must be at most 12',
      'services.clip.terminationGracePeriodSeconds must be at least',
      'services.clip.resources.requests.cpu must not be greater than its limit, 0.05',
      'services.upload.resources.requests.memory must not be greater than its limit',
      'services.search.enabled must be true: gateway calls it',
    ],
  ],
  [
    'fields that the schema does not have, and values of other types',
    {
      deploymentMode: 'both',
      kafka: { broker: 'a:1' },
      services: { billing: {}, auth: { replicas: 'two', ...ofCode } },
      extra: true,
    },
    [
      "at '/deploymentMode'",
      "additional properties 'broker' not allowed",
      "at '/services'",
      ...Object.keys(ofCode).map((field) => `'${field}'`),
      "at '/services/auth/replicas'",
      "additional properties 'extra' not allowed",
    ],
  ],
  [
    'values that have not their form',
    {
      publicUrl: 'vault.example.com',
      tenant: 'Blue',
      image: { tag: 'sha256:0123', pullSecrets: ['Not a name'] },
      kafka: { brokers: 'kafka', auth: { enabled: true, accounts: { auth: { key: 'a key' } } } },
      media: { uploadOrigins: ['https://a.example.com/path'] },
      rpc: { existingSecret: 'Calls' },
      services: {
        auth: { resources: { limits: { memory: 'lots' } }, env: { 'a-b': 1 } },
        clip: { image: { digest: 'latest' }, service: { type: 'NodePort' } },
        'video-engine': { persistence: { size: '10GB' } },
      },
    },
    [
      'publicUrl must be an address with http:// or https:// and without a path',
      'tenant must be up to 31 small letters',
      'image.tag must be a tag, such as 0.1.0; a digest belongs in services.NAME.image.digest',
      'image.pullSecrets must be the name of an object',
      'kafka.brokers must be host:port',
      'kafka.auth.accounts.auth.key must be a key of a Secret',
      'media.uploadOrigins must be an origin without a path',
      'rpc.existingSecret must be the name of an object',
      'services.auth.resources.limits.memory must be a quantity',
      'services.auth.env must have names of variables',
      'services.clip.image.digest must be a digest',
      'services.clip.service.type must be ClusterIP',
      'services.video-engine.persistence.size must be a quantity',
    ],
  ],
];

test.each(wrong)('the chart refuses %s, with a sentence for each problem', async (_, more, sentences) => {
  const refused = await product(more).catch(String);
  for (const sentence of sentences) expect(refused).toContain(sentence);
  // A sentence says more than a regular expression.
  expect(refused).not.toContain('does not match pattern');
});

test('all in one refuses what it cannot do', async () => {
  const refused = await product(
    {
      existingSecret: '',
      videoHost: { kind: 'mux' },
      media: { bucket: { name: 'webinars' } },
      searchMemoryMib: 1076,
      services: { 'all-in-one': { env: { PORT: 80 }, extraEnv: [{ name: 'DATA_DIR', value: '/tmp' }] } },
    },
    'helm/spec/cases/all-in-one.yaml',
  ).catch(String);
  for (const sentence of [
    'videoHost.kind must be engine with deploymentMode all-in-one',
    'must name the Secret with the keys of the bucket',
    'searchMemoryMib must be at most 1075',
    'services.all-in-one must not set PORT',
    'services.all-in-one must not set DATA_DIR',
  ])
    expect(refused).toContain(sentence);
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

test('the infra chart refuses even member counts, missing passwords and certificates without hosts', async () => {
  const refused = await infra({
    existingSecret: '',
    kafka: { replicationFactor: 4, pools: { controller: { replicas: 2 } } },
    mongodb: { members: 2 },
    certificates: { issuer: { name: '' } },
  }).catch(String);
  for (const sentence of [
    'existingSecret must name the Secret',
    'kafka.replicationFactor must not be greater than',
    'an odd number of controllers',
    'mongodb.members must be odd',
    'certificates.issuer.name must be set',
  ])
    expect(refused).toContain(sentence);
  await expect(infra({ mongodb: { operator: 'bitnami' } })).rejects.toThrow('/mongodb/operator');
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
      auth: { enabled: true, mechanism: 'oauthbearer', oauth: { tokenUrl: 'https://id.example.com/token' } },
    },
    networkPolicy: { kafkaTokens: { ports: [8443] } },
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
