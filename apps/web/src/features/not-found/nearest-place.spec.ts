import { nearestPlace } from './nearest-place.ts';

test.each([
  ['/features', '/#features'],
  ['/Pricing/', '/#pricing'],
  ['/cookie-policy', '/privacy-policy#browser'],
  ['/blog.html', '/#demo'],
])('%s is promised and leads to %s', (address, to) => {
  expect(nearestPlace(address)).toMatchObject({ kind: 'promised', place: { to } });
});

test.each([
  ['/suport', '/support'],
  ['/contacts', '/contact'],
  ['/contact/', '/contact'],
  ['/terms-of-servise', '/terms-of-service'],
  ['/privacy-polcy', '/privacy-policy'],
  ['/logim', '/login'],
])('%s looks like %s', (address, to) => {
  expect(nearestPlace(address)).toMatchObject({ kind: 'similar', place: { to } });
});

test.each(['/', '/no/such/page', '/wp-admin', '/constructor', '/supposition'])(
  'nothing is near %s',
  (address) => {
    expect(nearestPlace(address)).toBeNull();
  },
);
