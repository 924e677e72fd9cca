/** @jest-environment node */
import { problemOf } from './problem-of.ts';

test.each([['slug'], [undefined]])('the server names the field: %s', (field) => {
  const data = { msg: 'Please choose another.', ...(field !== undefined && { field }) };
  expect(problemOf({ status: 409, data }, 'Not saved.')).toEqual({ text: 'Please choose another.', field });
});

test('without an answer the other text is said', () => {
  expect(problemOf({ status: 'FETCH_ERROR' }, 'Not saved.')).toEqual({
    text: 'Not saved.',
    field: undefined,
  });
});
