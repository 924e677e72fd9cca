import { infra, product } from './helm.ts';
import { read } from './root.ts';

/** A value that cannot work, and how the sentences about it begin: with its path, or as they are written here. */
type Wrong = readonly [path: string, value: unknown, ...sentences: readonly string[]];

const sentencesOf = (rows: readonly Wrong[]) =>
  rows.flatMap(([path, , ...all]) =>
    all.map((text) => (/^(must|is) /.test(text) ? `${path} ${text}` : text)),
  );

/** An object with values at these paths; a number in a path is an item of a list. */
function valuesAt(entries: readonly (readonly [path: string, value: unknown, ...rest: unknown[]])[]): object {
  const values = {};
  for (const [path, value] of entries) {
    const names = path.split('.');
    let at: Record<string, unknown> = values;
    for (const [place, name] of names.slice(0, -1).entries())
      at = (at[name] ??= names[place + 1] === '0' ? [] : {}) as Record<string, unknown>;
    at[names.at(-1)!] = value;
  }
  return values;
}

const [minimal, bucket] = ['k8s/values.yaml', 'helm/spec/cases/bucket.yaml'] as const;
const secret = (key: string) => `must name the Secret with ${key}`;
const noBucket = 'media.bucket.name must be set when media.bucket.';

/** Each has several problems, because each is one render, which is slow. */
const wrong: readonly (readonly [title: string, file: string, ...Wrong[]])[] = [
  [
    'no values',
    minimal,
    ['publicUrl', '', 'must be set'],
    ['image.registry', '', 'must be set, or that of each service and of migrate'],
    ['kafka.brokers', '', 'must be set'],
    ['existingSecret', '', `existingSecret, or rpc.existingSecret, ${secret('rpc-secret')}`],
    ['kafka.auth.enabled', true],
    ['sessions.existingSecret', '', `existingSecret, or sessions.existingSecret, ${secret('jwt-keys')}`],
    [
      'videoHost.existingSecret',
      '',
      `existingSecret, or videoHost.existingSecret, ${secret('mux-token-id')}`,
    ],
    ['mongodb.existingSecret', '', `existingSecret, or mongodb.existingSecret, ${secret('mongo-url')}`],
    ['mongodb.accounts.clip.secret', '', `mongodb.accounts.clip.secret, ${secret('clip-mongo-password')}`],
    ['mongodb.accounts.migrate', {}, `mongodb.accounts.migrate.secret, ${secret('mongo-admin-url')}`],
    ['kafka.auth.accounts.auth', {}, `kafka.auth.accounts.auth.secret, ${secret('auth-kafka-password')}`],
    ['kafka.auth.accounts.migrate', {}, `accounts.migrate.secret, ${secret('migrate-kafka-password')}`],
  ],
  [
    'features with missing values',
    minimal,
    ['existingSecret', ''],
    ['mongodb.url', 'mongodb://a:b@c:1/', 'must not contain an account'],
    ['mongodb.tls.enabled', true, 'mongodb.tls.caSecret must be set'],
    ['languageModel.enabled', true, `languageModel.existingSecret, ${secret('openai-api-key')}`],
    ['mail.enabled', true, `mail.existingSecret, ${secret('smtp-url')}`, 'mail.from must be set'],
    ['staff.email', 'a@b', `staff.existingSecret, ${secret('admin-password')}`],
    [
      'staff.oidc.issuer',
      'https://id.example.com',
      `staff.existingSecret, ${secret('admin-oidc-client-secret')}`,
    ],
    ['staff.oidc.issuer', 'https://id.example.com', 'staff.oidc.clientId must be set'],
    ['gatewayApi.enabled', true, 'gatewayApi.parentRefs must name a Gateway'],
    ['metrics.rules.enabled', true, 'metrics.rules.runbookUrl must be set'],
    ['metrics.enabled', false, 'must be true when metrics.serviceMonitor, rules or dashboards are enabled'],
    ['media.bucket.separateWork', true, `${noBucket}separateWork is true`],
    ['media.bucket.endpoint', 'https://s3.example.com', `${noBucket}endpoint is`],
    ['media.bucket.delivery', 'redirect', `${noBucket}delivery is redirect`],
    ['media.bucket.origin', '', 'must be set when media.bucket.delivery is redirect'],
    ['operations.moveMedia.enabled', true, 'must be false without media.bucket.name'],
  ],
  [
    'certificates and tokens that nobody uses',
    minimal,
    ['mongodb.tls.client.enabled', true, 'mongodb.tls.enabled must be true when mongodb.tls.client.enabled'],
    ['mongodb.accounts.upload.subject', '', 'must be the subject of its certificate, such as CN=upload'],
    ['kafka.tls.client.enabled', true, 'kafka.tls.enabled must be true when kafka.tls.client.enabled is'],
    ['kafka.tls.caSecret', 'ca', 'kafka.tls.enabled must be true when kafka.tls.caSecret is set'],
    [
      'kafka.auth',
      { enabled: true, mechanism: 'oauthbearer' },
      'kafka.auth.oauth must have either audience or tokenUrl',
    ],
    ['migrate.hook', 'helm', 'must be none or argocd'],
  ],
  [
    'tokens of Kubernetes with KEDA, and a move without the claim that it reads',
    minimal,
    ['kafka.auth', { enabled: true, mechanism: 'oauthbearer', oauth: { audience: 'kafka' } }],
    [
      'defaults.autoscaling.type',
      'keda',
      'services.upload.autoscaling.type must not be keda with kafka.auth',
    ],
    ['operations.move.enabled', true, 'operations.move.fromClaim must name the volume claim'],
    ['operations.repair.enabled', true, 'operations.move and operations.moveMedia cannot run together'],
  ],
  [
    'a bucket with two schemes, and a move of a volume that is not there',
    minimal,
    ['media.bucket', { name: 'webinars', delivery: 'redirect', origin: 'https://a.example.com' }],
    ['media.bucket.publicEndpoint', 'http://a.example.com', 'must have the same scheme'],
    ['services.video-engine-media.replicas', 3, 'media.bucket.separateWork must be true when services.'],
    ['videoHost.kind', 'mux'],
    ['speechServer.enabled', true, 'must be false with videoHost.kind mux'],
    ['operations.move.enabled', true, 'must be false with videoHost.kind mux or media.bucket.name'],
  ],
  [
    'services that cannot run',
    minimal,
    ['services.video-engine.replicas', 2, 'must be 1'],
    ['services.video-engine.autoscaling.type', 'hpa', 'must be none'],
    ['services.auth.autoscaling.type', 'hpa'],
    ['services.auth.autoscaling.minReplicas', 14, 'must not be greater than maxReplicas'],
    ['services.auth.autoscaling.maxReplicas', 13, 'must be at most 12'],
    ['services.clip.replicas', 13, 'must be at most 12'],
    [
      'services.clip.resources.limits.cpu',
      '0.05',
      'resources.requests.cpu must not be greater than its limit',
    ],
    ['services.clip.service.type', 'NodePort', 'must be ClusterIP'],
    ['services.upload.resources.requests.memory', '1.5Gi', 'must not be greater than its limit'],
    ['services.upload.maxUnavailable', 2, 'must be less than its 2 replicas'],
    ['services.portal.extraEnv.0', { name: 'PORT', value: '80' }, 'services.portal must not set PORT'],
    ['searchMemoryMib', 577, 'services.search.resources.limits.memory leaves 576 MiB'],
  ],
  [
    'what all in one cannot do',
    'helm/spec/cases/all-in-one.yaml',
    ['videoHost.kind', 'mux', 'must be engine with deploymentMode all-in-one'],
    ['existingSecret', ''],
    ['media.bucket.name', 'webinars', `media.bucket.existingSecret, ${secret('media-access-key-id')}`],
    ['searchMemoryMib', 1076, 'services.all-in-one.resources.limits.memory leaves 1075 MiB'],
  ],
  [
    'work and caches that do not fit',
    bucket,
    ['media.cores', 16, 'services.video-engine-media.resources.limits.memory must be at least 4096Mi'],
    ['media.bucket.cacheMib', 102_400, 'must be at most half of media.bucket.scratch.size, 80Gi'],
    [
      'services.video-engine-speech.serviceAccount.annotations.a',
      'b',
      'set services.video-engine.serviceAccount',
    ],
    ['speechServer.baseUrl', '', 'must be set without speechServer.hasKey'],
  ],
];

const renders = wrong.map(([title, file, ...rows]) => ({ title, file, rows }));

test.each(renders)('the chart refuses $title', async ({ file, rows }) => {
  const refused = await product(valuesAt(rows), file).catch(String);
  for (const sentence of sentencesOf(rows)) expect(refused).toContain(sentence);
  // A pod that only serves or writes captions encodes nothing.
  expect(refused).not.toMatch(/services\.video-engine(-speech)?\.resources\.limits\.memory must/);
});

/** Values without their form, which the schema refuses at their paths. */
const ofNoForm = {
  deploymentMode: 'both',
  publicUrl: 'vault.example.com',
  mediaUrl: 'https://media.example.com',
  tenant: 'a-',
  'image.registry': 'https://registry.example.com/',
  'image.tag': 'sha256:0123',
  'image.pullSecrets.0': 'Not a name',
  'kafka.brokers': 'kafka',
  'kafka.auth.accounts.auth.key': 'a key',
  'media.uploadOrigins.0': 'https://a.example.com/path',
  'media.bucket.name': 'Webinars',
  'media.bucket.prefix': 'blue',
  'metrics.port': 5000,
  'services.auth.replicas': 'two',
  'services.auth.resources.limits.memory': 'lots',
  'services.clip.image.digest': 'latest',
  'services.clip.extraVolumes.0.name': 'tmp',
};
/** Values that it does not have. */
const unknown = {
  'kafka.broker': 'a:1',
  'kafka.auth.accounts.billing': {},
  'networkPolicy.publicFrom.0.foo': 1,
  'services.billing': {},
  'services.auth.needs': [],
  'services.auth.kind': 'Pod',
};

test('the schema refuses what it does not have, and what has not its form', async () => {
  const refused = await product(valuesAt(Object.entries({ ...ofNoForm, ...unknown }))).catch(String);
  const pathOf = (names: readonly string[]) => `at '/${names.join('/')}'`;
  for (const path of Object.keys(ofNoForm)) expect(refused).toContain(pathOf(path.split('.')));
  for (const names of Object.keys(unknown).map((path) => path.split('.')))
    expect(refused).toMatch(
      new RegExp(`${pathOf(names.slice(0, -1))}: additional properties .*'${names.at(-1)!}'`),
    );
});

test('the chart refuses each value of an earlier version, and says what to use instead', async () => {
  const table = read('helm/webinar-vault/files/removed-values.yaml').matchAll(/^([a-zA-Z.*]+): (.+)$/gm);
  const paths = [...table].map(([, path = '']) => path.replace('*', 'auth'));
  expect(paths.length).toBeGreaterThan(35);
  const values = valuesAt(paths.map((path) => [path, path === 'defaults.image' ? {} : 'old'] as const));
  const refused = await product(values).catch(String);
  for (const path of paths)
    expect(refused).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')} is gone: \\w`, 'm'));
});

test('the infra chart refuses even member counts, missing passwords and values of earlier versions', async () => {
  const rows: readonly Wrong[] = [
    ['existingSecret', '', 'must name the Secret'],
    ['kafka.replicationFactor', 4, 'must not be greater than'],
    ['kafka.pools.controller.replicas', 2, 'an odd number of controllers'],
    ['mongodb.members', 2, 'must be odd'],
    ['mongodb.operator', 'mck', 'is gone'],
    ['mongodb.version', '8.0.17', 'is gone'],
    ['certificates', { enabled: true }, 'is gone'],
  ];
  const refused = await infra(valuesAt(rows)).catch(String);
  for (const sentence of sentencesOf(rows)) expect(refused).toContain(sentence);
});
