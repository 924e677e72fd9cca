import { domainNameOf, domainOfEmail, isSharedDomain } from './domain-name.ts';

it.each([
  ['acme.com', 'acme.com'],
  [' Acme.COM. ', 'acme.com'],
  ['mail.acme.co.uk', 'mail.acme.co.uk'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['аcme.com', 'xn--cme-5cd.com'],
  ['acme', undefined],
  ['', undefined],
  ['bo@acme.com', 'acme.com'],
  [' <Bo@Acme.com> ', 'acme.com'],
  ['a@b@acme.com', 'acme.com'],
  ['acme.com/x', 'acme.com'],
  ['https://acme.com', 'acme.com'],
  [' HTTPS://WWW.Acme.com./about?a=b@evil.com#c ', 'acme.com'],
  ['https://acme.com@evil.com/', 'evil.com'],
  ['https://evil.com/@acme.com', 'evil.com'],
  ['https://mail.acme.com/', 'mail.acme.com'],
  ['www.acme.com', 'www.acme.com'],
  ['www.acme.com/', 'www.acme.com'],
  ['bo@www.acme.com', 'www.acme.com'],
  ['https://', undefined],
  ['https://www.com', undefined],
  ['https:acme.com', undefined],
  ['https:\\\\acme.com', undefined],
  ['https://acme.com:8443', undefined],
  ['bo@', undefined],
  ['/acme.com', undefined],
  ['a b.com', undefined],
  ['127.0.0.1', undefined],
  ['*.acme.com', undefined],
  [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  [`${'a'.repeat(64)}.com`, undefined],
  [`${'a.'.repeat(114)}com`, undefined],
  [`${'a.'.repeat(113)}com`, `${'a.'.repeat(113)}com`],
])('the domain of "%s" is %s', (text, domain) => {
  expect(domainNameOf(text)).toBe(domain);
});

it('takes the domain of an address', () => {
  expect(domainOfEmail('bo@acme.com')).toBe('acme.com');
});

it.each([
  ['gmail.com', true],
  ['co.uk', true],
  ['github.io', true],
  ['acme.com', false],
  ['gmail.acme.com', false],
])('whether people of different organisations share %s: %s', (domain, isShared) => {
  expect(isSharedDomain(domain)).toBe(isShared);
});
