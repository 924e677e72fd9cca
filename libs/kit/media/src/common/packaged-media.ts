/** What an uploaded file contains, one item for each track and one for all chapters. */
export interface ContentItem {
  kind: 'picture' | 'sound' | 'subtitles' | 'chapters';
  /** A code such as `de`; empty when the file names none. */
  language: string;
  /** As the file names it; may be empty. */
  title: string;
  /** Whether the packaged media has it. */
  isUsed: boolean;
  /** The number of the stream in the file; chapters have none. */
  index?: number;
  /** Of a sound. */
  channels?: number;
  /** Of a picture, as stored. */
  width?: number;
  height?: number;
  /** How many chapters. */
  count?: number;
  /**
   * Why subtitles are not used: they are pictures, mark only a few lines, are of another language than requested, cover too
   * little, cannot be read, or others are used. A picture or sound has a reason only when it cannot be read or has nothing in
   * it; or `cut` when it is used, and ends in the middle of what was written last.
   */
  reason?: 'picture' | 'forced' | 'language' | 'short' | 'unreadable' | 'empty' | 'cut' | 'other';
}

/** Properties of packaged media. Duration in seconds, bandwidth in bit/s, sizes of the downloads in bytes. */
export interface PackagedMedia {
  duration: number;
  codecs: string;
  bandwidth: number;
  averageBandwidth: number;
  bytes: number;
  /** Of the sound alone; undefined without sound. */
  audioBytes?: number;
  video?: { width: number; height: number; frameRate: number };
  audio?: { channels: number };
  /** What the upload contains; undefined for a clip. */
  contents?: ContentItem[];
  /** What the media lacks of what was requested, as sentences. */
  warnings?: string[];
}
