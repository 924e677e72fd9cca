import { notes } from './helm.ts';
import { componentOf, ofKind, runningIn, variablesOf, workloadsOf } from './objects.ts';
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
    expect(container!.image).toBe('registry.example.com/webinar-vault/video-engine:0.1.0');
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

test('only the engines reach the bucket, and only requests reach the engine that answers them', () => {
  interface Policy {
    readonly ingress: readonly { ports: readonly { port: number }[] }[];
    readonly egress: readonly { ports: readonly { port: number }[]; to?: unknown }[];
  }
  const reach = (component: string, port: number) =>
    (specOf('NetworkPolicy', component) as Policy).egress.filter(({ ports }) =>
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

test('the notes say what media on a volume, or in a bucket, mean', async () => {
  const [onVolume, inBucket] = await Promise.all([
    notes('webinar-vault', ['k8s/values.yaml']),
    notes('webinar-vault', ['helm/spec/cases/bucket.yaml']),
  ]);
  expect(onVolume).toContain('The video engine is one pod with a volume');
  expect(inBucket).toContain('Media are in the bucket webinars.');
});
