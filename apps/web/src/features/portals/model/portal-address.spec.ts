import { aPortal } from '../../../testing/a-portal.ts';
import { absoluteUrl, slugOf, stateOf } from './portal-address.ts';

test.each([
  ['Acme talks 2026', 'acme-talks-2026'],
  ['  Über uns: Café & more! ', 'uber-uns-cafe-more'],
  ['演讲', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the address of %j is %j', (name, slug) => expect(slugOf(name)).toBe(slug));

test('a relative link begins with the address of this page', () => {
  expect(absoluteUrl('/p/a').href).toBe('http://localhost/p/a');
  expect(absoluteUrl('https://vault.example.com/p/a').origin).toBe('https://vault.example.com');
});

test.each([
  [{ is_published: false, ends_at: 5 }, 'draft'],
  [{ is_published: true, ends_at: null }, 'published'],
  [{ is_published: true, ends_at: 11 }, 'published'],
  [{ is_published: true, ends_at: 10 }, 'ended'],
])('%j is %s', (change, state) => expect(stateOf(aPortal(change), 10)).toBe(state));
