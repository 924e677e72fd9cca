import { webAddress } from './web-address.ts';

test.each(['https://id.acme.com/authorize?client_id=a', 'http://localhost:7811/x'])('%s', (address) => {
  expect(webAddress(address)).toBe(address);
});

test('an address of this site', () => {
  expect(webAddress('#provider')).toBe(`${window.location.href}#provider`);
});

test.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'https://'])(
  'the browser is not led to %s',
  (address) => expect(() => webAddress(address)).toThrow(),
);
