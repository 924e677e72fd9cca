import { notes, render } from './helm.ts';
import { componentOf, objectsIn, ofKind, runningIn, secretsOf, variablesOf, workloadsOf } from './objects.ts';
import { version } from './root.ts';
import { rendered } from './renders.ts';

const engines = ['video-engine', 'video-engine-media', 'video-engine-speech'];
const workloadOf = (component: string) =>
  workloadsOf(rendered('bucket')).find((object) => componentOf(object) === component)!;
const environmentOf = (component: string) =>
  variablesOf(rendered('bucket'), workloadOf(component).spec.template.spec.containers[0]!);
const specOf = (kind: string, component: string) =>
  ofKind(rendered('bucket'), kind).find((object) => componentOf(object) === component)?.spec;

test('with a bucket, the video engine is three deployments of one program without a lasting volume', () => {
  expect(ofKind(rendered('bucket'), 'PersistentVolumeClaim')).toEqual([]);
  const disruptable = ofKind(rendered('bucket'), 'PodDisruptionBudget').map(componentOf);
  for (const name of engines) {
    const { kind, spec } = workloadOf(name);
    expect([name, kind]).toEqual([name, 'Deployment']);
    const [container] = spec.template.spec.containers;
    expect(container!.image).toBe(`registry.example.com/webinar-vault/video-engine:${version}`);
    const data = spec.template.spec.volumes.find((volume) => volume.name === 'data');
    expect(data).toMatchObject({
      ephemeral: {
        volumeClaimTemplate: {
          spec: { storageClassName: 'fast', resources: { requests: { storage: '80Gi' } } },
        },
      },
    });
    expect(disruptable).toContain(name);
  }
  expect(engines.map((name) => environmentOf(name)['ENGINE_ROLES'])).toEqual(['api', 'media', 'speech']);
});

test('each engine has the settings of the bucket, its keys, and the account of the database', () => {
  for (const name of engines)
    expect(environmentOf(name)).toMatchObject({
      MEDIA_BUCKET: 'webinars',
      MEDIA_ENDPOINT: 'https://s3.example.com:9000',
      MEDIA_REGION: 'us-east-1',
      MEDIA_PREFIX: 'blue/',
      MEDIA_PATH_STYLE: 'true',
      MEDIA_ENCRYPTION: 'AES256',
      MEDIA_DELIVERY: 'redirect',
      MEDIA_PUBLIC_ENDPOINT: 'https://s3.example.com',
      MEDIA_ACCESS_KEY_ID_FILE: '/run/secrets/vault/media-access-key-id',
      MEDIA_SECRET_ACCESS_KEY_FILE: '/run/secrets/vault/media-secret-access-key',
      MONGO_URL: 'mongodb://mongo.data:27017/?replicaSet=rs0',
      MONGO_USERNAME: 'video-engine',
      MONGO_PASSWORD_FILE: '/run/secrets/vault/mongo-password',
    });
  const others = workloadsOf(rendered('bucket')).filter((object) => !engines.includes(componentOf(object)));
  for (const name of others.map(componentOf)) {
    const variables = Object.keys(environmentOf(name)).filter((key) => key.startsWith('MEDIA_'));
    expect([name, variables]).toEqual([name, name === 'gateway' ? ['MEDIA_ORIGIN'] : []]);
  }
  const migrate = runningIn(rendered('bucket')).find((object) => componentOf(object) === 'migrate')!;
  expect(variablesOf(rendered('bucket'), migrate.spec.template.spec.containers[0]!)).toMatchObject({
    VIDEO_ENGINE_MONGO_PASSWORD_FILE: '/run/secrets/vault/video-engine-mongo-password',
  });
});

test('pods are added for the jobs that wait for their role', () => {
  const queryOf = (kinds: string) =>
    `sum(max by (kind) (job_queue_depth{namespace="webinars",vault_release="vault",kind=~"${kinds}"}))`;
  const serverAddress = 'http://prometheus.monitoring:9090';
  const media = queryOf('ingest|verification|storyboard|rendition');
  expect(specOf('ScaledObject', 'video-engine-media')).toMatchObject({
    maxReplicaCount: 20,
    triggers: [{ type: 'prometheus', metadata: { serverAddress, query: media, threshold: '2' } }],
  });
  expect(specOf('ScaledObject', 'video-engine-speech')).toMatchObject({
    triggers: [{ metadata: { query: queryOf('captions'), threshold: '3' } }],
  });
  expect(specOf('ScaledObject', 'video-engine')).toBeUndefined();
});

interface Policy {
  readonly ingress: readonly { ports: readonly { port: number }[] }[];
  readonly egress?: readonly { ports: readonly { port: number }[]; to?: unknown }[];
}

test('only the engines reach the bucket, and only requests reach the engine that answers them', () => {
  const reach = (component: string, port: number) =>
    (specOf('NetworkPolicy', component) as Policy).egress!.filter(({ ports }) =>
      ports.some((each) => each.port === port),
    );
  for (const name of engines) {
    expect(reach(name, 9000)).toEqual([
      { ports: [{ port: 9000 }], to: [{ ipBlock: { cidr: '10.1.0.0/16' } }] },
    ]);
    expect(reach(name, 27_017)).toHaveLength(1);
    const open = (specOf('NetworkPolicy', name) as Policy).ingress.flatMap(({ ports }) =>
      ports.map(({ port }) => port),
    );
    expect(open.includes(5000)).toBe(name === 'video-engine');
  }
  expect(reach('upload', 9000)).toEqual([]);
  // Services that follow a redirect read media from its origin.
  expect(reach('gateway', 443)).toHaveLength(1);
});

test('media of a volume are moved alone, with the identity of a pod and the databases', () => {
  const objects = rendered('bucket-operations');
  expect(workloadsOf(objects)).toEqual([]);
  const [job] = ofKind(objects, 'Job');
  expect(componentOf(job!)).toBe('move-media');
  const { spec } = runningIn(objects).find((object) => componentOf(object) === 'move-media')!.spec.template;
  expect(spec.containers[0]!.command).toEqual(['node', 'main.js', 'move-media', '/from/media']);
  expect(spec.volumes).toContainEqual({
    name: 'from',
    persistentVolumeClaim: { claimName: 'vault-video-engine' },
  });
  const variables = variablesOf(objects, spec.containers[0]!);
  expect(variables).toMatchObject({
    MEDIA_BUCKET: 'webinars',
    MEDIA_REGION: 'us-east-1',
    TMPDIR: '/from',
  });
  expect(variables).not.toHaveProperty('MEDIA_ACCESS_KEY_ID_FILE');
});

const inBucket = {
  MEDIA_BUCKET: 'webinars',
  MEDIA_ENDPOINT: 'https://s3.example.com:9000',
  MEDIA_REGION: 'us-east-1',
  MEDIA_ACCESS_KEY_ID_FILE: '/run/secrets/vault/media-access-key-id',
  MEDIA_SECRET_ACCESS_KEY_FILE: '/run/secrets/vault/media-secret-access-key',
};

/** The variables of a case's pods, and the ports that its pods reach, by component. */
function accessIn(name: string) {
  const objects = rendered(name);
  const variables = runningIn(objects).map(
    (object) =>
      [componentOf(object), variablesOf(objects, object.spec.template.spec.containers[0]!)] as const,
  );
  const ports = ofKind<Policy>(objects, 'NetworkPolicy').map((object) => {
    const all = (object.spec.egress ?? []).flatMap((rule) => rule.ports.map(({ port }) => port));
    return [componentOf(object), [...new Set(all)]] as const;
  });
  return {
    variables: Object.fromEntries(variables),
    ports: Object.fromEntries(ports),
    knowing: variables.filter(([, each]) => 'MEDIA_BUCKET' in each).map(([component]) => component),
  };
}

test('a repair has the bucket besides what the migrate job has', () => {
  const { variables, ports, knowing } = accessIn('repair-bucket-operations');
  const bucket = { ...inBucket, MEDIA_PREFIX: 'blue/', MEDIA_PATH_STYLE: 'false' };
  const NODE_OPTIONS = expect.any(String) as unknown;
  expect(variables['repair']).toEqual({ ...variables['migrate'], ...bucket, NODE_OPTIONS });
  expect(variables['repair']).toHaveProperty('MONGO_ADMIN_URL_FILE');
  expect(knowing).toEqual(['repair']);
  expect(ports['repair']).toEqual([53, 9092, 27_017, 9000]);
  for (const other of ['migrate', 'operator']) expect(ports[other]).toEqual([53, 9092, 27_017]);
});

test('a repair of one process has the bucket, and reaches nothing else', () => {
  const { variables, ports } = accessIn('all-in-one-bucket-operations');
  expect(variables['repair']).toEqual({
    ...inBucket,
    MEDIA_PATH_STYLE: 'true',
    NODE_OPTIONS: expect.any(String) as unknown,
  });
  expect(ports['repair']).toEqual([53, 9000]);
  expect(accessIn('all-in-one-operations').ports).not.toHaveProperty('repair');
});

test('the notes say what media on a volume, or in a bucket, mean', async () => {
  const [onVolume, inBucket] = await Promise.all([
    notes('webinar-vault', ['k8s/values.yaml']),
    notes('webinar-vault', ['helm/spec/cases/bucket.yaml']),
  ]);
  expect(onVolume).toContain('The video engine is one pod with a volume');
  expect(inBucket).toContain('Media are in the bucket webinars.');
  expect(inBucket).toContain('set operations.repair.enabled');
});

const withBucket = (more: object, file = 'bucket') =>
  render('webinar-vault', [`helm/spec/cases/${file}.yaml`], more);

const keeping = ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin', 'video-engine'];

test('with a bucket the video engine may have a Secret or a certificate of its own for MongoDB', async () => {
  const parts = { existingSecret: 'parts' };
  const secretOf = (name: string) => [name, { secret: `${name}-mongo` }] as const;
  const own = await withBucket({
    existingSecret: '',
    mongodb: { accounts: Object.fromEntries([...keeping, 'migrate'].map(secretOf)) },
    rpc: parts,
    sessions: parts,
    videoHost: parts,
  });
  const subjectOf = (name: string) => [name, { subject: `CN=${name}` }] as const;
  const certified = await withBucket({
    mongodb: {
      tls: { enabled: true, caSecret: 'ca', client: { enabled: true, secretPrefix: 'mongo-' } },
      accounts: Object.fromEntries(keeping.map(subjectOf)),
    },
  });
  for (const name of engines) {
    const secretsIn = (text: string) =>
      secretsOf(
        workloadsOf(objectsIn(text)).find((object) => componentOf(object) === name)!.spec.template.spec,
      ).map(({ secret }) => secret);
    expect(secretsIn(own)).toContain('video-engine-mongo');
    expect(secretsIn(certified)).toContain('mongo-video-engine');
  }
});

test('the pods of one program have its image, account and settings', async () => {
  const text = await withBucket({
    media: { bucket: { hasKeys: false } },
    services: {
      'video-engine': {
        replicas: 5,
        image: { digest: `sha256:${'0a'.repeat(32)}` },
        serviceAccount: { annotations: { role: 'media' } },
        extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/company/ca.crt' }],
        nodeSelector: { disk: 'fast' },
      },
      'video-engine-speech': { nodeSelector: { cores: 'many' } },
    },
  });
  const objects = objectsIn(text);
  const pods = workloadsOf(objects).filter((object) => engines.includes(componentOf(object)));
  expect(pods.map(({ spec }) => spec.replicas)).toEqual([5, undefined, undefined]);
  const [first, ...others] = pods.map(({ spec }) => spec.template.spec);
  const common = ({ serviceAccountName, containers: [container] }: NonNullable<typeof first>) => ({
    serviceAccountName,
    image: container!.image,
    env: container!.env,
    resources: container!.resources,
  });
  expect(common(first!)).toMatchObject({
    serviceAccountName: 'vault-video-engine',
    image: expect.stringMatching(/video-engine@sha256:(0a){32}$/) as string,
    env: [{ name: 'NODE_EXTRA_CA_CERTS' }],
  });
  for (const other of others) expect(common(other)).toEqual(common(first!));
  const accounts = ofKind(objects, 'ServiceAccount').filter(({ metadata }) =>
    metadata.name.startsWith('vault-video-engine'),
  );
  expect(accounts.map(({ metadata }) => metadata.annotations?.['role'])).toEqual(['media']);
  expect(pods.map(({ spec }) => (spec.template.spec as { nodeSelector?: object }).nodeSelector)).toEqual([
    { disk: 'fast' },
    { disk: 'fast' },
    { disk: 'fast', cores: 'many' },
  ]);
});

test('identities of EKS reach the engines and the jobs that handle media', () => {
  const agent = { ipBlock: { cidr: '169.254.170.23/32' } };
  const reaching = (objects: ReturnType<typeof rendered>) =>
    ofKind<Policy>(objects, 'NetworkPolicy')
      .filter(({ spec }) => JSON.stringify(spec.egress ?? []).includes(agent.ipBlock.cidr))
      .map(componentOf);
  expect(reaching(rendered('bucket-operations'))).toEqual(['video-engine', 'move-media']);
  expect(reaching(rendered('bucket'))).toEqual([]);
});

test('the jobs of `operations` have the memory that copies of large objects need', () => {
  for (const [name, component] of [
    ['bucket-operations', 'move-media'],
    ['operations', 'move'],
    ['repair-operations', 'repair'],
  ] as const) {
    const { spec } = runningIn(rendered(name)).find((object) => componentOf(object) === component)!;
    const [container] = spec.template.spec.containers;
    expect(container!.resources.limits).toMatchObject({ memory: '768Mi' });
    expect(variablesOf(rendered(name), container!)['NODE_OPTIONS']).toBe('--max-old-space-size=460');
  }
});

test('work and caches that do not fit are refused', async () => {
  const refused = await withBucket({
    media: { cores: 16, bucket: { cacheMib: 102_400 } },
    services: { 'video-engine-speech': { serviceAccount: { annotations: { role: 'speech' } } } },
  }).catch(String);
  for (const sentence of [
    'services.video-engine-media.resources.limits.memory must be at least 3376Mi with 16 cores',
    'media.bucket.cacheMib must be at most half of media.bucket.scratch.size, 80Gi',
    'set services.video-engine.serviceAccount',
  ])
    expect(refused).toContain(sentence);
  // A pod that only serves or writes captions encodes nothing.
  for (const part of ['services.video-engine.r', 'services.video-engine-speech.r'])
    expect(refused).not.toContain(part);
});

test('a speech server may need no key', async () => {
  const speechServer = { enabled: true, hasKey: false };
  const text = await withBucket({ speechServer: { ...speechServer, baseUrl: 'http://speech.models:8000' } });
  expect(text).toContain('SPEECH_BASE_URL: "http://speech.models:8000"');
  expect(text).not.toContain('speech-api-key');
  await expect(withBucket({ speechServer })).rejects.toThrow('speechServer.baseUrl must be set');
});
