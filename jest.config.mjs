/** Two projects: everything on Node, and what lives in a browser on jsdom. Both read sources, never dist. */
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

export default {
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testEnvironmentOptions: { customExportConditions: ['@vault/source', 'node', 'node-addons'] },
      testMatch: ['<rootDir>/{libs,tools,apps/all-in-one}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/libs/kit/'],
      setupFiles: ['<rootDir>/tools/jest-setup-nest.ts'],
    },
    {
      ...common,
      displayName: 'kit',
      testEnvironment: 'node',
      testEnvironmentOptions: { customExportConditions: ['@vault/source', 'node', 'node-addons'] },
      testMatch: ['<rootDir>/libs/kit/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/libs/kit/upload-client/'],
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
