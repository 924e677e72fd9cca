/** @jest-environment node */
import { isElsewhere, addressAfterSignIn, readReturnAddress } from './return-address.ts';

test.each([
  '/asset/u1?t=90',
  '/asset/view',
  '/asset/u1#content',
  '/account',
  '/account#plan',
  '/account?tab=1',
  '/glossary/apply',
])('returns to %s', (to) => expect(addressAfterSignIn(readReturnAddress({ to }), 'u1')).toBe(to));

test.each([
  'https://evil.example/asset/u1',
  '//evil.example/asset/u1',
  '/\\evil.example',
  'javascript:alert(1)',
  '/assets/u1',
  '/accounts',
  '/login',
  '/admin/dashboard',
  '',
  7,
  undefined,
])('%p is not a valid return address', (to) => {
  expect(readReturnAddress({ to })).toBeNull();
  expect(addressAfterSignIn(readReturnAddress({ to }), 'u1')).toBe('/asset/view');
});

test.each([null, undefined, 'text', 7])('the state %p has no return address', (state) => {
  expect(readReturnAddress(state)).toBeNull();
});

test('a return address is used only for the same user', () => {
  const returnAddress = readReturnAddress({ to: '/asset/u1', owner: 'ada' });
  expect(addressAfterSignIn(returnAddress, 'ada')).toBe('/asset/u1');
  expect(addressAfterSignIn(returnAddress, 'jean')).toBe('/asset/view');
});

test('the library is the default page, not elsewhere', () => {
  expect(isElsewhere({ to: '/asset/view' })).toBe(false);
  expect(isElsewhere({ to: '/asset/u1' })).toBe(true);
  expect(isElsewhere(null)).toBe(false);
});
