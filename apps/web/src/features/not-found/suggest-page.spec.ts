import { suggestPage } from './suggest-page.ts';

test.each([
  ['/features', '/#features'],
  ['/Pricing/', '/#pricing'],
  ['/cookie-policy', '/privacy-policy#browser'],
  ['/blog.html', '/#demo'],
])('%s has no page yet and leads to %s', (address, to) => {
  expect(suggestPage(address)).toMatchObject({ kind: 'missing', link: { to } });
});

test.each([
  ['/suport', '/support'],
  ['/contacts', '/contact'],
  ['/contact/', '/contact'],
  ['/terms-of-servise', '/terms-of-service'],
  ['/privacy-polcy', '/privacy-policy'],
  ['/logim', '/login'],
])('%s looks like %s', (address, to) => {
  expect(suggestPage(address)).toMatchObject({ kind: 'similar', link: { to } });
});

test.each(['/', '/no/such/page', '/wp-admin', '/constructor', '/supposition'])(
  'has no suggestion for %s',
  (address) => {
    expect(suggestPage(address)).toBeNull();
  },
);
