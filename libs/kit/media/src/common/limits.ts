/** Bounds of the work on one file. */
export interface MediaLimits {
  /** Longest accepted recording; ffmpeg itself reads ten seconds more. */
  maxDurationSeconds: number;
  /** Largest accepted frame, width x height. */
  maxPixels: number;
  /** Maximum total pixels: width x height x frames per second x seconds. */
  maxTotalPixels: number;
  /** How many tracks of one kind in a file are examined; further ones are used only when a person chooses them. */
  maxTracks: number;
  /** Disk space that uploads must leave free, in bytes; jobs may use half of it. */
  reserveBytes: number;
  /** Threads of one ffmpeg for decoding and for encoding; an encode of x264 needs memory for each. */
  maxThreads: number;
}

export const defaultMediaLimits: MediaLimits = {
  maxDurationSeconds: 10_800,
  maxPixels: 36_000_000,
  // Three hours of 4K at 30 frames per second.
  maxTotalPixels: 2.7e12,
  maxTracks: 32,
  reserveBytes: 1024 ** 3 / 2,
  maxThreads: 16,
};
