// What a test run consists of, and in which order its steps begin.
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { root } from './prepare.mjs';
import { checks, jest, loads, nodeTests } from './test-steps.mjs';

/** What measures times has the machine for itself, but for one that mostly waits. These begin, and so run together. */
const quiet = ['hung-peer.faults.ts', 'first-visit.e2e.ts'];
const waiting = ['servers-away.faults.ts'];
/** The longest of the others: begun last, one of them would go on alone. */
const long = ['kill.faults.ts', 'comings-and-goings.faults.ts', 'crash.e2e.ts', 'editor.e2e.ts'];

/** What these look at is the page alone: it is the same files, however the services behind it run. Once is enough. */
const pagesAlone = ['public.e2e.ts', 'first-visit.e2e.ts'];
const isPageAlone = (file) => file.endsWith('-staged.e2e.ts') || pagesAlone.includes(basename(file));

/** @param {string[]} files @param {string} form @param {Record<string, string>} env */
function fileSteps(files, form, env) {
  return files.map((file) => {
    const name = basename(file);
    const load = quiet.includes(name) ? loads.quiet : waiting.includes(name) ? loads.waiting : loads.usual;
    return { rank: rankOf(name), ...nodeTests(`${name} ${form}`, file, env, load) };
  });
}

function rankOf(name) {
  const rank = [waiting, quiet, long].findIndex((names) => names.includes(name));
  return rank === -1 ? 4 : rank;
}

/** @param {string} pattern @returns {string[]} */
function filesLike(pattern) {
  return globSync(pattern, { cwd: root });
}

/** What needs no servers: the workspace, the code, and the product in one process. */
export function stepsOfOneProcess() {
  const jestOf = (what, project) => jest(`${what} tests`, ['--selectProjects', project]);
  return [
    ...[
      jestOf('unit, contract and integration', 'node'),
      jestOf('kit', 'kit'),
      jestOf('web', 'browser'),
      checks('format', 'typecheck', 'lint'),
    ].map((step) => ({ rank: 2, ...step })),
    ...fileSteps(filesLike('apps/e2e/src/**/*.e2e.ts'), 'in one process', { E2E_MODE: 'all-in-one' }),
  ];
}

/** What needs Kafka and MongoDB. */
export function stepsOnServers(env) {
  const onServers = { ...env, TEST_SERVERS: '1' };
  const integration = ['--testPathPatterns', 'libs/(services|platform)/.*\\.int\\.spec\\.ts$'];
  const microservices = { ...env, E2E_MODE: 'microservices' };
  return [
    jest('contract tests on Kafka and MongoDB', ['--selectProjects', 'servers'], env),
    jest('integration tests on Kafka and MongoDB', ['--selectProjects', 'node', ...integration], onServers),
  ]
    .map((step) => ({ rank: 3, ...step }))
    .concat(
      fileSteps(filesLike('apps/e2e/src/**/*.faults.ts'), 'as microservices', microservices),
      fileSteps(
        filesLike('apps/e2e/src/**/*.e2e.ts').filter((file) => !isPageAlone(file)),
        'as microservices',
        microservices,
      ),
    );
}

/** The order in which they begin. */
export function inOrder(steps) {
  return steps.toSorted((a, b) => a.rank - b.rank);
}
