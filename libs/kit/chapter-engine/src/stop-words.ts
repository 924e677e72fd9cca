import lists from 'stopwords-iso' with { type: 'json' };

/**
 * Words that speech adds to every topic and that dictionaries of written stop words lack. Only fillers, greetings and
 * pieces of contractions: no topic of any recording.
 */
const SPOKEN: Record<string, string> = {
  en: 'yeah yep yup nope um uh uhm hmm mhm huh wow gonna wanna gotta kinda sorta lot lots stuff guys guy bit okay cool nice awesome basically literally totally actually guess pretty super don doesn didn isn wasn aren weren won wouldn couldn shouldn hasn haven ain let ve ll re hey hi bye called sort',
  de: 'äh ähm öh hm hmm mhm ja nee nö okay ok also halt eben quasi sozusagen irgendwie irgendwas eigentlich einfach natürlich genau gell naja tja mal ne nen nem son sone drauf dran rein raus bisschen bissel hallo tschüss super klar glaub glaube denk denke',
};

const dictionary = lists as Record<string, string[]>;
const sets = new Map<string, ReadonlySet<string>>();

/**
 * The words of a language that say nothing of a topic, in lower case.
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
