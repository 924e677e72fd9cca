/** @jest-environment node */
import { thumbnailAt } from './thumbnail-at.ts';

test.each([
  ['/media/p/thumbnail.jpg', 135.9, '/media/p/thumbnail.jpg?time=135'],
  ['/media/p/thumbnail.jpg?width=640&time=3', 5, '/media/p/thumbnail.jpg?width=640&time=5'],
  ['https://images.example.org/p/thumbnail.jpg', 0, 'https://images.example.org/p/thumbnail.jpg?time=0'],
  ['', 5, ''],
])('%p at %p s is %p', (thumbnail, seconds, expected) => {
  expect(thumbnailAt(thumbnail, seconds)).toBe(expected);
});
