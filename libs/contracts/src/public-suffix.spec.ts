import { isPublicSuffix } from './public-suffix.ts';
import { portalDomain } from './routes/portal.routes.ts';

it.each(['com', 'uk', 'co.uk', 'com.au', 'github.io', 'herokuapp.com'])('%s belongs to many', (host) => {
  expect(isPublicSuffix(host)).toBe(true);
});

it.each(['example.com', 'bbc.co.uk', 'acme.github.io', 'me.com', 'co.com', 't.co'])(
  '%s belongs to one',
  (host) => {
    expect(isPublicSuffix(host)).toBe(false);
  },
);

describe('a domain of a portal', () => {
  it.each([
    'www.example.com',
    'https://Example.com/',
    '*.example.com',
    '*.bbc.co.uk',
    'example.com:8443',
    'localhost:3000',
    '127.0.0.1:8080',
  ])('may be %s', (domain) => {
    expect(portalDomain.safeParse(domain).success).toBe(true);
  });

  it.each([
    '*.com',
    '*.co.uk',
    'com',
    'co.uk',
    '*.github.io',
    'intranet',
    '*.localhost',
    'a.com:0',
    'a.com:70000',
    'a_b.com',
  ])('may not be %s', (domain) => {
    expect(portalDomain.safeParse(domain).error?.issues[0]?.message).toMatch(/^A domain /);
  });
});
