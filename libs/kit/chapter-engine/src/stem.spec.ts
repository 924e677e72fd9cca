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
  ])('folds forms of one %s word together', (language, forms) => {
    expect(new Set(forms.map((form) => stem(form, language))).size).toBe(1);
  });

  it.each([
    ['en', ['process', 'proces', 'analysis', 'bus']],
    ['de', ['boden', 'bild', 'beton']],
    ['fr', ['jardins', 'jardin']],
  ])('keeps unlike %s words apart', (language, words) => {
    expect(new Set(words.map((word) => stem(word, language))).size).toBe(words.length);
  });
});
