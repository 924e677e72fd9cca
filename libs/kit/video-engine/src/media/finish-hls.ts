import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { AssetMedia } from '../catalogue/records.ts';
import { addIndex } from './add-index.ts';
import { composeAudio, sizeOf } from './audio-file.ts';
import type { Playlist } from './hls-playlist.ts';
import { bandwidths, formatPlaylist, HLS_FILES } from './hls-playlist.ts';
import { readCodecs } from './read-codecs.ts';

/** Completes the files that ffmpeg's HLS muxer has written and describes them. */
export async function finishHls(
  folder: string,
  playlist: Playlist,
  { duration, video, audio }: Pick<AssetMedia, 'duration' | 'video' | 'audio'>,
): Promise<AssetMedia> {
  const media = join(folder, HLS_FILES.media);
  const start = await addIndex(media, playlist);
  await writeFile(join(folder, HLS_FILES.start), start);
  await writeFile(join(folder, HLS_FILES.playlist), formatPlaylist(playlist));
  return {
    duration: Math.round(duration * 1000) / 1000,
    codecs: readCodecs(start),
    ...bandwidths(playlist),
    ...(await measure(media)),
    video,
    audio,
  };
}

async function measure(path: string): Promise<Pick<AssetMedia, 'bytes' | 'audioBytes'>> {
  const file = await open(path, 'r');
  try {
    const sound = await composeAudio(file);
    return { bytes: (await file.stat()).size, audioBytes: sound && sizeOf(sound) };
  } finally {
    await file.close();
  }
}
