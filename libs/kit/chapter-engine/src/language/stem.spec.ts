import { stem } from './stem.ts';

describe(stem, () => {
  it.each([
    ['en', ['running', 'runs', 'run']],
    ['en', ['study', 'studies']],
    ['en', ['makes', 'making', 'make']],
    ['en', ['fields', 'field']],
    ['de', ['garten', 'gärten']],
    ['de', ['kinder', 'kindern', 'kindes', 'kind']],
    ['de', ['wurm', 'würmer', 'würmern']],
  ])('gives forms of one %s word the same stem', (language, forms) => {
    expect(new Set(forms.map((form) => stem(form, language))).size).toBe(1);
  });

  it.each([
    ['en', ['process', 'proces', 'analysis', 'bus']],
    ['de', ['boden', 'bild', 'beton']],
    ['fr', ['jardins', 'jardin']],
  ])('gives different %s words different stems', (language, words) => {
    expect(new Set(words.map((word) => stem(word, language))).size).toBe(words.length);
  });
});
