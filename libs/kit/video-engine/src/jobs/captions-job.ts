import { join } from 'node:path';
import { joinPieces, TranscriberUnavailable, TranscriptionFailed } from '@vault/speech';
import type {
  PieceRequest,
  TranscriptionOutcome,
  TranscriptionPlan,
  TranscriptionRequest,
  VoicedCue,
} from '@vault/speech';
import { formatWebVtt, isUnclear, noteConfidence } from '@vault/webvtt';
import { extractAudio, MediaError } from '@vault/media';
import type { LeasedJob } from '../catalogue/assets.ts';
import { captionsFile, dropFiles, pieceFile, planFile } from '../catalogue/files.ts';
import { addJob, removeJob, verifyAfterCaptions } from '../catalogue/job-queue.ts';
import type { AssetRecord, Failure, TrackRecord } from '../catalogue/records.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import { type JobHandler, type StoreOutcome, nothingToStore } from './job-runner.ts';

/** 16 kHz, mono, 16 bits. */
const wavBytesPerSecond = 32_000;
/** A decoder needs some sound before a place to be exact there. */
const leadSeconds = 1;
const dayMs = 86_400_000;

type Unavailable = Extract<TranscriptionOutcome, { status: 'unavailable' }>['reason'];

const reasons: Record<Unavailable, string> = {
  // Says "English", because a short talk in another language can look like music to the recogniser.
  'no-speech': 'No English speech was found in the recording.',
  'language-not-supported': 'Captions are not available in the language of this recording.',
};

/** The plan of a recording in several pieces, as its file has it. */
interface StoredPlan {
  plan: TranscriptionPlan;
  /** How much of all work the plan was, 0..100. */
  percent: number;
}

/** What one run works on. */
interface Captions {
  job: LeasedJob;
  asset: AssetRecord;
  track: TrackRecord;
  signal: AbortSignal;
}

/**
 * Converts the speech of an asset to a WebVTT track. The first job plans the recording. A short one it transcribes itself;
 * for a long one it adds a job for each piece, so that an interruption costs one piece, and other owners wait for one at
 * most. The last piece adds the job that joins them.
 */
export class CaptionsJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { piece } = job;
    const asset = await this.parts.catalogue.assets.byId(job.assetId);
    const track = asset?.tracks.find(({ id }) => id === job.subjectId);
    if (asset === undefined || track === undefined) return nothingToStore;
    const captions = { job, asset, track, signal };
    if (piece === undefined) return await this.plan(captions);
    const stored = await this.read<StoredPlan>(captions, planFile(track.id));
    if (piece === stored.plan.pieces.length) return await this.join(captions, stored.plan);
    return await this.transcribePiece(captions, stored, piece);
  }

  fail(asset: AssetRecord, subjectId: string, error: Failure): void {
    removeJob(asset, 'captions', subjectId);
    dropFiles(asset, subjectId);
    this.settle(asset, subjectId, (track) => Object.assign(track, { status: 'errored', error }));
  }

  private async plan(captions: Captions): Promise<StoreOutcome> {
    const { asset, track, signal } = captions;
    const { assetFiles, progress } = this.parts;
    progress.set(track.id, 'extracting');
    return await inWorkFolder(assetFiles, async (folder) => {
      const audioPath = await this.extract(captions, folder, (percent) => {
        progress.set(track.id, 'extracting', percent);
      });
      progress.set(track.id, 'transcribing');
      let done = 0;
      const onProgress = (percent: number): void => {
        done = percent;
        progress.set(track.id, 'transcribing', percent);
      };
      const { language_code: language } = track.details;
      const stated = typeof language === 'string' && language !== 'auto' ? { language } : {};
      const plan = await this.countPlan(asset.owner, { audioPath, ...stated, onProgress, signal });
      if (plan.pieces.length > 1) return await this.divide(captions, { plan, percent: done });
      const before = done;
      const cues: VoicedCue[][] = [];
      if (plan.pieces.length === 1) {
        const onPiece = (percent: number): void => {
          progress.set(track.id, 'transcribing', before + ((100 - before) * percent) / 100);
        };
        const request = { audioPath, plan, index: 0, onProgress: onPiece, signal, ...hintsOf(track) };
        cues.push(await this.countSpeech(captions, request));
      }
      return await this.finish(captions, joinPieces(plan, cues));
    });
  }

  /** Stores the plan, and adds a job for each piece. */
  private async divide({ job, track }: Captions, stored: StoredPlan): Promise<StoreOutcome> {
    const files = await this.publish(job, planFile(track.id), JSON.stringify(stored));
    return (asset) => {
      Object.assign(asset.files, files);
      for (const piece of stored.plan.pieces.keys()) addJob(asset, 'captions', track.id, { piece });
    };
  }

  private async transcribePiece(
    captions: Captions,
    { plan, percent: planned }: StoredPlan,
    index: number,
  ): Promise<StoreOutcome> {
    const { assetFiles, progress } = this.parts;
    const { job, asset, track, signal } = captions;
    const piece = plan.pieces[index];
    if (piece === undefined) throw new Error(`the captions have no piece ${String(index)}`);
    const isDone = (at: number): boolean =>
      asset.jobs.every((job) => job.subjectId !== track.id || job.piece !== at);
    const lengths = plan.pieces.map(({ start, end }) => end - start);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const before = lengths.reduce((sum, length, at) => (isDone(at) ? sum + length : sum), 0);
    const report = (share: number): void => {
      const finished = (before + share * (piece.end - piece.start)) / total;
      progress.set(track.id, 'transcribing', planned + (100 - planned) * finished);
    };
    report(0);
    const cues = await inWorkFolder(assetFiles, async (folder) => {
      const span = { start: Math.max(0, piece.start - leadSeconds), end: piece.end };
      const audioPath = await this.extract({ ...captions, span }, folder);
      return await this.countSpeech(captions, {
        ...{ audioPath, plan, index, signal, offsetSeconds: span.start, ...hintsOf(track) },
        onProgress: (percent) => report(percent / 100),
      });
    });
    const files = await this.publish(job, pieceFile(track.id, index), JSON.stringify(cues));
    return (changed) => {
      Object.assign(changed.files, files);
      const isLast = changed.jobs.every(
        ({ subjectId, piece: at }) => subjectId !== track.id || at === undefined,
      );
      if (isLast) addJob(changed, 'captions', track.id, { piece: plan.pieces.length });
    };
  }

  /** Plans a recording, and counts for this day what was sent to find its language. */
  private async countPlan(owner: string, request: TranscriptionRequest): Promise<TranscriptionPlan> {
    const { catalogue, limits, transcriber } = this.parts;
    if (limits.speechSecondsPerDay === Infinity) return await transcriber.plan(request);
    let sent = 0;
    const onSent = (seconds: number): void => {
      sent += seconds;
    };
    try {
      return await transcriber.plan({ ...request, onSent });
    } finally {
      if (sent > 0) await catalogue.takeSpeech(catalogue.now(), { owner, seconds: sent });
    }
  }

  /**
   * Transcribes a piece and counts it for this day, as often as it was sent; not when nobody worked on it.
   * @throws TranscriberUnavailable also when the speech of this day, or the owner's share of it, is used up
   */
  private async countSpeech(
    { job, asset: { owner } }: Captions,
    request: PieceRequest,
  ): Promise<VoicedCue[]> {
    const { catalogue, limits, transcriber } = this.parts;
    const { start, end } = request.plan.pieces[request.index] ?? { start: 0, end: 0 };
    const perDay = limits.speechSecondsPerDay;
    const now = catalogue.now();
    const shares = { perDay, perOwner: speechShareOf(perDay, limits.maxDurationSeconds) };
    const isCounted = perDay !== Infinity;
    if (isCounted && !(await catalogue.takeSpeech(now, { owner, seconds: end - start }, shares)))
      throw new TranscriberUnavailable('used-up', dayMs - (now % dayMs));
    let sent = 0;
    const onSent = async (seconds: number): Promise<void> => {
      sent += seconds;
      await catalogue.assets.noteSent(job, seconds / (end - start));
    };
    // An attempt that ended with its process may have sent it once.
    const sentBefore = Math.ceil((job.sent ?? 0) - 0.01) + job.attempts - 1;
    try {
      const cues = await transcriber.transcribePiece({ ...request, sentBefore, onSent });
      sent = Math.max(sent, end - start);
      return cues;
    } catch (error) {
      const isOfServer = error instanceof TranscriberUnavailable || error instanceof TranscriptionFailed;
      if (!isOfServer) sent = Math.max(sent, end - start);
      if (error instanceof TranscriptionFailed)
        throw new MediaError('internal_error', error.message, { cause: error });
      throw error;
    } finally {
      const more = sent - (end - start);
      if (isCounted && more !== 0) await catalogue.takeSpeech(now, { owner, seconds: more });
    }
  }

  private async join(captions: Captions, plan: TranscriptionPlan): Promise<StoreOutcome> {
    const cues: VoicedCue[][] = [];
    for (const index of plan.pieces.keys())
      cues.push(await this.read<VoicedCue[]>(captions, pieceFile(captions.track.id, index)));
    return await this.finish(captions, joinPieces(plan, cues));
  }

  /** Publishes the captions. The pieces stay until the asset names them, so that this can be repeated. */
  private async finish(
    { job, track: { id: trackId } }: Captions,
    outcome: TranscriptionOutcome,
  ): Promise<StoreOutcome> {
    if (outcome.status === 'unavailable') {
      const failure = { type: outcome.reason, message: reasons[outcome.reason] };
      return (asset) => this.fail(asset, trackId, failure);
    }
    const { cues, language } = outcome.transcript;
    const unclear = cues.filter(isUnclear);
    const seconds = Math.round(unclear.reduce((total, { start, end }) => total + end - start, 0));
    if (unclear.length > 0)
      this.parts.logger.info({ trackId, unclear: unclear.length, seconds }, 'some speech has no words');
    const text = noteConfidence(formatWebVtt(cues), cues);
    const files = await this.publish(job, captionsFile(trackId), text);
    return (asset) => {
      dropFiles(asset, trackId);
      Object.assign(asset.files, files);
      this.settle(asset, trackId, (track) => {
        track.status = 'ready';
        track.details = { ...track.details, language_code: language };
      });
    };
  }

  /** Moves a track out of `preparing` with its event; does nothing when it is not preparing. */
  private settle(asset: AssetRecord, id: string, change: (track: TrackRecord) => void): void {
    const track = asset.tracks.find((one) => one.id === id && one.status === 'preparing');
    if (track === undefined) return;
    change(track);
    delete track.hints;
    if (track.status !== 'preparing') this.parts.events.track(track.status, asset, track);
    verifyAfterCaptions(asset);
  }

  /** @returns the path of the sound, in the folder */
  private async extract(
    { asset, span, signal }: Captions & { span?: { start: number; end: number } },
    folder: string,
    onProgress?: (percent: number) => void,
  ): Promise<string> {
    const { assetFiles, tools, disk } = this.parts;
    const target = join(folder, 'audio.wav');
    const { duration = 0, audio } = asset.media ?? {};
    const channels = audio?.channels ?? 1;
    const seconds = span === undefined ? duration : span.end - span.start;
    await disk.requireSpace(Math.ceil(seconds * wavBytesPerSecond * Math.min(2, channels)));
    const part = span === undefined ? {} : { span };
    const extract = (source: string): Promise<void> =>
      extractAudio(tools, {
        ...{ source, target, duration, channels, signal, ...part },
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    await assetFiles.use(asset, 'media', extract, { signal, ...part });
    return target;
  }

  private async read<T>({ asset, signal }: Captions, name: string): Promise<T> {
    return JSON.parse(await this.parts.assetFiles.readText(asset, name, { signal })) as T;
  }

  private async publish(job: LeasedJob, name: string, text: string): Promise<Record<string, string>> {
    return await this.parts.assetFiles.publish(job, { [name]: Buffer.from(text) });
  }
}

/** One owner may use a quarter of the day, or the time of the longest recording if that is more. */
function speechShareOf(perDay: number, longest: number): number {
  return Math.min(perDay, Math.max(perDay / 4, longest));
}

function hintsOf({ hints }: TrackRecord): Pick<PieceRequest, 'hints'> {
  return hints === undefined ? {} : { hints };
}
