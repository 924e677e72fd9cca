interface QuoteSource {
  /** Title of the video. */
  readonly title: string;
  /** Empty when unknown. */
  readonly speaker: string;
  /** `HH:MM:SS`; null when unknown. */
  readonly timeCode: string | null;
}

/** Formats a quote for use in another text: the quote, and below it speaker, title and time. */
export function citeQuote(text: string, { title, speaker, timeCode }: QuoteSource): string {
  const source = [speaker, title, timeCode ?? ''].filter((part) => part !== '').join(', ');
  return source === '' ? `“${text}”` : `“${text}”\n— ${source}`;
}
