import fc from 'fast-check';
import { readListPlace, writeListPlace } from './list-place.ts';

it('is read as it was written', () => {
  const id = fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/));
  const moment = fc.date({ min: new Date(0), max: new Date(8.64e15), noInvalidDate: true });
  fc.assert(
    fc.property(moment, id, (createdAt, _id) => {
      expect(readListPlace(writeListPlace({ createdAt, _id }))).toEqual({ createdAt, id: _id });
    }),
  );
});

it.each(['', '_', '12', '12_', '_id', 'x_id', '9999999999999999_id'])('%p is none', (text) => {
  expect(() => readListPlace(text)).toThrow('That is no place in the list.');
});
