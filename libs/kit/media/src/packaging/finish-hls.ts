import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackagedMedia } from '../common/packaged-media.ts';
import { addIndex } from './add-index.ts';
import { composeAudio, sizeOf } from './audio-file.ts';
import { type Playlist, bandwidths, formatPlaylist, hlsFiles } from './hls-playlist.ts';

/** Completes the files that ffmpeg's HLS muxer has written and describes them. */
export async function finishHls(
  folder: string,
  playlist: Playlist,
  { duration, video, audio }: Pick<PackagedMedia, 'duration' | 'video' | 'audio'>,
): Promise<PackagedMedia> {
  const media = join(folder, hlsFiles.media);
  const start = await addIndex(media, playlist);
  await writeFile(join(folder, hlsFiles.start), start);
  await writeFile(join(folder, hlsFiles.playlist), formatPlaylist(playlist));
  return {
    duration: Math.round(duration * 1000) / 1000,
    codecs: readCodecs(start),
    ...bandwidths(playlist),
    ...(await measure(media)),
    video,
    audio,
  };
}

async function measure(path: string): Promise<Pick<PackagedMedia, 'bytes' | 'audioBytes'>> {
  const file = await open(path, 'r');
  try {
    const sound = await composeAudio(file);
    return { bytes: (await file.stat()).size, audioBytes: sound && sizeOf(sound) };
  } finally {
    await file.close();
  }
}

/** Reads the CODECS attribute (RFC 6381) from the `ftyp` and `moov` box of a file of ffmpeg; H.264 and AAC only. */
function readCodecs(start: Buffer): string {
  const codecs: string[] = [];
  const avc = start.indexOf('avcC', 0, 'latin1');
  if (avc > 0) codecs.push(`avc1.${start.subarray(avc + 5, avc + 8).toString('hex')}`);
  if (start.includes('mp4a', 0, 'latin1')) codecs.push('mp4a.40.2');
  return codecs.join(',');
}
