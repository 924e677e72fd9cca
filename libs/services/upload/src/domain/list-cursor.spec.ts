import fc from 'fast-check';
import { parseListCursor, formatListCursor } from './list-cursor.ts';

it('parsing a formatted cursor returns the same position', () => {
  const id = fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/));
  const moment = fc.date({ min: new Date(0), max: new Date(8.64e15), noInvalidDate: true });
  fc.assert(
    fc.property(moment, id, (createdAt, _id) => {
      expect(parseListCursor(formatListCursor({ createdAt, _id }))).toEqual({ createdAt, id: _id });
    }),
  );
});

it.each(['', '_', '12', '12_', '_id', 'x_id', '9999999999999999_id'])('%p is not a cursor', (text) => {
  expect(() => parseListCursor(text)).toThrow('That is not a cursor of the list.');
});
