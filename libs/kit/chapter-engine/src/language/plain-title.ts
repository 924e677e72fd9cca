/** The word of each language for a chapter without a good title; other languages have the English one. */
export const partWords = { en: 'Part', de: 'Teil' } as const;

const pattern = new RegExp(
  String.raw`^(?<part>(?<word>${Object.values(partWords).join('|')}) [1-9]\d{0,3}) · (?:\d{2,3}:)?[0-5]\d:[0-5]\d$`,
  'u',
);

/** `mm:ss`, or `hh:mm:ss` from an hour on, as the product writes times. */
const timeText = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts
    .slice(whole < 3600 ? 1 : 0)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
};

/**
 * The title of a chapter for which no phrase is good enough: "Part 3 · 02:56".
 *
 * @param word one of `partWords`
 * @param seconds the start of the chapter
 */
export const plainTitle = (word: string, number: number, seconds: number): string =>
  `${word} ${String(number)} · ${timeText(seconds)}`;

/** Whether a title is a plain one: neither a person nor the engine has named the chapter. */
export const isPlainTitle = (title: string): boolean => pattern.test(title);

/** A plain title with the number and start that the chapter has now; other titles as they are. */
export const plainTitleAt = (title: string, number: number, seconds: number): string => {
  const word = pattern.exec(title)?.groups?.['word'];
  return word === undefined ? title : plainTitle(word, number, seconds);
};

/** A title for where the start is shown, too: a plain one without its time, "Part 3". */
export const titleBesideTime = (title: string): string => pattern.exec(title)?.groups?.['part'] ?? title;
