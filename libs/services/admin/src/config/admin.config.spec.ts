import { loadConfig } from '@vault/base';
import { adminConfig } from './admin.config.ts';

describe('the configuration of admin', () => {
  it.each([
    ['neither', {}],
    ['both', { ADMIN_EMAIL: 'Ada@example.com', ADMIN_PASSWORD: 'punched cards' }],
  ])('takes %s of the first account', (_what, env) => {
    expect(loadConfig(adminConfig, env)).toMatchObject({ DATA_DIR: './data' });
  });

  it.each([
    [{ ADMIN_EMAIL: 'ada@example.com' }, 'ADMIN_PASSWORD: must be set when ADMIN_EMAIL is'],
    [{ ADMIN_PASSWORD: 'punched cards' }, 'ADMIN_EMAIL: must be set when ADMIN_PASSWORD is'],
    [
      { ADMIN_OIDC_ISSUER: 'https://id.example.com', ADMIN_OIDC_CLIENT_ID: 'vault' },
      'ADMIN_OIDC_CLIENT_SECRET: must be set when ADMIN_OIDC_ISSUER is',
    ],
    [
      { ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'punched cards' },
      'ADMIN_EMAIL: Please enter a valid email address.',
    ],
    [
      { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'short' },
      'ADMIN_PASSWORD: Please choose a password of at least 8 characters.',
    ],
  ])('refuses %j', (env, problem) => expect(() => loadConfig(adminConfig, env)).toThrow(problem));
});
