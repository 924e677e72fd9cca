import { holdReturn, readHeldReturn } from './held-return.ts';

beforeEach(() => sessionStorage.clear());

test('a page of the product is kept for the tab, until it is dropped', () => {
  const address = { to: '/asset/upload-1?t=90', owner: 'u1' };
  holdReturn(address);
  expect(readHeldReturn()).toEqual(address);
  holdReturn(null);
  expect(readHeldReturn()).toBeNull();
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/login'])(
  'nobody is led to %s',
  (to) => {
    holdReturn({ to });
    expect(readHeldReturn()).toBeNull();
  },
);

test('what is no address is ignored', () => {
  sessionStorage.setItem('return-address', '{');
  expect(readHeldReturn()).toBeNull();
});
