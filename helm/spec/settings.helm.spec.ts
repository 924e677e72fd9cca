import { ofKind, environmentIn, podIn, secretsOf } from './objects.ts';
import { rendered } from './renders.ts';

const files = '/run/secrets/vault';
const [mongo, ports] = [
  'mongodb://m-0.m:27017,m-1.m:27017/?replicaSet=rs0',
  'mongodb://m-0.m:27117,m-1.m:27118',
];
const mongoOfBucket = 'mongodb://mongo.data:27017/?replicaSet=rs0';
const [speech, collector] = ['http://speech.models:8000', 'http://otel-collector.observability:4318'];
const engines = { 'video-engine': 'api', 'video-engine-media': 'media', 'video-engine-speech': 'speech' };
const bucket = {
  MEDIA_BUCKET: 'webinars',
  MEDIA_ENDPOINT: 'https://s3.example.com:9000',
  MEDIA_REGION: 'us-east-1',
  MEDIA_ACCESS_KEY_ID_FILE: `${files}/media-access-key-id`,
  MEDIA_SECRET_ACCESS_KEY_FILE: `${files}/media-secret-access-key`,
};

const claimOf = (storage: string) => ({ spec: { resources: { requests: { storage } } } });

type Variables = Readonly<Record<string, string | undefined>>;
/** What the pods get of the values in `cases/`; a variable that is undefined here must be missing there. */
const variables: readonly (readonly [name: string, component: string, Variables])[] = [
  [
    'everything',
    'gateway',
    { PUBLIC_URL: 'https://vault.example.com', NAMESPACE: 'blue', METRICS_PORT: '9464' },
  ],
  ['everything', 'gateway', { VIDEO_ENGINE_PUBLIC_URL: 'https://media.example.com/media' }],
  [
    'everything',
    'gateway',
    { VIDEO_ENGINE_URL: 'http://vault-video-engine:5000/media', MONGO_URL: undefined },
  ],
  ['everything', 'gateway', { OPERATOR_NAME: 'Example & Söhne GmbH', CONTACT_EMAIL: 'hello@example.com' }],
  ['everything', 'gateway', { OPERATOR_ADDRESS: '1 Example Street, 12345 Example' }],
  ['everything', 'gateway', { KAFKA_BROKERS: 'a.kafka:9093,b.kafka:9093', KAFKA_TLS: 'true' }],
  ['everything', 'gateway', { KAFKA_SASL: 'scram-sha-512', KAFKA_USERNAME: 'gateway' }],
  ['everything', 'gateway', { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: '0.1' }],
  ['everything', 'chaptering', { MONGO_URL: mongo, MONGO_USERNAME: undefined }],
  ['everything', 'chaptering', { OPENAI_MODEL: 'gpt-4o-mini', OPENAI_BASE_URL: undefined }],
  ['everything', 'upload', { SPEECH_BASE_URL: `${speech}/v1`, SPEECH_MODEL: undefined }],
  ['everything', 'auth', { MAIL_FROM: 'no-reply@example.com' }],
  ['everything', 'admin', { ADMIN_EMAIL: 'admin@example.com' }],
  ['everything', 'video-engine', { SPEECH_BASE_URL: `${speech}/v1`, SPEECH_MODEL: 'large-v3' }],
  ['everything', 'video-engine', { SPEECH_DAILY_MINUTES: '6000', SPEECH_SPEAKERS: 'off' }],
  ['everything', 'video-engine', { UPLOAD_ORIGINS: 'https://studio.example.com,https://lab.example.com' }],
  ['everything', 'video-engine', { MEDIA_RESERVE_MIB: '2048', MEDIA_CORES: '4' }],
  ['everything', 'video-engine', { WEBHOOK_URL: 'http://vault-gateway:5000/api/webhooks/mux' }],
  ['everything', 'migrate', { NAMESPACE: 'blue', KAFKA_USERNAME: 'migrate', KAFKA_REPLICATION_FACTOR: '3' }],
  ...['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'].map(
    (name) =>
      ['everything', 'migrate', { [`${name.toUpperCase()}_MONGO_SUBJECT`]: `CN=${name},O=vault` }] as const,
  ),
  ['all-in-one', 'all-in-one', { PUBLIC_URL: 'https://vault.example.com', KAFKA_BROKERS: undefined }],
  ['all-in-one', 'all-in-one', { MONGO_URL: undefined, MONGO_URL_FILE: undefined }],
  [
    'all-in-one',
    'all-in-one',
    { OPENAI_BASE_URL: 'http://ollama.models:11434/v1', OPENAI_MODEL: 'llama3.3' },
  ],
  ['all-in-one', 'all-in-one', { MAIL_FROM: 'Webinar Vault <no-reply@example.com>' }],
  ['all-in-one', 'all-in-one', { ADMIN_EMAIL: 'admin@example.com', MEDIA_CORES: '1' }],
  ['all-in-one', 'all-in-one', { PLAYBACK: 'public', MUX_SIGNING_KEY_FILE: undefined }],
  ['conventions', 'gateway', { KAFKA_BROKERS: '[fd00::1]:9092,kafka.data:9096' }],
  // The heap follows the limit, which may be a fraction.
  ['conventions', 'gateway', { NODE_OPTIONS: '--max-old-space-size=921' }],
  ['conventions', 'search', { NODE_OPTIONS: '--max-old-space-size=571' }],
  // Never the cores of the node; without a limit the request counts, but with one core uploads would wait for each other.
  ['conventions', 'video-engine', { MEDIA_CORES: '8' }],
  ['minimal', 'video-engine', { MEDIA_CORES: '2' }],
  ['mux-and-operators', 'upload', { KAFKA_BROKERS: 'kafka.kafka:9094', KAFKA_TLS: 'true' }],
  ['mux-and-operators', 'upload', { KAFKA_SASL: 'oauthbearer', KAFKA_USERNAME: undefined }],
  ['mux-and-operators', 'upload', { MONGO_URL: undefined, MONGO_USERNAME: 'uploader' }],
  ['mux-and-operators', 'upload', { VIDEO_ENGINE_URL: undefined, VIDEO_ENGINE_PUBLIC_URL: undefined }],
  ['mux-and-operators', 'auth', { MONGO_USERNAME: undefined }],
  ['mux-and-operators', 'gateway', { PLAYBACK: 'signed' }],
  ['mux-and-operators', 'migrate', { KAFKA_REPLICATION_FACTOR: '1', KAFKA_SASL: 'oauthbearer' }],
  ['mux-and-operators', 'migrate', { UPLOAD_MONGO_PASSWORD_FILE: undefined }],
  ['mux-and-ports', 'gateway', { PLAYBACK: 'public', MUX_SIGNING_KEY_FILE: undefined }],
  // False, 0 and large numbers are values too.
  ['mux-and-ports', 'gateway', { TRUST_PROXY: '0', SIGN_IN_RATE: '10000000' }],
  ['mux-and-ports', 'auth', { CONFIRM_EXECUTIVE: 'false' }],
  ['mux-and-ports', 'chaptering', { OPENAI_TIMEOUT_MS: '600000', MODEL_CALLS_PER_DAY: '1000000' }],
  ['mux-and-ports', 'upload', { PLAYBACK: 'public', MUX_PRIVATE_KEY_FILE: undefined }],
  ['mux-and-ports', 'upload', { KAFKA_OAUTH_CLIENT_SECRET_FILE: `${files}/kafka-password` }],
  ['mux-and-ports', 'chaptering', { KAFKA_SASL: 'oauthbearer', KAFKA_USERNAME: undefined }],
  ['mux-and-ports', 'chaptering', { KAFKA_OAUTH_TOKEN_URL: 'https://id.example.com:8443/token' }],
  ['mux-and-ports', 'chaptering', { KAFKA_OAUTH_CLIENT_ID: 'chaptering', MONGO_USERNAME: 'chaptering' }],
  ['mux-and-ports', 'chaptering', { MONGO_URL: `${ports}/?replicaSet=rs0` }],
  ['mux-and-ports', 'chaptering', { OPENAI_BASE_URL: 'http://model.models:8000/v1', OPENAI_MODEL: 'any' }],
  ['mux-and-ports', 'chaptering', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.observability:4317' }],
  ['mux-and-ports', 'chaptering', { OTEL_TRACES_SAMPLER_ARG: '0.01' }],
  ['mux-and-ports', 'migrate', { KAFKA_OAUTH_CLIENT_ID: 'migrate', KAFKA_USERNAME: undefined }],
  ['operations', 'move', { KAFKA_BROKERS: 'kafka.kafka:9092', KAFKA_TLS: undefined }],
  ...Object.entries(engines).flatMap(([name, ENGINE_ROLES]) =>
    [
      {
        ENGINE_ROLES,
        ...bucket,
        MEDIA_PREFIX: 'blue/',
        MEDIA_PATH_STYLE: 'true',
        MEDIA_ENCRYPTION: 'AES256',
      },
      { MEDIA_DELIVERY: 'redirect', MEDIA_PUBLIC_ENDPOINT: 'https://s3.example.com' },
      {
        MONGO_URL: mongoOfBucket,
        MONGO_USERNAME: 'video-engine',
        MONGO_PASSWORD_FILE: `${files}/mongo-password`,
      },
      { SPEECH_BASE_URL: speech, SPEECH_API_KEY_FILE: undefined },
    ].map((each) => ['bucket', name, each] as const),
  ),
  ['bucket', 'gateway', { MEDIA_ORIGIN: 'https://s3.example.com', MEDIA_BUCKET: undefined }],
  ['bucket', 'migrate', { VIDEO_ENGINE_MONGO_PASSWORD_FILE: `${files}/video-engine-mongo-password` }],
  ['bucket-operations', 'move-media', { MEDIA_BUCKET: 'webinars', MEDIA_REGION: 'us-east-1' }],
  ['bucket-operations', 'move-media', { MEDIA_ACCESS_KEY_ID_FILE: undefined, TMPDIR: '/from' }],
  ['repair-bucket-operations', 'repair', { ...bucket, MEDIA_PREFIX: 'blue/', MEDIA_PATH_STYLE: 'false' }],
  ['repair-bucket-operations', 'repair', { MONGO_ADMIN_URL_FILE: `${files}/mongo-admin-url` }],
  ['repair-bucket-operations', 'migrate', { MEDIA_BUCKET: undefined }],
  ['repair-bucket-operations', 'operator', { MEDIA_BUCKET: undefined }],
  ['all-in-one-bucket-operations', 'repair', { ...bucket, MEDIA_PATH_STYLE: 'true' }],
];

test.each(variables)('%s: the variables of %s follow the values', (name, component, expected) => {
  const found = environmentIn(rendered(name), component);
  const named = Object.keys(expected).map((variable) => [variable, found[variable]]);
  expect(Object.fromEntries(named)).toEqual(expected);
});

/** Operators of Kafka make certificates; Kubernetes makes the tokens, which have an audience instead of a Secret. */
const ofOperators = (name: string) =>
  `kafka.crt=kafka-${name}/user.crt kafka.key=kafka-${name}/user.key kafka-token=/kafka`;
const ofMux = [
  'mux-token-id',
  'mux-token-secret',
  'mux-webhook-secret',
  'mux-signing-key',
  'mux-private-key',
];

/** Every secret file of a pod, and the Secret and key that it has. */
const secrets: readonly (readonly [name: string, component: string, ...files: readonly string[]])[] = [
  [
    'everything',
    'auth',
    'kafka-ca.crt=vault-kafka-cluster-ca-cert/ca.crt kafka-password=vault/auth-kafka-password',
    'mongo-ca.crt=mongo-ca/ca.crt mongo.crt=mongo-auth/tls.crt mongo.key=mongo-auth/tls.key',
    'rpc-tls.crt=vault-rpc-auth/tls.crt rpc-tls.key=vault-rpc-auth/tls.key rpc-ca.crt=vault-rpc-auth/ca.crt',
    'jwt-keys=vault/jwt-keys smtp-url=vault/smtp-url otlp-headers=tracing-headers/otlp-headers',
  ],
  [
    'mux-and-operators',
    'upload',
    ofOperators('upload'),
    'mongo-url=mongo/mongo-url mongo-password=upload-mongo/password rpc-secret=calls/rpc-secret',
    ...ofMux.map((key) => `${key}=mux/${key}`),
  ],
  [
    'mux-and-operators',
    'migrate',
    ofOperators('migrate'),
    'mongo-url=migrate-mongo/connectionString.standard',
  ],
];

test.each(secrets)(
  '%s: %s mounts the Secrets of the values, and no others',
  (name, component, ...expected) => {
    const found = secretsOf(podIn(rendered(name), component));
    const shown = found.map(({ path, secret, key }) => `${path.replace(/.*\//, '')}=${secret}/${key}`);
    expect(shown.sort()).toEqual(expected.join(' ').split(' ').sort());
  },
);

/** An object, and what of the values it has. */
const objects: readonly (readonly [name: string, kind: string, own: string, object: object])[] = [
  ['everything', 'Ingress', 'vault', { spec: { ingressClassName: 'nginx' } }],
  ['everything', 'ServiceMonitor', 'vault', { metadata: { labels: { release: 'prometheus' } } }],
  ['everything', 'ConfigMap', 'vault-dashboard', { metadata: { labels: { grafana_dashboard: '1' } } }],
  ['everything', 'PersistentVolumeClaim', 'vault-video-engine', { spec: { storageClassName: 'fast' } }],
  ['everything', 'PersistentVolumeClaim', 'vault-video-engine', claimOf('2Ti')],
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
    'mux-and-ports',
    'TriggerAuthentication',
    'vault-upload',
    {
      spec: {
        env: [
          { parameter: 'username', name: 'KAFKA_OAUTH_CLIENT_ID', containerName: 'upload' },
          { parameter: 'oauthTokenEndpointUri', name: 'KAFKA_OAUTH_TOKEN_URL', containerName: 'upload' },
        ],
        secretTargetRef: [
          { parameter: 'cert', name: 'upload', key: 'user.crt' },
          { parameter: 'key', name: 'upload', key: 'user.key' },
          { parameter: 'password', name: 'vault', key: 'upload-kafka-password' },
        ],
      },
    },
  ],
  ['conventions', 'Deployment', 'vault-admin', { spec: { replicas: 12 } }],
  // Only services that read topics have at most as many pods as partitions.
  ['conventions', 'HorizontalPodAutoscaler', 'vault-gateway', { spec: { maxReplicas: 40 } }],
  ['bucket', 'Deployment', 'vault-gateway', { spec: { replicas: 500 } }],
  ['mux-and-operators', 'Deployment', 'vault-search', { spec: { replicas: 1 } }],
];

test.each(objects)('%s: %s %s has what the values say', (name, kind, own, expected) => {
  const found = ofKind<object>(rendered(name), kind).filter(({ metadata }) => metadata.name === own);
  expect(found).toMatchObject([expected]);
});
