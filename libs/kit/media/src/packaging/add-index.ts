import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import {
  findBox,
  makeBox,
  makeTable,
  mdatHeader,
  replaceBoxes,
  uint32,
  uint64,
} from '../containers/mp4-boxes.ts';
import type { Playlist } from './hls-playlist.ts';
import { type Track, readTracks } from './read-fragments.ts';
import type { SampleTable } from './sample-table.ts';

/** The type of an ordinary MP4; players of the fragments do not read it. */
const fileTypeBox = makeBox('ftyp', Buffer.from('isom\0\0\x02\0isomiso6mp41', 'latin1'));
/** In the edit list: the track is empty for this time. */
const emptyEditTime = -1;
const normalRate = 0x1_0000;

/**
 * Makes a fragmented MP4 of ffmpeg's HLS muxer an ordinary MP4 as well, without copying it: every program plays it and
 * finds any time in it at once. All fragments become the content of one `mdat` box, and an index of their samples
 * follows it. No fragment moves; only the beginning, which is returned, is no longer in the file.
 *
 * @param playlist of the fragments
 * @returns the beginning: the `ftyp` and `moov` box that players of the fragments need
 */
export async function addIndex(path: string, playlist: Playlist): Promise<Buffer> {
  const { startBytes, pictureSeconds = 0 } = playlist;
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const { start, movie, tracks } = await readTracks(file, startBytes);
    const index = buildIndex(movie, tracks, pictureSeconds);
    await write(file, index, size);
    const header = Buffer.concat([fileTypeBox, mdatHeader(size - fileTypeBox.length)]);
    await write(file, header, 0);
    return start;
  } finally {
    await file.close();
  }
}

async function write(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position);
  if (bytesWritten < bytes.length) throw new Error('the index of a file was not written completely');
}

/** Builds the `moov` box of the ordinary MP4 from the one of the fragments, whose sample tables are empty. */
function buildIndex(movie: Buffer, tracks: readonly Track[], pictureSeconds: number): Buffer {
  const timeScale = findBox(movie, 'mvhd').readUInt32BE(12);
  const video = tracks.find(({ isVideo }) => isVideo);
  video?.table.extendTo(pictureSeconds * video.scale);
  const built = tracks.map((track) => buildTrack(track, timeScale));
  const duration = Math.max(0, ...built.map((track) => track.duration));
  return makeBox('moov', withUint32(movie, 'mvhd', 16, duration), ...built.map(({ box }) => box));
}

/** Builds the `trak` box, in which nothing is played before zero; returns it with its duration in the movie's time scale. */
function buildTrack(
  { box, table, scale, start }: Track,
  timeScale: number,
): { box: Buffer; duration: number } {
  const empty = Math.round(Math.max(0, start) * timeScale);
  const skipped = Math.round(Math.max(0, -start) * scale);
  const length = Math.ceil((Math.max(0, table.length - skipped) * timeScale) / scale);
  const list = [
    ...(empty > 0 ? [empty, emptyEditTime, normalRate] : []),
    ...[length, table.startInTable + skipped, normalRate],
  ];
  const track = replaceBoxes('trak', box, ({ type, content }) => {
    if (type === 'tkhd') return withUint32(box, type, 20, empty + length);
    if (type !== 'mdia') return makeBox(type, content);
    const edited = makeBox('edts', makeTable('elst', list.length / 3, uint32(list)));
    return Buffer.concat([edited, buildMedia(content, table)]);
  });
  return { box: track, duration: empty + length };
}

function buildMedia(media: Buffer, table: SampleTable): Buffer {
  const header = findBox(media, 'mdhd');
  return replaceBoxes('mdia', media, ({ type, content }) => {
    if (type === 'mdhd') {
      const times = [uint64([0, 0]), header.subarray(12, 16), uint64([table.duration])];
      return makeBox('mdhd', uint32([1 << 24]), ...times, header.subarray(20));
    }
    if (type !== 'minf') return makeBox(type, content);
    return replaceBoxes('minf', content, (child) => {
      if (child.type !== 'stbl') return makeBox(child.type, child.content);
      return table.toBox(makeBox('stsd', findBox(child.content, 'stsd')));
    });
  });
}

/** Copies a child box with one number replaced. @param at its position in the content */
function withUint32(parent: Buffer, type: string, at: number, value: number): Buffer {
  const content = Buffer.from(findBox(parent, type));
  content.writeUInt32BE(value, at);
  return makeBox(type, content);
}
