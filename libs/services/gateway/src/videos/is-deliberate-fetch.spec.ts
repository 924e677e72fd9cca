import { isDeliberateFetch } from './is-deliberate-fetch.ts';

describe(isDeliberateFetch, () => {
  it.each([
    ['a plain client', {}],
    ['the app', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ])('is true for %s', (_, headers) => {
    expect(isDeliberateFetch({ method: 'GET', headers })).toBe(true);
  });

  it.each([
    ['HEAD', 'HEAD', {}],
    ['a page being opened', 'GET', { 'sec-fetch-mode': 'navigate' }],
    ['an image', 'GET', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older prefetch', 'GET', { purpose: 'prefetch' }],
    ['Firefox of old', 'GET', { 'x-moz': 'prefetch' }],
    ['Safari’s preview', 'GET', { 'x-purpose': 'preview' }],
  ])('is false for %s', (_, method, headers) => {
    expect(isDeliberateFetch({ method, headers })).toBe(false);
  });
});
