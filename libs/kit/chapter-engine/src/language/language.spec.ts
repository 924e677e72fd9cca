import { detectLanguage } from './language.ts';

describe(detectLanguage, () => {
  it.each([
    ['en', 'The water that we use in the garden is not the same as what you drink at home'],
    ['de', 'Das Wasser im Garten ist nicht dasselbe wie das, was wir zu Hause trinken'],
    ['fr', 'Le jardin est dans la ville et nous avons une maison avec des fleurs pour les enfants'],
    ['es', 'El agua de la casa no es como el agua que se bebe en el campo'],
    ['und', '♪♪ la-la-la 123'],
    ['und', ''],
  ])('detects %s', (language, text) => expect(detectLanguage([text])).toBe(language));
});
