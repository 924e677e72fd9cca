import { siteConfig, operatorOf } from './site.config.ts';

const operatorIn = (env: object) => operatorOf(siteConfig.parse(env));

test('the operator is configured', () => {
  const env = { OPERATOR_NAME: 'Example Ltd', OPERATOR_ADDRESS: '1 Street', CONTACT_EMAIL: 'us@example.com' };
  expect(operatorIn(env)).toEqual({ name: 'Example Ltd', address: '1 Street', email: 'us@example.com' });
  expect(siteConfig.safeParse({ CONTACT_EMAIL: 'example.com' }).success).toBe(false);
});

test('without an address of its own, contact is the postmaster of the public address', () => {
  const name = 'Webinar Vault';
  expect(operatorIn({})).toEqual({ name, address: '', email: 'postmaster@localhost' });
  expect(operatorIn({ PUBLIC_URL: 'https://vault.example.com:8443/' }).email).toBe(
    'postmaster@vault.example.com',
  );
});
