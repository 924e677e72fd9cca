import { serviceNames } from '../../libs/contracts/src/index.ts';
import { notes, productIn } from './helm.ts';
import {
  componentOf,
  environmentIn,
  ofKind,
  podIn,
  runBy,
  runningIn,
  secretsOf,
  workloadsOf,
} from './objects.ts';
import { version } from './root.ts';
import { rendered } from './renders.ts';

const engines = ['video-engine', 'video-engine-media', 'video-engine-speech'];
const objects = rendered('bucket');

test('with a bucket, the video engine is three deployments of one program without a lasting volume', () => {
  expect(ofKind(objects, 'PersistentVolumeClaim')).toEqual([]);
  const spec = { storageClassName: 'fast', resources: { requests: { storage: '80Gi' } } };
  for (const name of engines) {
    expect([name, runBy(objects, name).kind]).toEqual([name, 'Deployment']);
    const { containers, volumes } = podIn(objects, name);
    expect(containers[0]!.image).toBe(`registry.example.com/webinar-vault/video-engine:${version}`);
    const data = volumes.find((volume) => volume.name === 'data');
    expect(data).toMatchObject({ ephemeral: { volumeClaimTemplate: { spec } } });
  }
  for (const name of workloadsOf(objects)
    .map(componentOf)
    .filter((each) => !engines.includes(each))) {
    const variables = Object.keys(environmentIn(objects, name)).filter((key) => key.startsWith('MEDIA_'));
    expect([name, variables]).toEqual([name, name === 'gateway' ? ['MEDIA_ORIGIN'] : []]);
  }
});

test('pods are added for the jobs that wait for their role', () => {
  const scalerOf = (component: string) =>
    ofKind(objects, 'ScaledObject').find((object) => componentOf(object) === component)?.spec;
  const queryOf = (kinds: string) =>
    `sum(max by (kind) (job_queue_depth{namespace="webinars",vault_release="vault",kind=~"${kinds}"}))`;
  const serverAddress = 'http://prometheus.monitoring:9090';
  const media = queryOf('ingest|verification|storyboard');
  expect(scalerOf('video-engine-media')).toMatchObject({
    maxReplicaCount: 20,
    triggers: [{ type: 'prometheus', metadata: { serverAddress, query: media, threshold: '2' } }],
  });
  expect(scalerOf('video-engine-speech')).toMatchObject({
    triggers: [{ metadata: { query: queryOf('captions'), threshold: '3' } }],
  });
  expect(scalerOf('video-engine')).toBeUndefined();
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

test('each account may have its own Secret or certificate for MongoDB, and no Secret is without a name', async () => {
  const keeping = [...serviceNames.filter((name) => name !== 'gateway'), 'video-engine'];
  const accountsOf = (names: readonly string[], of: (name: string) => object) =>
    Object.fromEntries(names.map((name) => [name, of(name)]));
  const parts = { existingSecret: 'parts' };
  const own = await productIn('bucket', {
    existingSecret: '',
    mongodb: { accounts: accountsOf([...keeping, 'migrate'], (name) => ({ secret: `${name}-mongo` })) },
    ...{ rpc: parts, sessions: parts, videoHost: parts },
  });
  const named = runningIn(own).flatMap(({ spec }) => secretsOf(spec.template.spec));
  expect([...new Set(named.map(({ secret }) => secret))].sort()).toEqual(
    [...keeping.map((name) => `${name}-mongo`), 'migrate-mongo', 'parts', 'bucket-keys'].sort(),
  );
  const certified = await productIn('bucket', {
    mongodb: {
      tls: { enabled: true, caSecret: 'ca', client: { enabled: true, secretPrefix: 'mongo-' } },
      accounts: accountsOf(keeping, (name) => ({ subject: `CN=${name}` })),
    },
  });
  for (const name of engines) {
    const secretsIn = (all: typeof own) => secretsOf(podIn(all, name)).map(({ secret }) => secret);
    expect(secretsIn(own)).toContain('video-engine-mongo');
    expect(secretsIn(certified)).toContain('mongo-video-engine');
  }
});

test('the pods of one program have its image, account and settings', async () => {
  const all = await productIn('bucket', {
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
  expect(engines.map((name) => runBy(all, name).spec.replicas)).toEqual([5, undefined, undefined]);
  const settings = engines.map((name) => {
    const { serviceAccountName, containers, nodeSelector } = podIn(all, name);
    const { image, env, resources } = containers[0]!;
    return { serviceAccountName, image, env, resources, nodeSelector };
  });
  const [{ resources } = {}] = settings;
  const common = {
    serviceAccountName: 'vault-video-engine',
    image: expect.stringMatching(/video-engine@sha256:(0a){32}$/) as string,
    env: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/company/ca.crt' }],
    ...{ resources, nodeSelector: { disk: 'fast' } },
  };
  expect(settings).toEqual([common, common, { ...common, nodeSelector: { disk: 'fast', cores: 'many' } }]);
  const accounts = ofKind(all, 'ServiceAccount').filter(({ metadata }) => /video-engine/.test(metadata.name));
  expect(accounts.map(({ metadata }) => metadata.annotations?.['role'])).toEqual(['media']);
});
