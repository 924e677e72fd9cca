/** @jest-environment node */
import { titleOfFile } from './title-of-file.ts';

test.each([
  ['Kick-off.mp4', 'Kick-off'],
  ['Q3.final.mov', 'Q3.final'],
  ['Notes on v2. The end', 'Notes on v2. The end'],
  ['no extension', 'no extension'],
  ['.mp4', '.mp4'],
  ['  .mp4', '.mp4'],
  ['', 'Webinar'],
])('%p is titled %p', (name, title) => expect(titleOfFile(name)).toBe(title));

test('a title is never longer than 200 characters', () => {
  expect(titleOfFile(`${'x'.repeat(300)}.mp4`)).toHaveLength(200);
  const family = '👩‍👩‍👧';
  expect(titleOfFile(`${'x'.repeat(195)}${family}.mp4`)).toBe('x'.repeat(195));
});
