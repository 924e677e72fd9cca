/** A quote of a chapter, and its time. */
export interface SearchedQuote {
  readonly text: string;
  /** Seconds. */
  readonly at: number;
  readonly speaker?: string;
}

export interface SearchedChapter {
  /** Seconds. */
  readonly start: number;
  readonly title: string;
  readonly summary: string;
  readonly quotes: readonly SearchedQuote[];
}

/** One line of a transcript: the text of one caption. */
export interface SpokenLine {
  /** Seconds. */
  readonly start: number;
  readonly text: string;
  readonly speaker?: string;
}

/** All searched texts of a video, and the other fields of a result. */
export interface SearchedVideo {
  readonly id: string;
  readonly uploadId: string;
  readonly title: string;
  readonly description: string;
  readonly assetId: string;
  /** A url. */
  readonly thumbnail: string;
  readonly captionsTrackId: string;
  readonly playbackId: string;
  /** Seconds. */
  readonly duration: number;
  readonly createdAt: Date;
  readonly lines: readonly SpokenLine[];
  readonly chapters: readonly SearchedChapter[];
}
