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
    ['operations', 'move', { KAFKA_BROKERS: 'kafka.kafka:9092' }],
  ];

test.each(variables)('%s: the variables of %s follow the values', (name, component, expected) => {
  const found = variablesOf(rendered(name), podOf(name, component).containers[0]!);
  const named = Object.keys(expected).map((variable) => [variable, found[variable]]);
  expect(Object.fromEntries(named)).toEqual(expected);
});

/** Operators of Kafka make certificates; Kubernetes makes the tokens, which have an audience instead of a Secret. */
const ofOperators = (service: string) => [
  `kafka.crt = kafka-${service}/user.crt`,
  `kafka.key = kafka-${service}/user.key`,
  'kafka-token = /kafka',
];
const ofMux = [
  'mux-token-id',
  'mux-token-secret',
  'mux-webhook-secret',
  'mux-signing-key',
  'mux-private-key',
];

/** Every secret file of a pod, and the Secret and key that it has. */
const secrets: readonly [name: string, component: string, readonly string[]][] = [
  [
    'everything',
    'auth',
    [
      'kafka-ca.crt = vault-kafka-cluster-ca-cert/ca.crt',
      'kafka-password = vault/auth-kafka-password',
      'mongo-ca.crt = mongo-ca/ca.crt',
      'mongo.crt = mongo-auth/tls.crt',
      'mongo.key = mongo-auth/tls.key',
      'rpc-tls.crt = vault-rpc-auth/tls.crt',
      'rpc-tls.key = vault-rpc-auth/tls.key',
      'rpc-ca.crt = vault-rpc-auth/ca.crt',
      'jwt-keys = vault/jwt-keys',
      'smtp-url = vault/smtp-url',
      'otlp-headers = tracing-headers/otlp-headers',
    ],
  ],
  [
    'mux-and-operators',
    'upload',
    [
      ...ofOperators('upload'),
      'mongo-url = mongo/mongo-url',
      'mongo-password = upload-mongo/password',
      ...ofMux.map((key) => `${key} = mux/${key}`),
      'rpc-secret = calls/rpc-secret',
    ],
  ],
  [
    'mux-and-operators',
    'migrate',
    [...ofOperators('migrate'), 'mongo-url = migrate-mongo/connectionString.standard'],
  ],
];

test.each(secrets)('%s: %s mounts the Secrets of the values, and no others', (name, component, expected) => {
  const files = secretsOf(podOf(name, component));
  expect(
    files.map(({ path, secret, key }) => `${path.replace(/.*\//, '')} = ${secret}/${key}`).sort(),
  ).toEqual(expected.toSorted());
});

/** An object, and what of the values it has. */
const objects: readonly [name: string, kind: string, own: string, object: object][] = [
  ['everything', 'Ingress', 'vault', { spec: { ingressClassName: 'nginx' } }],
  ['everything', 'ServiceMonitor', 'vault', { metadata: { labels: { release: 'prometheus' } } }],
  [
    'everything',
    'PersistentVolumeClaim',
    'vault-video-engine',
    { spec: { storageClassName: 'fast', resources: { requests: { storage: '2Ti' } } } },
  ],
  ['everything', 'HorizontalPodAutoscaler', 'vault-gateway', { spec: { minReplicas: 2, maxReplicas: 20 } }],
  [
    'everything',
    'TriggerAuthentication',
    'vault-upload',
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
    'Deployment',
    'vault-upload',
    {
      spec: {
        template: { spec: { containers: [{ image: 'registry.example.com/webinar-vault/upload:0.2.0' }] } },
      },
    },
  ],
  ['conventions', 'Deployment', 'vault-admin', { spec: { replicas: 12 } }],
  ['mux-and-operators', 'Deployment', 'vault-search', { spec: { replicas: 1 } }],
];

test.each(objects)('%s: %s %s has what the values say', (name, kind, own, expected) => {
  const found = ofKind<object>(rendered(name), kind).filter(({ metadata }) => metadata.name === own);
  expect(found).toMatchObject([expected]);
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
