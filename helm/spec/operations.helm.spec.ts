import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { componentOf, ofKind, runningIn, workloadsOf } from './objects.ts';
import { rendered } from './renders.ts';
import { root } from './root.ts';

const podOf = (name: string, component: string) =>
  runningIn(rendered(name)).find((object) => componentOf(object) === component)!.spec.template;
const commandOf = (name: string, component: string) => podOf(name, component).spec.containers[0]!.command;
const claimsOf = (name: string, component: string) =>
  podOf(name, component).spec.volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);

test('a move runs alone: no service is there, and it writes the volume that the video engine gets', () => {
  expect(workloadsOf(rendered('operations'))).toEqual([]);
  expect(ofKind(rendered('operations'), 'Job').map(componentOf)).toEqual(['move']);
  expect(commandOf('operations', 'move')).toEqual(['node', 'main.js', 'move', '/from', '--engine', '/to']);
  expect(claimsOf('operations', 'move')).toEqual(['vault-all-in-one', 'vault-video-engine']);
  expect(
    ofKind(rendered('operations'), 'PersistentVolumeClaim').map(({ metadata }) => metadata.name),
  ).toEqual(['vault-video-engine']);
  const from = podOf('operations', 'move').spec.containers[0]!.volumeMounts.find(
    ({ mountPath }) => mountPath === '/from',
  );
  expect(from?.readOnly).toBe(true);
});

test.each([
  ['all-in-one-operations', ['/data', '--apply'], ['vault-all-in-one']],
  ['repair-operations', ['/data', '--apply'], ['vault-video-engine']],
  ['all-in-one-bucket-operations', ['/data', '--apply'], ['vault-all-in-one']],
  ['repair-bucket-operations', ['--apply'], []],
])(
  'a repair of %s runs alone, with the volume if there is one, and a command that exists',
  (name, args, claims) => {
    expect(workloadsOf(rendered(name))).toEqual([]);
    expect(commandOf(name, 'repair')).toEqual(['node', 'main.js', 'repair', ...args]);
    const command = join(root, 'apps/migrate/src/repair/repair-command.ts');
    expect(readFileSync(command, 'utf8')).toContain("name: 'repair'");
    expect(claimsOf(name, 'repair')).toEqual(claims);
  },
);

test('a repair of microservices reaches the servers as the migrate job does', () => {
  const variables = (component: string) =>
    podOf('repair-operations', component).spec.containers[0]!.env!.filter(
      ({ name }) => name !== 'NODE_OPTIONS',
    );
  expect(variables('repair')).toEqual(variables('migrate'));
  const policies = ofKind(rendered('repair-operations'), 'NetworkPolicy').map(componentOf);
  expect(policies).toEqual(expect.arrayContaining(['migrate', 'repair']));
});

test.each([
  ['minimal', 'migrate'],
  ['all-in-one', 'all-in-one'],
])('the operator of %s never starts by itself, and needs no other pod', (name, account) => {
  const [scheduled] = ofKind<{ suspend: boolean }>(rendered(name), 'CronJob');
  expect([scheduled!.metadata.name, scheduled!.spec.suspend]).toEqual(['vault-operator', true]);
  const { spec, metadata } = podOf(name, 'operator');
  expect(spec.containers[0]!.command).toEqual(['sleep', 'infinity']);
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
  const guide = readFileSync(join(root, 'helm/webinar-vault/README.md'), 'utf8');
  const [, script = ''] = /(run\(\) \([^]+?\n\))/.exec(guide)!;
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
