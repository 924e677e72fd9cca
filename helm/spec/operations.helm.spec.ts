import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { componentOf, environmentIn, ofKind, podIn, runBy, workloadsOf } from './objects.ts';
import { rendered } from './renders.ts';
import { read } from './root.ts';

const commandOf = (name: string, component: string) =>
  podIn(rendered(name), component).containers[0]!.command;
const volumes = ['vault-all-in-one', 'vault-video-engine'];
const data = ['/data', '--apply'];

test.each([
  ['operations', 'move', ['/from', '--engine', '/to'], volumes],
  ['bucket-operations', 'move-media', ['/from/media'], ['vault-video-engine']],
  ['all-in-one-operations', 'repair', data, ['vault-all-in-one']],
  ['repair-operations', 'repair', data, ['vault-video-engine']],
  ['all-in-one-bucket-operations', 'repair', data, ['vault-all-in-one']],
  ['repair-bucket-operations', 'repair', ['--apply'], []],
])(
  '%s: %s runs alone, with its volumes and the memory for large objects',
  (name, component, args, claims) => {
    const objects = rendered(name);
    expect(workloadsOf(objects)).toEqual([]);
    const [container] = podIn(objects, component).containers;
    expect(container!.command).toEqual(['node', 'main.js', component, ...args]);
    const mounted = podIn(objects, component).volumes.flatMap(
      ({ persistentVolumeClaim: claim }) => claim ?? [],
    );
    expect(mounted.map(({ claimName }) => claimName)).toEqual(claims);
    expect(container!.resources.limits).toMatchObject({ memory: '768Mi' });
    expect(environmentIn(objects, component)['NODE_OPTIONS']).toBe('--max-old-space-size=460');
  },
);

test('a move reads one volume, and writes that of the video engine', () => {
  const objects = rendered('operations');
  for (const kind of ['Job', 'PersistentVolumeClaim'])
    expect(ofKind(objects, kind).map(componentOf)).toEqual([kind === 'Job' ? 'move' : 'video-engine']);
  const { volumeMounts } = podIn(objects, 'move').containers[0]!;
  expect(volumeMounts).toContainEqual({ name: 'from', mountPath: '/from', readOnly: true });
});

test('a repair has what the migrate job has, besides a bucket, and its command exists', () => {
  expect(read('apps/migrate/src/repair/repair-command.ts')).toContain("name: 'repair'");
  for (const name of ['repair-operations', 'repair-bucket-operations']) {
    const { NODE_OPTIONS: _, ...migrate } = environmentIn(rendered(name), 'migrate');
    expect(environmentIn(rendered(name), 'repair')).toMatchObject(migrate);
    const added = Object.keys(environmentIn(rendered(name), 'repair')).filter((each) => !(each in migrate));
    expect(added.filter((each) => !/^(MEDIA_|NODE_OPTIONS)/.test(each))).toEqual([]);
  }
  const { NODE_OPTIONS: _, ...alone } = environmentIn(rendered('all-in-one-bucket-operations'), 'repair');
  expect(Object.keys(alone).filter((each) => !each.startsWith('MEDIA_'))).toEqual([]);
});

test.each([
  ['minimal', 'migrate'],
  ['all-in-one', 'all-in-one'],
])('the operator of %s never starts by itself, and needs no other pod', (name, account) => {
  const [scheduled] = ofKind<{ suspend: boolean }>(rendered(name), 'CronJob');
  expect([scheduled!.metadata.name, scheduled!.spec.suspend]).toEqual(['vault-operator', true]);
  const { spec, metadata } = runBy(rendered(name), 'operator').spec.template;
  expect(commandOf(name, 'operator')).toEqual(['sleep', 'infinity']);
  expect(spec.serviceAccountName).toBe(`vault-${account}`);
  // Neither the Service nor the rules for others select it.
  expect(metadata.labels['app.kubernetes.io/component']).toBe('operator');
});

test('nothing uses the API of Kubernetes', () => {
  for (const name of ['minimal', 'everything', 'operations', 'all-in-one-operations'])
    expect(rendered(name).filter(({ kind }) => /^(Cluster)?Role/.test(kind))).toEqual([]);
});

test("the guide's `run` uses the operator of its release, and deletes it also after a failure", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-run-'));
  const log = join(folder, 'log');
  writeFileSync(
    join(folder, 'kubectl'),
    `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\ncase "$*" in *exec*) exit 3;; esac\n`,
  );
  chmodSync(join(folder, 'kubectl'), 0o755);
  const [, script = ''] = /(run\(\) \([^]+?\n\))/.exec(read('helm/webinar-vault/README.md'))!;
  const options = { env: { PATH: `${folder}:${process.env['PATH']!}` } };
  const ran = promisify(execFile)('sh', ['-c', `${script}\nrun staff add 'a b@example.com'`], options);
  await expect(ran).rejects.toMatchObject({ code: 3 });
  // Two people who run commands have a job each.
  const [, job = ''] = /job (vault-operator-\d+)/.exec(readFileSync(log, 'utf8'))!;
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
    `-n webinars create job ${job} --from=cronjob/vault-operator`,
    `-n webinars wait job/${job} --for=jsonpath={.status.ready}=1 --timeout=120s`,
    `-n webinars exec -it job/${job} -- node main.js staff add a b@example.com`,
    `-n webinars delete job ${job}`,
  ]);
  rmSync(folder, { recursive: true });
});

interface TestPod {
  readonly containers: readonly { readonly image: string; readonly command: readonly string[] }[];
}

test('`helm test` fails when a service that is reached from outside is not ready', async () => {
  const [pod] = ofKind<TestPod>(rendered('minimal'), 'Pod');
  expect(pod!.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'test' });
  const [, ...args] = pod!.spec.containers[0]!.command;
  const addresses = args.filter((arg) => arg.startsWith('http'));
  expect(addresses).toEqual(['http://vault-gateway:5000/readyz', 'http://vault-video-engine:5000/readyz']);
  let status = 200;
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/broken' ? status : 200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const script = args.filter((arg) => !arg.startsWith('http'));
  const run = () => promisify(execFile)(process.execPath, [...script, `${origin}/fine`, `${origin}/broken`]);
  await expect(run()).resolves.toMatchObject({ stdout: expect.stringContaining('200 {}') as string });
  status = 503;
  await expect(run()).rejects.toMatchObject({ code: 1 });
  server.close();
  await once(server, 'close');
  await expect(run()).rejects.toMatchObject({ code: 1 });
});
