/** @jest-environment node */
import { lineAt } from '../../features/transcript/model/shown-lines.ts';
import { momentPath } from './moment-path.ts';

const lines = [
  { start: 2, end: 6 },
  { start: 6.04, end: 9.5 },
  { start: 70.43, end: 73 },
  { start: 73, end: 80 },
  { start: 76, end: 78 },
];

test.each([
  [0, 0],
  [2, 0],
  [6.04, 1],
  [9.4, 1],
  [9.5, 2],
  [70, 2],
  [72.9, 2],
  [73, 3],
  [77, 4],
  [500, 4],
])('at %p s the marked line is %p', (seconds, line) => expect(lineAt(lines, seconds)).toBe(line));

test('without lines none is marked', () => expect(lineAt([], 3)).toBe(-1));

test.each(lines.map(({ start }, line) => [start, line] as const))(
  'the address of the line at %p s opens that line',
  (start, line) => {
    const path = momentPath('upload 1', start);
    expect(path).toMatch(/^\/asset\/upload%201\?t=\d+(?:\.\d)?$/);
    expect(lineAt(lines, Number(new URLSearchParams(path.split('?')[1]).get('t')))).toBe(line);
  },
);

test('an address has no time before the start', () => {
  expect(momentPath('upload-1', -3)).toBe('/asset/upload-1?t=0');
});
