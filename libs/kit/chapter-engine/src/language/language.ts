import { readWords } from './words.ts';

/** Enough words to detect a language. */
const maxSampleWords = 1200;
/** Below this share the language is unknown: names, music, noise, or a language without a list. */
const minShare = 0.12;

/** The most common function words of each language: a fifth to a half of all spoken words. */
const functionWords: Record<string, string> = {
  en: 'the and to of a in is that it you i we this for on with are be so have what was they not but at as',
  de: 'der die das und ist ich nicht ein eine zu wir sie es auch so dass auf mit für den dem wie man haben sich von',
  fr: 'le la les de des et est un une que qui dans pour pas on nous vous je il ce sur avec au du en plus',
  es: 'el la los las de y que en un una es por para con no se lo como pero más del al su esto muy',
  it: 'il lo la di e che è un una per non si con sono del della nel questo anche ma più le gli ho come',
  pt: 'o a os as de e que em um uma é para com não se por mais como mas do da no na isso você',
  nl: 'de het een en van ik is dat niet we je in op te zijn voor met maar ook dit die aan er heb wat',
  sv: 'och att det som en är på i för av med den inte har jag vi till ett om men så var man kan',
  da: 'og at det er en på i til af med den ikke har jeg vi for et om men så der man kan som',
  no: 'og å det er en på i til av med den ikke har jeg vi for et om men så der man kan som',
  fi: 'ja on se ei että hän oli mutta niin kun ovat myös sitä joka mitä nyt tämä minä me olla',
  pl: 'i w na z to się nie jest że do jak o co po tak ale za od dla tego czy są już przez',
  cs: 'a je se v na to že s z do o i ale jako jsem co pro tak by jsou jak si když',
  hu: 'a az és hogy nem is egy ez van de meg azt csak ha mint már volt kell el nagyon',
  ro: 'și de la în a că este nu cu o pe un pentru mai ce să sunt din care am dar',
  ru: 'и в не на что я с он как это но мы по из у за так вы же от все для',
  uk: 'і в не на що я з він як це але ми по у за так ви же від та для',
  tr: 've bir bu da de için ne ben çok var daha ama gibi o ile şey mi olarak en sonra',
};
const sets = Object.entries(functionWords).map(([code, words]) => ({
  code,
  words: new Set(words.split(' ')),
}));

const sampleWords = (texts: readonly string[]): string[] => {
  const step = Math.max(1, Math.floor((texts.length * 8) / maxSampleWords));
  const sample: string[] = [];
  for (let i = 0; i < texts.length && sample.length < maxSampleWords; i += step) {
    for (const word of readWords(texts[i] ?? '')) sample.push(word.text.toLowerCase());
  }
  return sample;
};

/**
 * Detects the language by its share of function words.
 *
 * @param texts the cues' texts
 * @returns ISO 639-1, or `und` when no known language fits
 */
export const detectLanguage = (texts: readonly string[]): string => {
  const sample = sampleWords(texts);
  let best = 'und';
  let bestShare = minShare;
  for (const { code, words } of sets) {
    const share = sample.filter((word) => words.has(word)).length / Math.max(1, sample.length);
    if (share > bestShare) [best, bestShare] = [code, share];
  }
  return best;
};
