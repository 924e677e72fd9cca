/**
 * Projects by what their tests need: Node, a browser (jsdom), or the servers of the product as microservices. All read
 * sources, never dist.
 */
const transform = {
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
};
const common = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform,
  modulePathIgnorePatterns: ['/dist/', '/.nx/', '/data/'],
};
const onNode = {
  ...common,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@vault/source', 'node', 'node-addons'] },
};
const onServers = '[./](kafka|mongod|servers)\\.spec\\.ts$';

export default {
  projects: [
    {
      ...onNode,
      displayName: 'node',
      testMatch: ['<rootDir>/{libs,tools,apps}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/libs/kit/', '/apps/web/', onServers],
      setupFiles: ['<rootDir>/tools/jest-setup-nest.ts'],
    },
    {
      ...onNode,
      displayName: 'kit',
      testMatch: ['<rootDir>/libs/kit/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/libs/kit/upload-client/', onServers],
    },
    {
      ...onNode,
      displayName: 'servers',
      testMatch: ['<rootDir>/{libs,tools,apps}/**/{kafka,mongod,servers,*.kafka,*.mongod}.spec.ts'],
      setupFiles: ['<rootDir>/tools/jest-setup-nest.ts'],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['@vault/source', 'browser'] },
      testMatch: ['<rootDir>/apps/web/**/*.spec.{ts,tsx}', '<rootDir>/libs/kit/upload-client/**/*.spec.ts'],
    },
  ],
};
