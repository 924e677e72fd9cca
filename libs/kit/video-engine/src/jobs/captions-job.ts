import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { TranscriptionOutcome } from '@vault/speech';
import { formatWebVtt } from '@vault/webvtt';

import { moveIntoPlace } from '../asset-files.ts';
import type { LeasedJob } from '../catalogue/assets.ts';
import type { AssetRecord, Failure, TrackRecord } from '../catalogue/records.ts';
import { extractAudio } from '../media/sound/extract-audio.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler, StoreOutcome } from './job-runner.ts';
import { nothingToStore } from './job-runner.ts';

/** 16 kHz, mono, 16 bits. */
const wavBytesPerSecond = 32_000;

type Unavailable = Extract<TranscriptionOutcome, { status: 'unavailable' }>['reason'];

const reasons: Record<Unavailable, string> = {
  // Says "English", because a short talk in another language can look like music to the recogniser.
  'no-speech': 'No English speech was found in the recording.',
  'language-not-supported': 'Captions are not available in the language of this recording.',
};

/** Converts the speech of an asset to a WebVTT track. */
export class CaptionsJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run({ assetId, subjectId }: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { assetFiles, catalogue, progress } = this.parts;
    const asset = await catalogue.assets.byId(assetId);
    const track = asset?.tracks.find(({ id }) => id === subjectId);
    if (asset === undefined || track === undefined) return nothingToStore;
    progress.set(track.id, 'extracting');
    return await inWorkFolder(assetFiles, async (folder) => {
      const outcome = await this.transcribe(asset, track, folder, signal);
      if (outcome.status === 'unavailable') {
        const failure = { type: outcome.reason, message: reasons[outcome.reason] };
        return (changed) => {
          this.fail(changed, subjectId, failure);
        };
      }
      const { cues, language } = outcome.transcript;
      const file = join(folder, 'captions.vtt');
      await writeFile(file, formatWebVtt(cues), { flush: true });
      await moveIntoPlace(file, assetFiles.captions(assetId, track.id));
      return (changed) => {
        this.settle(changed, subjectId, (ready) => {
          ready.status = 'ready';
          ready.details = { ...ready.details, language_code: language };
        });
      };
    });
  }

  fail(asset: AssetRecord, subjectId: string, error: Failure): void {
    this.settle(asset, subjectId, (track) => {
      Object.assign(track, { status: 'errored', error });
    });
  }

  /** Moves a track out of `preparing` with its event; does nothing when it is not preparing. */
  private settle(asset: AssetRecord, id: string, change: (track: TrackRecord) => void): void {
    const track = asset.tracks.find((one) => one.id === id && one.status === 'preparing');
    if (track === undefined) return;
    change(track);
    if (track.status !== 'preparing') this.parts.events.track(track.status, asset, track);
  }

  private async transcribe(
    asset: AssetRecord,
    track: TrackRecord,
    folder: string,
    signal: AbortSignal,
  ): Promise<TranscriptionOutcome> {
    const { assetFiles, tools, transcriber, progress, disk } = this.parts;
    const audioPath = join(folder, 'audio.wav');
    const source = assetFiles.media(asset.id);
    const { duration = 0, audio } = asset.media ?? {};
    const channels = audio?.channels ?? 1;
    await disk.requireSpace(Math.ceil(duration * wavBytesPerSecond * Math.min(2, channels)));
    await extractAudio(tools, {
      source,
      target: audioPath,
      duration,
      channels,
      signal,
      onProgress: (percent) => {
        progress.set(track.id, 'extracting', percent);
      },
    });
    progress.set(track.id, 'transcribing');
    const { language_code: language } = track.details;
    return await transcriber.transcribe({
      audioPath,
      language: typeof language === 'string' && language !== 'auto' ? language : undefined,
      onProgress: (percent) => {
        progress.set(track.id, 'transcribing', percent);
      },
      signal,
    });
  }
}
