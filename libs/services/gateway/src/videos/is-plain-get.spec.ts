import { isPlainGet } from './is-plain-get.ts';

describe(isPlainGet, () => {
  it.each([
    ['a plain client', {}],
    ['the app', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ])('is true for %s', (_, headers) => expect(isPlainGet({ method: 'GET', headers })).toBe(true));

  it.each([
    ['HEAD', 'HEAD', {}],
    ['a navigation', 'GET', { 'sec-fetch-mode': 'navigate' }],
    ['an image', 'GET', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older prefetch', 'GET', { purpose: 'prefetch' }],
    ['an old Firefox', 'GET', { 'x-moz': 'prefetch' }],
    ['Safari’s preview', 'GET', { 'x-purpose': 'preview' }],
  ])('is false for %s', (_, method, headers) => expect(isPlainGet({ method, headers })).toBe(false));
});
