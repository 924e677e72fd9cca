import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** What runs in a browser has a program of its own. */
const ofBrowser = ['apps/web/**/*.{ts,tsx}', 'libs/kit/upload-client/**/*.{ts,tsx}'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'dist-bundles/**',
      '**/node_modules/**',
      '**/data/**',
      '.nx/**',
      'libs/contracts/src/generated/**',
      '**/screenshots/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: './tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Nest modules and page components are classes and functions by convention, also when they hold nothing else.
      '@typescript-eslint/no-extraneous-class': [
        'error',
        { allowWithDecorator: true, allowStaticOnly: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Mongoose describes a field by a plain object where its types name a class.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'max-lines': ['error', { max: 300 }],
      // Node's test runner returns promises that it awaits itself.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              package: 'node:test',
              name: ['test', 'it', 'describe', 'suite', 'before', 'after', 'beforeEach', 'afterEach'],
            },
          ],
        },
      ],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' },
        {
          selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z]/]',
          message: 'An interface is named for what it is.',
        },
        {
          selector:
            ':matches(ClassDeclaration, TSInterfaceDeclaration)[id.name=/(Impl|Helper|Util)s?$|^Base/]',
          message: 'Name it for what it does.',
        },
      ],
    },
  },
  {
    files: ofBrowser,
    languageOptions: { parserOptions: { project: './apps/web/tsconfig.json' } },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ofBrowser,
    rules: { 'no-console': 'error' },
  },
  { files: ['**/*.config.ts', '**/*.config.mjs'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['**/*.{spec,contract}.{ts,tsx}', '**/testing/**', 'apps/e2e/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'max-lines': ['error', { max: 500 }] },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
      },
    },
  },
);
