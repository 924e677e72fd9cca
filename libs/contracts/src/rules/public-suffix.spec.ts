import fc from 'fast-check';
import { isPublicSuffix } from './public-suffix.ts';
import { portalDomain } from '../routes/portal.routes.ts';

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
    ['https://Example.com/path?x=1#top', 'example.com'],
    ['http://www.example.com:8080/*', 'www.example.com:8080'],
    [' www.example.com. ', 'www.example.com'],
    ['example.com.:443', 'example.com:443'],
    ['www.example.com,', 'www.example.com'],
    ['"www.example.com";', 'www.example.com'],
    ['<https://www.example.com>', 'www.example.com'],
    ['//cdn.example.com', 'cdn.example.com'],
    ['.example.com', '*.example.com'],
    ['https://*.Example.com/', '*.example.com'],
    ['ada@example.com', 'example.com'],
    ['www.example.com/talks, on every page', 'www.example.com'],
    ['https://müller.de/', 'xn--mller-kva.de'],
    ['*.МОСКВА.рф', '*.xn--80adxhks.xn--p1ai'],
    ['例え。jp:8443', 'xn--r8jz45g.jp:8443'],
  ])('may be typed as %s', (typed, domain) => {
    expect(portalDomain.parse(typed)).toBe(domain);
    expect(portalDomain.parse(domain)).toBe(domain);
  });

  it.each([
    ['*', 'one site'],
    ['*.', ''],
    ['', 'looks like'],
    ['*example.com', 'begin with “*.”'],
    ['www.*.example.com', 'begin with “*.”'],
    ['example.com:99999', 'port from 1'],
    ['[::1]:8080', 'looks like'],
    ['my site', 'looks like'],
    [`${'a'.repeat(254)}.com`, 'at most 253'],
  ])('is refused with a sentence that helps: %s', (typed, words) => {
    const message = portalDomain.safeParse(typed).error?.issues[0]?.message;
    expect(message).toMatch(/^A domain /);
    expect(message).toContain(words);
  });

  it('is a host that fits a header, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl()), (typed) => {
        const { data } = portalDomain.safeParse(typed);
        if (data !== undefined) expect(data).toMatch(/^[a-z0-9.*:-]{1,253}$/);
      }),
    );
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
    'co.uk/path',
  ])('may not be %s', (domain) => {
    expect(portalDomain.safeParse(domain).error?.issues[0]?.message).toMatch(/^A domain /);
  });
});
