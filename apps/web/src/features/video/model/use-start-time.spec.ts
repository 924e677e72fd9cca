import '../../../testing/browser-globals.ts';
import { startTimeOf } from './use-start-time.ts';

test.each([
  ['0', 0],
  ['312', 312],
  ['12.5', 12.5],
  ['1300', 1200],
  [null, undefined],
  ['', undefined],
  ['-3', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['9999999999', undefined],
])('%p in a video of 1200 s is %p', (text, seconds) => expect(startTimeOf(text, 1200)).toBe(seconds));
