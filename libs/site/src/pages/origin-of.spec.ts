import { originOf } from './origin-of.ts';

describe(originOf, () => {
  it.each([
    ['http', 'localhost:5000', 'http://localhost:5000'],
    ['https', 'Vault.example.com', 'https://vault.example.com'],
    ['http', '[::1]:80', 'http://[::1]'],
    ['http', 'my_host', 'http://my_host'],
  ])('is that of %s and %s', (protocol, host, origin) => {
    expect(originOf({ protocol: protocol as 'http', host })).toBe(origin);
  });

  it.each([
    ['http', ''],
    ['http', 'a.example</loc>'],
    ['http', 'a&b'],
    ['http', 'user@evil.example'],
    ['http', 'evil.example/p'],
    ['http', 'a:99999'],
    ['http', 'a b'],
    ['http', '[x]'],
    ['http', `${'a'.repeat(300)}.example`],
    ['javascript', '//evil'],
    ['javascript', 'evil.example'],
  ])('is refused of %s and %j', (protocol, host) => {
    expect(() => originOf({ protocol: protocol as 'http', host })).toThrow(
      'The request names no valid host.',
    );
  });
});
