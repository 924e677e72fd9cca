import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { TrackRecord } from './catalogue/records.ts';
import { hlsFiles } from './media/packaging/hls-playlist.ts';
import { contentFiles } from './media/contents/read-contents.ts';

/** Paths of the files of assets: one folder per asset, named by its id. */
export class AssetFiles {
  private readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  folder(assetId: string): string {
    return join(this.dataDir, 'assets', assetId);
  }

  /** The uploaded file, until its result is verified. */
  source(assetId: string): string {
    return join(this.folder(assetId), 'source');
  }

  hls(assetId: string, name = ''): string {
    return join(this.folder(assetId), 'hls', name);
  }

  /** The MP4 with the picture and the sound. */
  media(assetId: string): string {
    return this.hls(assetId, hlsFiles.media);
  }

  /** Subtitles or chapters that the uploaded file contained, as WebVTT. */
  ofContents(assetId: string, kind: keyof typeof contentFiles): string {
    return join(this.folder(assetId), contentFiles[kind]);
  }

  /** The WebVTT of a text track. */
  text(assetId: string, { id, details }: TrackRecord): string {
    if (details.text_source !== 'embedded') return this.captions(assetId, id);
    return this.ofContents(assetId, details.text_type === 'chapters' ? 'chapters' : 'subtitles');
  }

  waveform(assetId: string): string {
    return join(this.folder(assetId), 'waveform.jpg');
  }

  storyboard(assetId: string): string {
    return join(this.folder(assetId), 'storyboard.jpg');
  }

  captions(assetId: string, trackId: string): string {
    return join(this.folder(assetId), `${trackId}.vtt`);
  }

  /** Unfinished captions: the plan of their pieces. */
  captionsPlan(assetId: string, trackId: string): string {
    return join(this.captionsWork(assetId, trackId), 'plan.json');
  }

  /** Unfinished captions: the cues of one piece. */
  captionsPiece(assetId: string, trackId: string, piece: number): string {
    return join(this.captionsWork(assetId, trackId), `${String(piece)}.json`);
  }

  /** The folder of unfinished captions. */
  captionsWork(assetId: string, trackId: string): string {
    return join(this.folder(assetId), `${trackId}-pieces`);
  }

  rendition(assetId: string, renditionId: string): string {
    return join(this.folder(assetId), `${renditionId}.mp4`);
  }

  thumbnails(assetId: string): string {
    return join(this.folder(assetId), 'thumbnails');
  }

  async prepare(assetId: string): Promise<void> {
    await mkdir(this.folder(assetId), { recursive: true });
  }

  /** Creates an empty folder for unfinished work; the next start removes it if nothing else has. */
  async workFolder(): Promise<string> {
    const root = join(this.dataDir, 'work');
    await mkdir(root, { recursive: true });
    return await mkdtemp(join(root, 'job-'));
  }

  /** Moves an asset's folder away at once (one rename), then removes it. */
  async remove(assetId: string): Promise<void> {
    const trash = await this.workFolder();
    await rename(this.folder(assetId), join(trash, 'asset')).catch(ignoreMissing);
    await rm(trash, { recursive: true, force: true });
  }
}

/** Moves a finished file or folder to its path, and replaces what an earlier, interrupted attempt left there. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
