import type { Library, LibraryVideo } from './library-api.ts';
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

it('goes on where it ended, without repeating what is there', () => {
  expect(merged(libraryOf('987', 'p7', 5), libraryOf('765'), 'p7')).toEqual(['98765', null, 5]);
});

it('leaves out a part that does not continue it', () => {
  expect(merged(libraryOf('987', 'p7', 5), libraryOf('543'), 'p6')).toEqual(['987', 'p7', 5]);
});

it('is refreshed at the top, and keeps what is older', () => {
  expect(merged(libraryOf('87654', 'p4', 9), libraryOf('986', 'p6', 8))).toEqual(['98654', 'p4', 8]);
});

it('begins anew when so many are new that the two do not meet', () => {
  expect(merged(libraryOf('321', 'p1', 9), libraryOf('987', 'p7', 12))).toEqual(['987', 'p7', 12]);
});

it('ends where the refreshed one ends', () => {
  expect(merged(libraryOf('987', 'p7', 5), libraryOf('98', null, 2))).toEqual(['98', null, 2]);
});

it('keeps the placeholder of an upload the answer does not know yet', () => {
  const library = libraryOf('987', null, 3);
  library.videos[0]!.type = 'uploading';
  expect(merged(library, libraryOf('87', null, 2))).toEqual(['987', null, 3]);
});

it('lets the record take the place of its placeholder', () => {
  const library = libraryOf('98', null, 2);
  library.videos[0]!.type = 'uploading';
  expect(merged(library, libraryOf('98', null, 2))).toEqual(['98', null, 2]);
  expect(library.videos[0]!.type).toBeUndefined();
});
