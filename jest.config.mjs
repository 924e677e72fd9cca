import { generateContracts } from './tools/contracts.mjs';
import { bundledPackages } from './tools/jest/bundled-packages.mjs';

/**
 * Specs by what runs them: Node itself (`tools/jest/native-runner.mjs`), or Jest's own runner with a browser (jsdom).
 * All read sources, never dist. `TEST_ROOT` names one folder. `TEST_SPECS=servers` takes those
 * that need Kafka and MongoDB, `TEST_SPECS=bucket` those that need a server of object storage, `TEST_SPECS=integration` with `TEST_SERVERS=1` runs the integration specs on them,
 * `TEST_SPECS=helm` those that render the charts, `TEST_SPECS=go` those whose programs Go makes, `TEST_SPECS=cluster` those that
 * install them, `TEST_SPECS=full` what only a full run proves.
 */
const { TEST_ROOT, TEST_SPECS } = process.env;
const roots = TEST_ROOT
  ? [`<rootDir>/${TEST_ROOT}`]
  : ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/deploy', '<rootDir>/helm'];
const ofBrowser = ['apps/web', 'libs/kit/upload-client'];
const onServers = '[./](kafka|mongod|servers)\\.spec\\.ts$';
const onBucket = '\\.bucket\\.spec\\.ts$';
const inFullRun = '\\.full\\.spec\\.ts$';
const byHelm = '\\.helm\\.spec\\.ts$';
const byGo = '\\.go\\.spec\\.ts$';
const inCluster = '\\.cluster\\.spec\\.ts$';
const ofKind = {
  servers: onServers,
  bucket: onBucket,
  integration: '\\.int\\.spec\\.ts$',
  helm: byHelm,
  go: byGo,
  cluster: inCluster,
  full: inFullRun,
};
const common = { roots, modulePathIgnorePatterns: ['/dist/', '/.nx/', '<rootDir>/data/'] };

const native = {
  ...common,
  displayName: 'node',
  runner: '<rootDir>/tools/jest/native-runner.mjs',
  transform: {},
  testPathIgnorePatterns: [
    '/node_modules/',
    ...ofBrowser.map((folder) => `/${folder}/`),
    ...(TEST_SPECS ? [] : [onServers, onBucket, byHelm, byGo, inCluster, inFullRun]),
  ],
  testRegex: ofKind[TEST_SPECS] ?? '\\.spec\\.ts$',
};

const browser = async () => ({
  ...common,
  displayName: 'browser',
  setupFiles: ['<rootDir>/tools/jest/no-owner-stacks.mjs', '<rootDir>/tools/jest/random-seed.mjs'],
  moduleNameMapper: await bundledPackages(ofBrowser),
  testEnvironment: 'jsdom',
  testEnvironmentOptions: { customExportConditions: ['@vault/source', 'browser'] },
  testMatch: ofBrowser.map((folder) => `<rootDir>/${folder}/**/*.spec.{ts,tsx}`),
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.(ts|tsx)$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
          target: 'es2022',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
});

const isOfBrowser = TEST_ROOT ? ofBrowser.includes(TEST_ROOT) : !TEST_SPECS;
const isNative = !TEST_ROOT || !isOfBrowser;
export default async () => {
  await generateContracts();
  return { projects: [...(isNative ? [native] : []), ...(isOfBrowser ? [await browser()] : [])] };
};
