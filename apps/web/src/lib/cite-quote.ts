interface QuoteSource {
  /** Of the video. */
  readonly title: string;
  /** Empty when nobody knows. */
  readonly speaker: string;
  /** `HH:MM:SS`; null where that is not known. */
  readonly timeCode: string | null;
}

/** A quote as it goes into somebody's text: its words, and below them who said it, where and when. */
export function citeQuote(text: string, { title, speaker, timeCode }: QuoteSource): string {
  const source = [speaker, title, timeCode ?? ''].filter((part) => part !== '').join(', ');
  return source === '' ? `“${text}”` : `“${text}”\n— ${source}`;
}
