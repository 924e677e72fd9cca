import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaError } from '../tools/media-error.ts';

/** The names of the files of a packaged asset. */
export const hlsFiles = {
  playlist: 'media.m3u8',
  /** What a player reads before any segment. */
  start: 'init.mp4',
  /** All segments; also an ordinary MP4. */
  media: 'media.mp4',
} as const;

/**
 * Fragments that carry the real time of each track and need no edit list, because players with Media Source ignore one.
 */
const realTimes = 'movflags=+negative_cts_offsets+frag_discont:use_editlist=0';

/** Zero of the recording in the fragments: encoders of sound begin a little before it, and fragments cannot. */
export const zeroSeconds = 0.15;

/** A segment ends at the first key frame after this time. */
export const segmentSeconds = 6;

/** ffmpeg's options for these files in its working folder. */
export const hlsOutput = [
  ...[
    '-f',
    'hls',
    '-hls_time',
    String(segmentSeconds),
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
  ],
  ...['-hls_segment_options', realTimes, '-output_ts_offset', String(zeroSeconds)],
  ...['-hls_flags', 'single_file', '-hls_segment_filename', hlsFiles.media, hlsFiles.playlist],
] as const;

/** The segments of a media file, one after the other. */
export interface Playlist {
  /** Length of the file's beginning before the first segment. */
  startBytes: number;
  segments: Segment[];
  /** How long the picture lasts, if longer than its last frame declares. */
  pictureSeconds?: number;
}

/** A part of a media file that a player loads as a whole. */
export interface Segment {
  seconds: number;
  bytes: number;
}

const segmentPattern = /^#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/gm;
/** Tools look at the pictures of the first seconds to learn about a file. */
const probedSeconds = 15;

/** Reads the playlist that ffmpeg has written. @throws MediaError when it has no segment */
export async function readPlaylist(folder: string): Promise<Playlist> {
  return parsePlaylist(await readFile(join(folder, hlsFiles.playlist), 'utf8'));
}

/** @throws MediaError when the playlist has no segment */
export function parsePlaylist(text: string): Playlist {
  const found = [...text.matchAll(segmentPattern)];
  const [first] = found;
  if (first === undefined) {
    throw new MediaError('invalid_input', 'The file holds no playable video or audio.');
  }
  const segments = found.map(([, seconds, bytes]) => ({ seconds: Number(seconds), bytes: Number(bytes) }));
  return { startBytes: Number(first[3]), segments };
}

/**
 * Returns the bytes of a media file that programs read for a part of it: its start and its index, and the segments of the
 * part, with one more on each side.
 *
 * @param part in seconds
 */
export function spansOf(
  { startBytes, segments }: Playlist,
  fileBytes: number,
  part: { readonly start: number; readonly end: number },
): { start: number; end: number }[] {
  const spans = [{ start: 0, end: startBytes }];
  let time = 0;
  let position = startBytes;
  for (const [at, { seconds, bytes }] of segments.entries()) {
    const before = segments[at - 1]?.seconds ?? 0;
    const after = segments[at + 1]?.seconds ?? 0;
    const isRead = time - before <= part.end && time + seconds + after >= part.start;
    if (isRead || time < probedSeconds) spans.push({ start: position, end: position + bytes });
    time += seconds;
    position += bytes;
  }
  return [...spans, { start: position, end: fileBytes }];
}

/** Formats a media playlist (RFC 8216) of byte ranges. */
export function formatPlaylist({ startBytes, segments }: Playlist): string {
  let position = startBytes;
  const lines = segments.flatMap(({ seconds, bytes }) => {
    const range = `#EXT-X-BYTERANGE:${bytes}@${position}`;
    position += bytes;
    return [`#EXTINF:${seconds.toFixed(6)},`, range, hlsFiles.media];
  });
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...segments.map(({ seconds }) => seconds)))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${hlsFiles.start}"`,
    ...lines,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/** The bit rates of a master playlist: the highest of a segment and the average, in bit/s. */
export function bandwidths({ segments }: Playlist): { bandwidth: number; averageBandwidth: number } {
  const rates = segments.map(({ bytes, seconds }) => (8 * bytes) / Math.max(seconds, 0.5));
  const bytes = segments.reduce((total, segment) => total + segment.bytes, 0);
  return {
    bandwidth: Math.ceil(Math.max(...rates)),
    averageBandwidth: Math.ceil((8 * bytes) / Math.max(playedSeconds(segments), 0.5)),
  };
}

/** How long segments play together. */
export function playedSeconds(segments: readonly Segment[]): number {
  return segments.reduce((total, { seconds }) => total + seconds, 0);
}
