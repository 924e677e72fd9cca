/** @jest-environment node */
import { contrastOf } from '@vault/contracts';
import { colourChanges } from './colour-note.ts';

test.each([
  ['#ffe97f', ['light']],
  ['#1d2b8f', ['dark']],
  ['#808080', ['light']],
  ['#c8321a', ['dark']],
])('text in %s is changed on these pages: %j', (colour, pages) => {
  const changes = colourChanges(colour);
  expect(changes.map(({ page }) => page)).toEqual(pages);
  for (const { background, shown } of changes)
    expect(contrastOf(shown, background)).toBeGreaterThanOrEqual(4.5);
});
