import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { TranscriptionOutcome } from '@vault/speech';
import { formatWebVtt } from '@vault/webvtt';

import { moveIntoPlace } from '../asset-files.ts';
import type { JobRecord } from '../catalogue/job-table.ts';
import type { Failure, TrackRecord } from '../catalogue/records.ts';
import { extractAudio } from '../media/sound/extract-audio.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler } from './job-runner.ts';

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

  async run(job: JobRecord, signal: AbortSignal): Promise<() => void> {
    const { assetFiles, progress } = this.parts;
    const track = this.parts.catalogue.tracks.byId(job.subjectId);
    if (track === undefined) return () => undefined;
    progress.set(track.id, 'extracting');
    return await inWorkFolder(assetFiles, async (folder) => {
      const outcome = await this.transcribe(track, folder, signal);
      if (outcome.status === 'unavailable') {
        const failure = { type: outcome.reason, message: reasons[outcome.reason] };
        return () => {
          this.fail(job, failure);
        };
      }
      const file = join(folder, 'captions.vtt');
      await writeFile(file, formatWebVtt(outcome.transcript.cues), { flush: true });
      await moveIntoPlace(file, assetFiles.captions(job.assetId, track.id));
      return () => {
        this.becomeReady(track, outcome.transcript.language);
      };
    });
  }

  fail(job: JobRecord, failure: Failure): void {
    const { catalogue, events } = this.parts;
    if (!catalogue.tracks.settle(job.subjectId, failure)) return;
    const track = catalogue.tracks.byId(job.subjectId);
    if (track !== undefined) events.track('errored', track);
  }

  private async transcribe(
    track: TrackRecord,
    folder: string,
    signal: AbortSignal,
  ): Promise<TranscriptionOutcome> {
    const { assetFiles, catalogue, tools, transcriber, progress, disk } = this.parts;
    const audioPath = join(folder, 'audio.wav');
    const source = assetFiles.media(track.assetId);
    const { duration = 0, audio } = catalogue.assets.byId(track.assetId)?.media ?? {};
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

  private becomeReady(track: TrackRecord, language: string): void {
    const { catalogue, events } = this.parts;
    if (!catalogue.tracks.settle(track.id)) return;
    const current = catalogue.tracks.byId(track.id);
    if (current === undefined) return;
    catalogue.tracks.describe(track.id, { ...current.details, language_code: language });
    events.track('ready', { ...current, details: { ...current.details, language_code: language } });
  }
}
