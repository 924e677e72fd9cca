import { componentOf, ofKind, runningIn, secretsOf, variablesOf } from './objects.ts';
import { rendered } from './renders.ts';

const podOf = (name: string, component: string) =>
  runningIn(rendered(name)).find((object) => componentOf(object) === component)!.spec.template.spec;

/** What the pods get of the values in `cases/`; a variable that is undefined here must be missing there. */
const variables: readonly [name: string, component: string, Readonly<Record<string, string | undefined>>][] =
  [
    [
      'everything',
      'gateway',
      {
        PUBLIC_URL: 'https://vault.example.com',
        VIDEO_ENGINE_PUBLIC_URL: 'https://media.example.com/media',
        VIDEO_ENGINE_URL: 'http://vault-video-engine:5000/media',
        OPERATOR_NAME: 'Example & Söhne GmbH',
        OPERATOR_ADDRESS: '1 Example Street, 12345 Example',
        CONTACT_EMAIL: 'hello@example.com',
        NAMESPACE: 'blue',
        KAFKA_BROKERS: 'a.kafka:9093,b.kafka:9093',
        KAFKA_TLS: 'true',
        KAFKA_SASL: 'scram-sha-512',
        KAFKA_USERNAME: 'gateway',
        METRICS_PORT: '9464',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel-collector.observability:4318',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
        MONGO_URL: undefined,
      },
    ],
    [
      'everything',
      'chaptering',
      {
        MONGO_URL: 'mongodb://m-0.m:27017,m-1.m:27017/?replicaSet=rs0',
        MONGO_USERNAME: undefined,
        OPENAI_MODEL: 'gpt-4o-mini',
        OPENAI_BASE_URL: undefined,
      },
    ],
    ['everything', 'upload', { SPEECH_BASE_URL: 'http://speech.models:8000/v1', SPEECH_MODEL: undefined }],
    ['everything', 'auth', { MAIL_FROM: 'no-reply@example.com' }],
    ['everything', 'admin', { ADMIN_EMAIL: 'admin@example.com' }],
    [
      'everything',
      'video-engine',
      {
        MEDIA_RESERVE_MIB: '2048',
        SPEECH_BASE_URL: 'http://speech.models:8000/v1',
        SPEECH_MODEL: 'large-v3',
        SPEECH_DAILY_MINUTES: '6000',
        SPEECH_SPEAKERS: 'off',
        UPLOAD_ORIGINS: 'https://studio.example.com,https://lab.example.com',
        WEBHOOK_URL: 'http://vault-gateway:5000/api/webhooks/mux',
      },
    ],
    [
      'everything',
      'migrate',
      {
        NAMESPACE: 'blue',
        KAFKA_USERNAME: 'migrate',
        KAFKA_REPLICATION_FACTOR: '3',
        AUTH_MONGO_SUBJECT: 'CN=auth,O=vault',
        UPLOAD_MONGO_SUBJECT: 'CN=upload,O=vault',
        CHAPTERING_MONGO_SUBJECT: 'CN=chaptering,O=vault',
        SEARCH_MONGO_SUBJECT: 'CN=search,O=vault',
        CLIP_MONGO_SUBJECT: 'CN=clip,O=vault',
        PORTAL_MONGO_SUBJECT: 'CN=portal,O=vault',
        ADMIN_MONGO_SUBJECT: 'CN=admin,O=vault',
      },
    ],
    [
      'all-in-one',
      'all-in-one',
      {
        PUBLIC_URL: 'https://vault.example.com',
        OPENAI_BASE_URL: 'http://ollama.models:11434/v1',
        OPENAI_MODEL: 'llama3.3',
        MAIL_FROM: 'Webinar Vault <no-reply@example.com>',
        ADMIN_EMAIL: 'admin@example.com',
        KAFKA_BROKERS: undefined,
        MONGO_URL: undefined,
        MONGO_URL_FILE: undefined,
      },
    ],
    ['conventions', 'gateway', { KAFKA_BROKERS: '[fd00::1]:9092,kafka.data:9096' }],
    [
      'mux-and-operators',
      'upload',
      {
        KAFKA_BROKERS: 'kafka.kafka:9094',
        KAFKA_TLS: 'true',
        KAFKA_SASL: 'oauthbearer',
        KAFKA_USERNAME: undefined,
        MONGO_URL: undefined,
        MONGO_USERNAME: 'uploader',
        VIDEO_ENGINE_URL: undefined,
        VIDEO_ENGINE_PUBLIC_URL: undefined,
      },
    ],
    ['mux-and-operators', 'auth', { MONGO_USERNAME: undefined }],
    ['mux-and-operators', 'gateway', { PLAYBACK: 'signed' }],
    ['mux-and-ports', 'gateway', { PLAYBACK: 'public', MUX_SIGNING_KEY_FILE: undefined }],
    ['mux-and-ports', 'upload', { PLAYBACK: 'public', MUX_PRIVATE_KEY_FILE: undefined }],
    ['all-in-one', 'all-in-one', { PLAYBACK: 'public', MUX_SIGNING_KEY_FILE: undefined }],
    [
      'mux-and-operators',
      'migrate',
      { KAFKA_REPLICATION_FACTOR: '1', KAFKA_SASL: 'oauthbearer', UPLOAD_MONGO_PASSWORD_FILE: undefined },
    ],
    [
      'mux-and-ports',
      'chaptering',
      {
        KAFKA_TLS: undefined,
        KAFKA_SASL: 'oauthbearer',
        KAFKA_OAUTH_TOKEN_URL: 'https://id.example.com:8443/token',
        KAFKA_OAUTH_CLIENT_ID: 'chaptering',
        MONGO_URL: 'mongodb://m-0.m:27117,m-1.m:27118/?replicaSet=rs0',
        MONGO_USERNAME: 'chaptering',
        OPENAI_BASE_URL: 'http://model.models:8000/v1',
        OPENAI_MODEL: 'any',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.observability:4317',
        OTEL_TRACES_SAMPLER_ARG: '0.01',
      },
    ],
    ['operations', 'snapshot', { KEEP: '7', SNAPSHOT_CLASS: 'csi' }],
    ['operations', 'move', { KAFKA_BROKERS: 'kafka.kafka:9092' }],
    ['all-in-one-operations', 'snapshot', { KEEP: '14', SNAPSHOT_CLASS: '' }],
  ];

test.each(variables)('%s: the variables of %s follow the values', (name, component, expected) => {
  const found = variablesOf(rendered(name), podOf(name, component).containers[0]!);
  const named = Object.keys(expected).map((variable) => [variable, found[variable]]);
  expect(Object.fromEntries(named)).toEqual(expected);
});

const ofMux = (secret: string) =>
  ['mux-token-id', 'mux-token-secret', 'mux-webhook-secret'].map((key) => `${key} = ${secret}/${key}`);
const ofPlayback = (secret: string) =>
  ['mux-signing-key', 'mux-private-key'].map((key) => `${key} = ${secret}/${key}`);
const ofCalls = (service: string) => [
  `rpc-tls.crt = vault-rpc-${service}/tls.crt`,
  `rpc-tls.key = vault-rpc-${service}/tls.key`,
  `rpc-ca.crt = vault-rpc-${service}/ca.crt`,
];
/** With TLS and accounts on Kafka, and certificates as accounts on MongoDB. */
const ofServers = (service: string) => [
  'kafka-ca.crt = vault-kafka-cluster-ca-cert/ca.crt',
  `kafka-password = vault/${service}-kafka-password`,
  'mongo-ca.crt = mongo-ca/ca.crt',
  `mongo.crt = mongo-${service}/tls.crt`,
  `mongo.key = mongo-${service}/tls.key`,
];
const traces = 'otlp-headers = tracing-headers/otlp-headers';
/** Operators of Kafka make certificates; Kubernetes makes the tokens, which have an audience instead of a Secret. */
const ofOperators = (service: string) => [
  `kafka.crt = kafka-${service}/user.crt`,
  `kafka.key = kafka-${service}/user.key`,
  'kafka-token = /kafka',
];

/** Every secret file of a pod, and the Secret and key that it has. */
const secrets: readonly [name: string, component: string, readonly string[]][] = [
  [
    'everything',
    'chaptering',
    [
      ...ofServers('chaptering'),
      ...ofMux('vault'),
      ...ofPlayback('vault'),
      ...ofCalls('chaptering'),
      'openai-api-key = vault/openai-api-key',
      traces,
    ],
  ],
  [
    'everything',
    'auth',
    [
      ...ofServers('auth'),
      ...ofCalls('auth'),
      'jwt-keys = vault/jwt-keys',
      'smtp-url = vault/smtp-url',
      traces,
    ],
  ],
  [
    'everything',
    'admin',
    [
      ...ofServers('admin'),
      ...ofCalls('admin'),
      'jwt-keys = vault/jwt-keys',
      'admin-password = vault/admin-password',
      traces,
    ],
  ],
  [
    'everything',
    'gateway',
    [
      'kafka-ca.crt = vault-kafka-cluster-ca-cert/ca.crt',
      'kafka-password = vault/gateway-kafka-password',
      ...ofPlayback('vault'),
      ...ofCalls('gateway'),
      traces,
    ],
  ],
  [
    'everything',
    'video-engine',
    [...ofMux('vault'), ...ofPlayback('vault'), 'speech-api-key = vault/speech-api-key', traces],
  ],
  [
    'everything',
    'migrate',
    [
      'kafka-ca.crt = vault-kafka-cluster-ca-cert/ca.crt',
      'kafka-password = vault/migrate-kafka-password',
      'mongo-ca.crt = mongo-ca/ca.crt',
      'mongo-admin-url = vault/mongo-admin-url',
    ],
  ],
  [
    'all-in-one',
    'all-in-one',
    [
      'openai-api-key = vault/openai-api-key',
      'smtp-url = vault/smtp-url',
      'admin-password = vault/admin-password',
    ],
  ],
  [
    'mux-and-operators',
    'upload',
    [
      ...ofOperators('upload'),
      'mongo-url = mongo/mongo-url',
      'mongo-password = upload-mongo/password',
      ...ofMux('mux'),
      ...ofPlayback('mux'),
      'rpc-secret = calls/rpc-secret',
    ],
  ],
  [
    'mux-and-operators',
    'auth',
    [
      ...ofOperators('auth'),
      'mongo-url = auth-mongo/connectionString.standard',
      'rpc-secret = calls/rpc-secret',
      'jwt-keys = signing/jwt-keys',
    ],
  ],
  [
    'mux-and-operators',
    'migrate',
    [...ofOperators('migrate'), 'mongo-url = migrate-mongo/connectionString.standard'],
  ],
  [
    'mux-and-ports',
    'upload',
    [
      'kafka-password = vault/upload-kafka-password',
      'mongo-password = vault/upload-mongo-password',
      ...ofMux('vault'),
      'rpc-secret = vault/rpc-secret',
    ],
  ],
];

test.each(secrets)('%s: %s mounts the Secrets of the values, and no others', (name, component, expected) => {
  const files = secretsOf(podOf(name, component));
  expect(
    files.map(({ path, secret, key }) => `${path.replace(/.*\//, '')} = ${secret}/${key}`).sort(),
  ).toEqual(expected.toSorted());
});

/** The objects of a kind and what all of them have; the name of one object may follow the kind. */
const objects: readonly [name: string, kind: string, count: number, object: object][] = [
  ['everything', 'Ingress', 1, { spec: { ingressClassName: 'nginx' } }],
  [
    'everything',
    'HTTPRoute',
    2,
    { spec: { parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }] } },
  ],
  [
    'everything',
    'ServiceMonitor',
    1,
    {
      metadata: { labels: { release: 'prometheus' } },
      spec: { endpoints: [{ port: 'metrics', interval: '30s' }] },
    },
  ],
  [
    'everything',
    'PersistentVolumeClaim vault-video-engine',
    1,
    { spec: { storageClassName: 'fast', resources: { requests: { storage: '2Ti' } } } },
  ],
  ['everything', 'HorizontalPodAutoscaler vault-gateway', 1, { spec: { minReplicas: 2, maxReplicas: 20 } }],
  [
    'everything',
    'ScaledObject',
    7,
    {
      spec: {
        minReplicaCount: 2,
        maxReplicaCount: 12,
        triggers: expect.arrayContaining([
          expect.objectContaining({
            metadata: expect.objectContaining({ bootstrapServers: 'a.kafka:9093,b.kafka:9093' }) as object,
          }),
        ]) as object,
      },
    },
  ],
  [
    'everything',
    'TriggerAuthentication vault-upload',
    1,
    {
      spec: {
        secretTargetRef: [
          { parameter: 'ca', name: 'vault-kafka-cluster-ca-cert', key: 'ca.crt' },
          { parameter: 'password', name: 'vault', key: 'upload-kafka-password' },
        ],
      },
    },
  ],
  [
    'everything',
    'Deployment vault-upload',
    1,
    {
      spec: {
        template: {
          spec: {
            imagePullSecrets: [{ name: 'registry' }],
            containers: [{ image: 'registry.example.com/webinar-vault/upload:0.2.0' }],
          },
        },
      },
    },
  ],
  [
    'all-in-one',
    'Ingress',
    1,
    {
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['vault.example.com'], secretName: 'vault-tls' }],
      },
    },
  ],
  ['all-in-one', 'HTTPRoute', 1, { spec: { parentRefs: [{ name: 'public' }] } }],
  ['conventions', 'Deployment vault-admin', 1, { spec: { replicas: 12 } }],
  ['conventions', 'HorizontalPodAutoscaler vault-gateway', 1, { spec: { maxReplicas: 40 } }],
  ['mux-and-operators', 'HorizontalPodAutoscaler', 7, { spec: { minReplicas: 3, maxReplicas: 6 } }],
  ['mux-and-operators', 'Deployment vault-search', 1, { spec: { replicas: 1 } }],
  // With Mux nothing leads to /media.
  [
    'mux-and-ports',
    'HTTPRoute',
    1,
    {
      spec: {
        parentRefs: [{ name: 'public' }],
        rules: ['/api/events', '/api/account/export', '/'].map((value) => ({
          matches: [{ path: { value } }],
          backendRefs: [{ name: 'vault-gateway' }],
        })),
      },
    },
  ],
  [
    'infra-mck',
    'Certificate vault-tls',
    1,
    {
      spec: {
        secretName: 'vault-tls',
        dnsNames: ['vault.example.com'],
        issuerRef: { kind: 'ClusterIssuer', name: 'letsencrypt' },
      },
    },
  ],
  [
    'infra-mck',
    'KafkaUser upload',
    1,
    {
      spec: {
        authentication: {
          type: 'scram-sha-512',
          password: { valueFrom: { secretKeyRef: { name: 'vault', key: 'upload-kafka-password' } } },
        },
      },
    },
  ],
  [
    'infra-mck',
    'Kafka',
    1,
    { spec: { kafka: { listeners: [{ port: 9093, authentication: { type: 'scram-sha-512' } }] } } },
  ],
  [
    'infra-percona',
    'Kafka blue-kafka',
    1,
    {
      spec: {
        kafka: {
          version: '4.3.0',
          metadataVersion: '4.3-IV0',
          listeners: [{ port: 9093, authentication: { type: 'tls' } }],
        },
      },
    },
  ],
  ['infra-percona', 'KafkaUser', 9, { spec: { authentication: { type: 'tls' } } }],
  ['infra-percona', 'KafkaNodePool', 2, { spec: { storage: { volumes: [{ class: 'fast' }] } } }],
  [
    'infra-percona',
    'PerconaServerMongoDB blue-mongodb',
    1,
    {
      spec: { replsets: [{ size: 3, volumeSpec: { persistentVolumeClaim: { storageClassName: 'fast' } } }] },
    },
  ],
];

test.each(objects)('%s: %s has what the values say', (name, which, count, expected) => {
  const [kind = '', own] = which.split(' ');
  const found = ofKind<object>(rendered(name), kind).filter(
    ({ metadata }) => own === undefined || metadata.name === own,
  );
  expect(found).toHaveLength(count);
  for (const object of found) expect(object).toMatchObject(expected);
});

test('only the sources in the values reach what is public, and the metrics', () => {
  interface Policy {
    readonly ingress: readonly { readonly ports: readonly { port: number }[]; readonly from?: unknown }[];
  }
  const policies = ofKind<Policy>(rendered('everything'), 'NetworkPolicy');
  const reaching = (component: string, port: number) =>
    policies
      .filter((policy) => componentOf(policy) === component)
      .flatMap(({ spec }) => spec.ingress)
      .filter(({ ports }) => ports.some((each) => each.port === port))
      .map(({ from }) => from);
  const namespace = (name: string) => [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
  ];
  expect(reaching('gateway', 5000)).toContainEqual(namespace('ingress'));
  expect(reaching('video-engine', 5000)).toContainEqual(namespace('ingress'));
  for (const component of ['gateway', 'upload', 'video-engine'])
    expect(reaching(component, 9464)).toEqual([namespace('monitoring')]);
});
