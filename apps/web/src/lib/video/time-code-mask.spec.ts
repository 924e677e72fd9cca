/** @jest-environment node */
import fc from 'fast-check';
import { formatTimeCode } from '../format/format-duration.ts';
import { editTimeCode, fillTimeCode, findTimeCode, stepTimeCode } from './time-code-mask.ts';
import type { TimeCodeEdit } from './time-code-mask.ts';

const form = /^(\d{1,2}(:\d{0,2}){0,2})?$/;
const seconds = fc.integer({ min: 0, max: 359_999 });
const nothing: TimeCodeEdit = { text: '', caret: 0 };

/** Types a key at the caret. */
const type = (edit: TimeCodeEdit, key: string): TimeCodeEdit => {
  const text = edit.text.slice(0, edit.caret) + key + edit.text.slice(edit.caret);
  return editTimeCode(edit.text, { text, caret: edit.caret + 1 });
};
const backspace = ({ text, caret }: TimeCodeEdit): TimeCodeEdit =>
  caret === 0
    ? { text, caret }
    : editTimeCode(text, { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 }, 'back');
const del = ({ text, caret }: TimeCodeEdit): TimeCodeEdit =>
  editTimeCode(text, { text: text.slice(0, caret) + text.slice(caret + 1), caret }, 'forward');

const key = fc.constantFrom(...Array.from('0123456789:: a-.'));
const press = fc.oneof(
  key.map((each) => (edit: TimeCodeEdit) => type(edit, each)),
  fc.constant(backspace),
  fc.constant(del),
  fc.nat({ max: 8 }).map((caret) => ({ text }: TimeCodeEdit) => ({
    text,
    caret: Math.min(caret, text.length),
  })),
);

test('property: any keys give a complete or partial time code with the caret inside', () => {
  fc.assert(
    fc.property(fc.array(press, { maxLength: 40 }), (presses) => {
      let edit = nothing;
      for (const each of presses) {
        edit = each(edit);
        expect(edit.text).toMatch(form);
        expect(edit.text.length).toBeLessThanOrEqual(8);
        expect(edit.caret).toBeGreaterThanOrEqual(0);
        expect(edit.caret).toBeLessThanOrEqual(edit.text.length);
      }
    }),
  );
});

test('property: a time can be typed with or without colons', () => {
  fc.assert(
    fc.property(seconds, fc.boolean(), (value, hasColons) => {
      const code = formatTimeCode(value);
      const typed = hasColons ? code : code.replaceAll(':', '');
      expect(Array.from(typed).reduce(type, nothing)).toEqual({ text: code, caret: 8 });
    }),
  );
});

test('property: deleting a digit and typing it again restores the text', () => {
  fc.assert(
    fc.property(seconds, fc.constantFrom(0, 1, 3, 4, 6, 7), fc.boolean(), (value, position, isBack) => {
      const text = formatTimeCode(value);
      const deleted = isBack ? backspace({ text, caret: position + 1 }) : del({ text, caret: position });
      expect(deleted.text).toHaveLength(7);
      expect(type(deleted, text.charAt(position)).text).toBe(text);
    }),
  );
});

test('property: repeated deletion removes all digits, in both directions', () => {
  fc.assert(
    fc.property(seconds, (value) => {
      let edit = { text: formatTimeCode(value), caret: 8 };
      for (let count = 0; count < 6; count += 1) edit = backspace(edit);
      expect(edit).toEqual(nothing);
      edit = { text: formatTimeCode(value), caret: 0 };
      for (let count = 0; count < 6; count += 1) edit = del(edit);
      expect(edit).toEqual(nothing);
    }),
  );
});

test.each([
  ['1:', '1:', '00:01:00'],
  ['28', '28', '00:00:28'],
  ['228', '2:28', '00:02:28'],
  ['2:28', '2:28', '00:02:28'],
  ['10228', '1:02:28', '01:02:28'],
  ['1:2:3', '1:2:3', '01:02:03'],
  ['00::', '00::', '00:00:00'],
  [':', '', ''],
  ['0:5:', '0:5:', '00:05:00'],
  ['1:2:3:', '1:2:3', '01:02:03'],
  ['ab1c', '1', '00:00:01'],
])('%p typed gives %p, completed to %p', (typed, text, filled) => {
  const edit = Array.from(typed).reduce(type, nothing);
  expect([edit.text, fillTimeCode(edit.text)]).toEqual([text, filled]);
});

test('property: leading zeros can be left out, with or without colons', () => {
  fc.assert(
    fc.property(seconds, fc.boolean(), (value, hasColons) => {
      const short = formatTimeCode(value).replace(/^[0:]+(?=\d)/, '');
      const typed = hasColons ? short : short.replaceAll(':', '');
      expect(fillTimeCode(Array.from(typed).reduce(type, nothing).text)).toBe(formatTimeCode(value));
    }),
  );
});

test.each([
  [backspace, '00:15:30', 3, '0:15:30', 1],
  [del, '00:15:30', 2, '00:5:30', 3],
  [backspace, '01:', 3, '01', 2],
  [del, '00:15:30', 8, '00:15:30', 8],
])('deleting beside a colon: %p %p at %d', (remove, text, caret, after, caretAfter) => {
  expect(remove({ text, caret })).toEqual({ text: after, caret: caretAfter });
});

test.each([
  ['70', '00:01:10'],
  ['90:00', '01:30:00'],
  ['1:99', '00:02:39'],
  ['59:99', '01:00:39'],
  ['9:99:99', '10:40:39'],
  ['99:99:9', '99:59:59'],
  ['00:00:70', '00:00:70'],
])('%p is completed to %p', (text, filled) => expect(fillTimeCode(text)).toBe(filled));

test('property: finds a time in pasted text', () => {
  const noise = fc.constantFrom('', ' ', 'at ', '\n', '[');
  fc.assert(
    fc.property(
      seconds,
      noise,
      fc.constantFrom('', '.250', ',5', ']', ' and on'),
      (value, before, behind) => {
        const code = formatTimeCode(value);
        expect(findTimeCode(`${before}${code}${behind}`)).toBe(code);
      },
    ),
  );
});

test.each([
  ['1:02:03', '01:02:03'],
  ['5:30', '00:05:30'],
  ['75:30', '01:15:30'],
  ['180:00', '03:00:00'],
  ['00:99:99', '00:99:99'],
  ['1530', null],
  ['soon', null],
  ['', null],
])('the time in the pasted text %p is %p', (pasted, found) => expect(findTimeCode(pasted)).toBe(found));

test('property: a step stays between 0 and the maximum', () => {
  const step = fc.integer({ min: -4000, max: 4000 });
  fc.assert(
    fc.property(seconds, step, fc.integer({ min: 0, max: 10_800 }), (value, by, max) => {
      const expected = Math.min(Math.max(0, value + by), max);
      expect(stepTimeCode(formatTimeCode(value), by, max)).toBe(formatTimeCode(expected));
    }),
  );
  expect(stepTimeCode('00:1', 1, 60)).toBe('00:00:02');
});
