/** @jest-environment node */
import { suggestPage } from './suggest-page.ts';

test.each([
  ['/suport', '/support'],
  ['/contacts', '/contact'],
  ['/contact/', '/contact'],
  ['/terms-of-servise', '/terms-of-service'],
  ['/privacy-polcy', '/privacy-policy'],
  ['/logim', '/login'],
  ['/Pricng.html', '/#pricing'],
  ['/feature', '/#features'],
])('%s looks like %s', (address, to) => expect(suggestPage(address)).toMatchObject({ to }));

test.each(['/', '/no/such/page', '/wp-admin', '/constructor', '/supposition'])(
  'has no suggestion for %s',
  (address) => expect(suggestPage(address)).toBeNull(),
);
