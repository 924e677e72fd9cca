/** @jest-environment node */
import { problemOf } from './problem-of.ts';

test.each([
  [400, 'Please enter a name.', 'name'],
  [400, '"intro" must be at most 600 characters long.', 'intro'],
  [400, 'An address has 3 to 60 lower-case letters, digits and single hyphens.', 'slug'],
  [409, 'This address is taken. Please choose another.', 'slug'],
  [400, 'A domain looks like www.example.com.', 'domains'],
  [400, 'A colour looks like #c8321a.', 'accent'],
  [404, 'There is no such portal.', undefined],
])('%d "%s" is about %s', (status, msg, field) => {
  expect(problemOf({ status, data: { msg } }, 'Not saved.')).toEqual({ text: msg, field });
});

test('without an answer the other text is said', () => {
  expect(problemOf({ status: 'FETCH_ERROR' }, 'Not saved.')).toEqual({
    text: 'Not saved.',
    field: undefined,
  });
});
