/** @jest-environment node */
import type { Library, LibraryVideo } from './merge-library.ts';
import { mergeLibrary } from './merge-library.ts';

/** Videos named by their age: `9` is newer than `8`. */
function libraryOf(ages: string, next: string | null = null, total?: number): Library {
  const videos = Array.from(ages, (age) => ({ id: age, created_at: Number(age) }) as LibraryVideo);
  return { videos, next, total };
}

function merged(library: Library, part: Library, after = '') {
  mergeLibrary(library, part, after);
  return [library.videos.map(({ id }) => id).join(''), library.next, library.total];
}

it('appends the next part without repeating videos', () => {
  expect(merged(libraryOf('987', 'p7', 5), libraryOf('765'), 'p7')).toEqual(['98765', null, 5]);
});

it('ignores a part that does not continue the list', () => {
  expect(merged(libraryOf('987', 'p7', 5), libraryOf('543'), 'p6')).toEqual(['987', 'p7', 5]);
});

it('replaces the newest videos and keeps the older ones', () => {
  expect(merged(libraryOf('87654', 'p4', 9), libraryOf('986', 'p6', 8))).toEqual(['98654', 'p4', 8]);
});

it('drops the old list when the newest part does not overlap it', () => {
  expect(merged(libraryOf('321', 'p1', 9), libraryOf('987', 'p7', 12))).toEqual(['987', 'p7', 12]);
});

it('has no older videos when the newest part is the whole library', () => {
  expect(merged(libraryOf('987', 'p7', 5), libraryOf('98', null, 2))).toEqual(['98', null, 2]);
});

it('keeps the placeholder of an upload that the answer does not contain yet', () => {
  const library = libraryOf('987', null, 3);
  library.videos[0]!.type = 'uploading';
  expect(merged(library, libraryOf('87', null, 2))).toEqual(['987', null, 3]);
});

it('replaces a placeholder with its record', () => {
  const library = libraryOf('98', null, 2);
  library.videos[0]!.type = 'uploading';
  expect(merged(library, libraryOf('98', null, 2))).toEqual(['98', null, 2]);
  expect(library.videos[0]!.type).toBeUndefined();
});
