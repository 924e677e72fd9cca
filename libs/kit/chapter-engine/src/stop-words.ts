import lists from 'stopwords-iso' with { type: 'json' };

/**
 * Stop words of speech that dictionaries of written language lack: fillers, greetings and parts of contractions, but no
 * topic words.
 */
const SPOKEN: Record<string, string> = {
  en: 'yeah yep yup nope um uh uhm hmm mhm huh wow gonna wanna gotta kinda sorta lot lots stuff guys guy bit okay cool nice awesome basically literally totally actually guess pretty super don doesn didn isn wasn aren weren won wouldn couldn shouldn hasn haven ain let ve ll re hey hi bye called sort',
  de: 'äh ähm öh hm hmm mhm ja nee nö okay ok also halt eben quasi sozusagen irgendwie irgendwas eigentlich einfach natürlich genau gell naja tja mal ne nen nem son sone drauf dran rein raus bisschen bissel hallo tschüss super klar glaub glaube denk denke',
};

const dictionary = lists as Record<string, string[]>;
const sets = new Map<string, ReadonlySet<string>>();

/**
 * The stop words of a language, in lower case.
 *
 * @param language ISO 639-1; an unknown language has none
 */
export const stopWords = (language: string): ReadonlySet<string> => {
  const ready = sets.get(language);
  if (ready) return ready;
  const words = new Set([...(dictionary[language] ?? []), ...(SPOKEN[language]?.split(' ') ?? [])]);
  sets.set(language, words);
  return words;
};
