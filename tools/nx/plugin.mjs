// The targets that Nx can run for each workspace: `typecheck`, `lint`, `test`, `test-servers` for specs that need Kafka
// and MongoDB, `test-bucket` for those that need object storage, `test-full` for specs of a full run only, and
// `test-full-bucket` for what is both. `test--NAME` and the like are parts of a long target: Nx
// starts parts before whole targets, so that the short ones run last.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const step = 'node --disable-warning=ExperimentalWarning tools/nx/run-step.mjs';
const isOnServers = (path) => /[./](kafka|mongod|servers)\.spec\.ts$/.test(path);
const isOnBucket = (path) => /\.bucket\.spec\.ts$/.test(path);
const isByGo = (path) => /\.go\.spec\.ts$/.test(path);
const isInFullRun = (path) => /\.full\.spec\.ts$/.test(path);
/** Integration specs run on embedded adapters, and in a full run also on Kafka and MongoDB. */
const runsOnServersToo = (path) => /^libs\/(services|platform)\/.*\.int\.spec\.ts$/.test(path);
const isSkipped = (path) => ['node_modules', 'dist'].includes(basename(path));
/** They take minutes; in every run, the store, the app of the engine and `migrate` show that a bucket works. */
const inFullRunOnBucket = ['libs/kit/video-engine'];
/** Split into parts, since as one target they would still run for minutes after everything else has ended. */
const halved = ['apps/web', 'libs/kit/media', 'libs/kit/video-engine'];

export const createNodesV2 = [
  '{apps/*,libs/*,libs/services/*,libs/kit/*}/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const folder = dirname(file);
      const specs = globSync(`${folder}/**/*.spec.{ts,tsx}`, { cwd: workspaceRoot, exclude: isSkipped });
      const isEndToEnd = folder === 'apps/e2e';
      const targets = isEndToEnd ? endToEnd(join(workspaceRoot, folder, 'steps.json')) : tests(folder, specs);
      return [file, { projects: { [folder]: { targets: { ...checks, ...targets } } } }];
    }),
];

/** One TypeScript program checks all server code: one for each workspace would read the same libraries 28 times. */
const partOfWorkspace = (target) => ({ ...nothing, dependsOn: [{ projects: ['webinar-vault'], target }] });
const nothing = { executor: 'nx:noop' };
const checks = { typecheck: partOfWorkspace('typecheck'), lint: partOfWorkspace('lint') };

function tests(folder, specs) {
  const targets = {};
  if (!specs.every(isOnServers)) targets.test = runs('jest', folder);
  if (specs.some(isOnServers)) targets['test-servers'] = runs('jest-servers', folder);
  if (specs.some(isOnBucket))
    targets[inFullRunOnBucket.includes(folder) ? 'test-full-bucket' : 'test-bucket'] = runs(
      'jest-bucket',
      folder,
    );
  if (specs.some(isByGo)) targets['test-go'] = runs('jest-go', folder);
  if (specs.some(isInFullRun)) targets['test-full'] = runs('jest-full', folder);
  if (specs.some(runsOnServersToo)) targets['test-full'] = runs('jest-on-servers', folder);
  if (folder === 'apps/bench') Object.assign(targets, smokeRunOfBenchmarks());
  return halved.includes(folder) ? { ...targets, ...inHalves(folder) } : targets;
}

function inHalves(folder) {
  const half = (number) => part(`test--${number}`, runs('jest', folder, `${number}/2`), testedInputs);
  return { ...half(1), ...half(2), test: { ...nothing, dependsOn: ['test--1', 'test--2'] } };
}

/** They start two of each service: beside another step, calls would miss their deadlines. */
const runsAlone = (name, files) =>
  name.startsWith('test-full--') && files.some((path) => path.startsWith('faults/'));

function endToEnd(file) {
  const steps = Object.entries(JSON.parse(readFileSync(file, 'utf8'))).flatMap(([mode, ofMode]) =>
    Object.entries(ofMode).map(([name, files]) => ({
      name,
      ...runs('e2e', mode, ...files.map((path) => `apps/e2e/src/${path}`)),
      parallelism: !runsAlone(name, files),
    })),
  );
  const targets = part('test--specs', runs('jest', 'apps/e2e'), [
    ...testedInputs,
    '{workspaceRoot}/docs/requirements/**/*',
    // Their titles quote the requirements.
    '{workspaceRoot}/{apps,libs}/**/*.spec.{ts,tsx}',
  ]);
  for (const { name, ...target } of steps) Object.assign(targets, part(name, target, ['product']));
  for (const whole of ['test', 'test-servers', 'test-full', 'test-full-bucket'])
    targets[whole] = {
      ...nothing,
      dependsOn: Object.keys(targets).filter((name) => name.startsWith(`${whole}--`)),
    };
  return targets;
}

/** It compares CPU times and counts messages, so it runs alone. */
function smokeRunOfBenchmarks() {
  const target = {
    ...runs('command-servers', 'node', 'apps/bench/src/main.ts', '--smoke'),
    parallelism: false,
  };
  return part('test-full', target, ['product', 'default']);
}

const testedInputs = ['default', '^sources', 'testTools'];

function part(name, target, inputs) {
  const outputs = [`{workspaceRoot}/test-results/{projectName}.${name}.json`];
  return { [name]: { ...target, cache: true, inputs, outputs } };
}

function runs(...args) {
  return { command: [step, ...args].join(' ') };
}
