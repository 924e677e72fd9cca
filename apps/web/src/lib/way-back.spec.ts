import { isElsewhere, placeAfterSignIn, readWayBack } from './way-back.ts';

test.each([
  '/asset/u1?t=90',
  '/asset/view',
  '/asset/u1#content',
  '/account',
  '/account#plan',
  '/account?tab=1',
])('%s is gone back to', (to) => {
  expect(placeAfterSignIn(readWayBack({ to }), 'u1')).toBe(to);
});

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
])('%p is no way back', (to) => {
  expect(readWayBack({ to })).toBeNull();
  expect(placeAfterSignIn(readWayBack({ to }), 'u1')).toBe('/asset/view');
});

test.each([null, undefined, 'text', 7])('a state of %p holds none', (state) => {
  expect(readWayBack(state)).toBeNull();
});

test('the page of one person is no place for another', () => {
  const wayBack = readWayBack({ to: '/asset/u1', owner: 'ada' });
  expect(placeAfterSignIn(wayBack, 'ada')).toBe('/asset/u1');
  expect(placeAfterSignIn(wayBack, 'jean')).toBe('/asset/view');
});

test('the library is where everybody begins', () => {
  expect(isElsewhere({ to: '/asset/view' })).toBe(false);
  expect(isElsewhere({ to: '/asset/u1' })).toBe(true);
  expect(isElsewhere(null)).toBe(false);
});
