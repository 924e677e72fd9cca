// What Nx can run for each workspace: `typecheck`, `lint`, `test`, `test-servers` for specs that need Kafka and MongoDB,
// and `test-full` for what only a full run proves. What a workspace runs beside these stands in its package.json (`nx.targets`).
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const step = 'node --disable-warning=ExperimentalWarning tools/nx/run-step.mjs';
const isOnServers = (path) => /[./](kafka|mongod|servers)\.spec\.ts$/.test(path);
const isInFullRun = (path) => /\.full\.spec\.ts$/.test(path);
/** Integration specs run on embedded adapters, and in a full run on Kafka and MongoDB as well. */
const runsOnServersToo = (path) => /^libs\/(services|platform)\/.*\.int\.spec\.ts$/.test(path);
const isSkipped = (path) => ['node_modules', 'dist'].includes(basename(path));

export const createNodesV2 = [
  '{apps/*,libs/*,libs/services/*,libs/kit/*}/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const folder = dirname(file);
      const specs = globSync(`${folder}/**/*.spec.{ts,tsx}`, { cwd: workspaceRoot, exclude: isSkipped });
      return [file, { projects: { [folder]: { targets: targetsOf(folder, specs) } } }];
    }),
];

function targetsOf(folder, specs) {
  const targets = { typecheck: partOfWorkspace('typecheck'), lint: partOfWorkspace('lint') };
  if (!specs.every(isOnServers)) targets.test = tested('jest', folder);
  if (specs.some(isOnServers)) targets['test-servers'] = tested('jest-servers', folder);
  if (specs.some(isInFullRun)) targets['test-full'] = tested('jest-full', folder);
  if (specs.some(runsOnServersToo)) targets['test-full'] = tested('jest-on-servers', folder);
  return targets;
}

/** One program checks all of the servers' code: one for each workspace would read the same libraries 28 times. */
function partOfWorkspace(target) {
  return { executor: 'nx:noop', dependsOn: [{ projects: ['webinar-vault'], target }] };
}

function tested(kind, folder) {
  return { command: `${step} ${kind} ${folder}` };
}
