import type { FileHandle } from 'node:fs/promises';
import { findBox, readBoxes } from '../containers/mp4-boxes.ts';
import { readAt } from '../containers/read-at.ts';
import { zeroSeconds } from './hls-playlist.ts';
import { SampleTable } from './sample-table.ts';

const headerBytes = 8;
/** Flags of `tfhd`. */
const defaultFields = { basePosition: 0x1, description: 0x2, duration: 0x8, bytes: 0x10, flags: 0x20 };
/** Flags of `trun`. */
const sampleFields = {
  position: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  bytes: 0x200,
  flags: 0x400,
  delay: 0x800,
};
/** The flag of a sample that is not a key sample. */
const notKeyFlag = 0x1_0000;

/** A track of a fragmented MP4. Times in seconds of the recording, whose first picture is shown at zero. */
export interface Track {
  /** The content of the `trak` box. */
  box: Buffer;
  table: SampleTable;
  /** Units of the samples' times in a second. */
  scale: number;
  isVideo: boolean;
  /** When the first sample is shown: before zero where an encoder adds sound. */
  start: number;
  /** When the last sample is shown. */
  end: number;
}

/** Reads the tracks of a fragmented MP4 as ffmpeg writes it. @param startBytes of the `ftyp` and `moov` box */
export async function readTracks(
  file: FileHandle,
  startBytes: number,
): Promise<{ start: Buffer; movie: Buffer; tracks: Track[] }> {
  const start = await readAt(file, 0, startBytes);
  const movie = findBox(start, 'moov');
  const tables = await readFragments(file, startBytes);
  const tracks = readBoxes(movie).flatMap(({ type, content }) => {
    const table = type === 'trak' ? tables.get(findBox(content, 'tkhd').readUInt32BE(12)) : undefined;
    return table === undefined ? [] : [describeTrack(content, table)];
  });
  const zero = tracks.find(({ isVideo }) => isVideo)?.start ?? zeroSeconds;
  for (const track of tracks) {
    track.start -= zero;
    track.end -= zero;
  }
  return { start, movie, tracks };
}

function describeTrack(box: Buffer, table: SampleTable): Track {
  const scale = findBox(box, 'mdia', 'mdhd').readUInt32BE(12);
  return {
    box,
    table,
    scale,
    isVideo: findBox(box, 'mdia', 'hdlr').toString('latin1', 8, 12) === 'vide',
    start: table.start / scale,
    end: table.end / scale,
  };
}

/** Reads the samples of all fragments, by track number. */
async function readFragments(file: FileHandle, from: number): Promise<Map<number, SampleTable>> {
  const tables = new Map<number, SampleTable>();
  for (let position = from; ;) {
    const header = await readAt(file, position, headerBytes);
    if (header.length < headerBytes) return tables;
    const size = header.readUInt32BE(0);
    if (size < headerBytes) throw new Error('a box of a packaged file has a wrong size');
    if (header.toString('latin1', 4) === 'moof') {
      addFragment(tables, await readAt(file, position + headerBytes, size - headerBytes), position);
    }
    position += size;
  }
}

function addFragment(tables: Map<number, SampleTable>, fragment: Buffer, position: number): void {
  for (const { type, content } of readBoxes(fragment)) {
    if (type !== 'traf') continue;
    const defaults = readDefaults(findBox(content, 'tfhd'));
    const table = tables.get(defaults.track) ?? new SampleTable();
    tables.set(defaults.track, table);
    let time = readTime(findBox(content, 'tfdt'));
    for (const run of readBoxes(content)) {
      if (run.type === 'trun') time = addRun(table, run.content, { ...defaults, position, time });
    }
  }
}

interface Defaults {
  track: number;
  duration: number;
  bytes: number;
  flags: number;
}

function readDefaults(box: Buffer): Defaults {
  const present = box.readUInt32BE(0);
  if ((present & defaultFields.basePosition) !== 0)
    throw new Error('a fragment has an unexpected base position');
  let at = (present & defaultFields.description) === 0 ? 8 : 12;
  const next = (flag: number): number => {
    if ((present & flag) === 0) return 0;
    at += 4;
    return box.readUInt32BE(at - 4);
  };
  return {
    track: box.readUInt32BE(4),
    duration: next(defaultFields.duration),
    bytes: next(defaultFields.bytes),
    flags: next(defaultFields.flags),
  };
}

function readTime(box: Buffer): number {
  return box.readUInt8(0) === 1 ? Number(box.readBigUInt64BE(4)) : box.readUInt32BE(4);
}

/** Adds a run of samples; returns the time after it. */
function addRun(
  table: SampleTable,
  box: Buffer,
  { position, time, ...defaults }: Defaults & { position: number; time: number },
): number {
  const present = box.readUInt32BE(0);
  const count = box.readUInt32BE(4);
  let at = 8;
  const next = (flag: number, otherwise: number): number => {
    if ((present & flag) === 0) return otherwise;
    at += 4;
    // Only delays and positions can be negative, and nothing else is so large.
    return box.readInt32BE(at - 4);
  };
  table.beginChunk(position + next(sampleFields.position, 0));
  const firstFlags = next(sampleFields.firstFlags, defaults.flags);
  for (let index = 0; index < count; index += 1) {
    const duration = next(sampleFields.duration, defaults.duration);
    const bytes = next(sampleFields.bytes, defaults.bytes);
    const flags = next(sampleFields.flags, index === 0 ? firstFlags : defaults.flags);
    const delay = next(sampleFields.delay, 0);
    table.add({ time, duration, bytes, delay, isKey: (flags & notKeyFlag) === 0 });
    time += duration;
  }
  return time;
}
