import { constants, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { moveIntoPlace } from '../asset-files.ts';
import type { LeasedJob } from '../catalogue/assets.ts';
import { addJob, verifyAfterCaptions } from '../catalogue/job-queue.ts';
import type { AssetMedia, AssetRecord, AssetSource, Failure, TrackRecord } from '../catalogue/records.ts';
import { newId } from '../ids.ts';
import { exists } from '../media/tools/exists.ts';
import { chooseSound } from '../media/sound/choose-sound.ts';
import { isCutShort } from '../media/containers/container-end.ts';
import { cutClip } from '../media/packaging/cut-clip.ts';
import { drawWaveform } from '../media/pictures/draw-waveform.ts';
import { hlsFiles } from '../media/packaging/hls-playlist.ts';
import { MediaError } from '../media/tools/media-error.ts';
import { packageHls } from '../media/packaging/package-hls.ts';
import type { PackagingMode } from '../media/packaging/packaging-plan.ts';
import { isLongEncode } from '../media/packaging/packaging-plan.ts';
import type { SourceFacts } from '../media/probing/probe.ts';
import { probe } from '../media/probing/probe.ts';
import { contentFiles, readContents } from '../media/contents/read-contents.ts';
import type { ReportProgress } from '../progress-tracker.ts';
import { chooseTracks } from './choose-tracks.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler, StoreOutcome } from './job-runner.ts';
import { nothingToStore } from './job-runner.ts';
import { copyCaptions, originDeleted, requireOrigin, takeSource } from './origin-files.ts';
import { describeStored, settleRendition } from './settle-rendition.ts';

type ClipSource = Extract<AssetSource, { kind: 'clip' }>;

const contentKinds = ['subtitles', 'chapters'] as const;

/** What to package, and where to. */
interface Packaging {
  asset: AssetRecord;
  /** An empty folder. */
  folder: string;
  mayTakeLong: boolean;
  signal: AbortSignal;
  onProgress: ReportProgress;
}

/** The results of the first job on a source that needs a long encode. */
interface EncodePlan {
  facts: SourceFacts;
  /** Set when that job has chosen the sound and tried to copy. */
  mode?: PackagingMode;
}

/** Packages an upload or a part of another asset, and makes the asset ready or errored. */
export class IngestJob implements JobHandler {
  private readonly parts: JobParts;
  /** By asset: the first job passes its plan to the job that encodes, which makes a new one after a restart. */
  private readonly plans = new Map<string, EncodePlan>();

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> {
    const { catalogue, assetFiles, progress } = this.parts;
    const asset = await catalogue.assets.byId(job.assetId);
    if (asset === undefined) return nothingToStore;
    return await inWorkFolder(assetFiles, async (work) => {
      const folder = join(work, 'hls');
      await mkdir(folder);
      await assetFiles.prepare(asset.id);
      const onProgress: ReportProgress = (stage, percent) => {
        progress.set(asset.id, stage, percent);
      };
      const packaging = { asset, folder, mayTakeLong: job.lane === 'encode', signal, onProgress };
      const media = await this.package(packaging);
      if (media !== undefined) await this.putInPlace(asset, media, work, signal);
      const copiedCaptions = media && (await copyCaptions(this.parts, { asset, media, work }));
      return (changed) => {
        if (media === undefined) addJob(changed, 'ingest', asset.id, { lane: 'encode' });
        else this.becomeReady(changed, media, copiedCaptions);
      };
    });
  }

  fail(asset: AssetRecord, _subjectId: string, failure: Failure): void {
    const { events } = this.parts;
    this.plans.delete(asset.id);
    if (asset.status !== 'preparing') return;
    Object.assign(asset, { status: 'errored', error: failure });
    const error = { type: failure.type, message: 'The video could not be processed.' };
    for (const one of [...asset.tracks, ...asset.renditions])
      if (one.status === 'preparing') Object.assign(one, { status: 'errored', error });
    events.asset('errored', asset);
  }

  /** Returns undefined when only a long encode can package the source. */
  private async package(packaging: Packaging): Promise<AssetMedia | undefined> {
    const { source } = packaging.asset;
    if (source.kind !== 'clip') return await this.packageFile(packaging);
    const isWhole = source.start === undefined && source.end === undefined;
    return isWhole ? await this.copyAsset(packaging, source) : await this.cut(packaging, source);
  }

  private async packageFile({ asset, ...request }: Packaging): Promise<AssetMedia | undefined> {
    const { assetFiles, tools, limits, disk } = this.parts;
    const source = assetFiles.source(asset.id);
    await takeSource(this.parts, asset, join(request.folder, '..'));
    const plan = this.plans.get(asset.id) ?? { facts: await this.check(asset, source, request) };
    if (!request.mayTakeLong && isLongEncode(plan.facts)) {
      this.keepPlan(asset.id, plan);
      return undefined;
    }
    // Copied media takes as much space again; encoded media seldom takes more.
    await disk.requireSpace(plan.facts.bytes);
    const isChosen = plan.mode !== undefined || asset.source.kind === 'tracks';
    const facts = isChosen ? plan.facts : await this.choose(source, plan.facts, request);
    const result = await packageHls(tools, { ...request, source, facts, mode: plan.mode }, limits);
    this.plans.delete(asset.id);
    if (result.media === undefined) this.keepPlan(asset.id, { facts, mode: result.mode });
    const { media } = result;
    if (media === undefined) return undefined;
    const { duration } = media;
    const { folder, signal } = request;
    const language = captionLanguage(asset);
    const contentsRequest = { source, facts, duration, language, folder: join(folder, '..'), signal };
    return { ...media, contents: await readContents(tools, contentsRequest) };
  }

  private async check(
    { source }: AssetRecord,
    path: string,
    { signal, onProgress }: Omit<Packaging, 'asset'>,
  ): Promise<SourceFacts> {
    onProgress('checking');
    const { tools, limits } = this.parts;
    const picture = source.kind === 'tracks' ? source.picture : undefined;
    const facts = await probe(tools, path, limits, signal, picture);
    if (await isCutShort(path, facts.format))
      throw new MediaError('invalid_input', 'The file is cut short. Please upload the whole file.');
    if (source.kind !== 'tracks') return facts;
    return await chooseTracks(tools, path, facts, { sound: source.sound, signal });
  }

  private async choose(
    source: string,
    facts: SourceFacts,
    { folder, signal, onProgress }: Omit<Packaging, 'asset'>,
  ): Promise<SourceFacts> {
    onProgress('listening');
    return await chooseSound(this.parts.tools, {
      source,
      facts,
      signal,
      folder: join(folder, '..'),
      onProgress: (percent) => {
        onProgress('listening', percent);
      },
    });
  }

  private keepPlan(assetId: string, plan: EncodePlan): void {
    // Bounds the map, because the plans of deleted assets are not removed one by one.
    if (this.plans.size > this.parts.limits.maxQueuedJobs) this.plans.clear();
    this.plans.set(assetId, plan);
  }

  private async cut({ folder, signal, onProgress }: Packaging, source: ClipSource): Promise<AssetMedia> {
    const { assetFiles, tools, limits } = this.parts;
    const path = assetFiles.media(source.assetId);
    await requireOrigin(path);
    onProgress('checking');
    const facts = await probe(tools, path, limits, signal);
    const { start = 0 } = source;
    const end = Math.min(source.end ?? Infinity, facts.duration ?? Infinity, limits.maxDurationSeconds);
    return await cutClip(tools, { source: path, facts, folder, start, end, signal, onProgress }, limits);
  }

  private async copyAsset({ folder, onProgress }: Packaging, { assetId }: ClipSource): Promise<AssetMedia> {
    const { assetFiles, catalogue, disk } = this.parts;
    await requireOrigin(assetFiles.media(assetId));
    const media = (await catalogue.assets.byId(assetId))?.media;
    if (media === undefined) throw originDeleted();
    await disk.requireSpace(media.bytes);
    onProgress('copying');
    await cp(assetFiles.hls(assetId), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return media;
  }

  /** Moves the result to the asset's folder, with a picture of the sound when there is no other. */
  private async putInPlace(
    asset: AssetRecord,
    { video }: AssetMedia,
    work: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { assetFiles, tools } = this.parts;
    if (video === undefined) {
      const picture = join(work, 'waveform.jpg');
      await drawWaveform(tools, join(work, 'hls', hlsFiles.media), picture, signal);
      await moveIntoPlace(picture, assetFiles.waveform(asset.id));
    }
    for (const kind of contentKinds) {
      const file = join(work, contentFiles[kind]);
      if (await exists(file)) await moveIntoPlace(file, assetFiles.ofContents(asset.id, kind));
    }
    await moveIntoPlace(join(work, 'hls'), assetFiles.hls(asset.id));
  }

  private becomeReady(
    asset: AssetRecord,
    media: AssetMedia,
    copiedCaptions: TrackRecord['details'] | undefined,
  ): void {
    const { events } = this.parts;
    if (asset.status !== 'preparing') return;
    Object.assign(asset, { status: 'ready', media });
    const captions = [...asset.tracks];
    asset.tracks.push(...tracksOf(media));
    for (const { id, resolution } of asset.renditions) {
      const details = describeStored(resolution, media);
      if (details === undefined) addJob(asset, 'rendition', id);
      else settleRendition(events, asset, id, { details });
    }
    events.asset('ready', asset);
    for (const [at, track] of captions.entries()) {
      provideCaptions(track, media, at === 0 ? copiedCaptions : undefined);
      if (track.status === 'preparing') addJob(asset, 'captions', track.id);
      else events.track(track.status, asset, track);
    }
    if (asset.source.kind !== 'clip') asset.lacksVerification = true;
    verifyAfterCaptions(asset);
    if (media.video !== undefined) addJob(asset, 'storyboard', asset.id);
  }
}

/** The tracks of packaged media, besides its captions. */
function tracksOf({ duration, video, audio, contents }: AssetMedia): TrackRecord[] {
  const tracks: Pick<TrackRecord, 'type' | 'details'>[] = [];
  if (video !== undefined) {
    const { width, height, frameRate } = video;
    const details = { duration, max_width: width, max_height: height, max_frame_rate: frameRate };
    tracks.push({ type: 'video', details });
  }
  if (audio !== undefined) {
    tracks.push({ type: 'audio', details: { duration, max_channels: audio.channels, primary: true } });
  }
  if (contents?.some(({ kind, isUsed }) => kind === 'chapters' && isUsed) === true) {
    const details = { text_type: 'chapters', text_source: 'embedded', name: 'Chapters' };
    tracks.push({ type: 'text', details });
  }
  return tracks.map((track) => ({ id: newId(), status: 'ready', ...track }));
}

/** The language of the captions that were requested; undefined for any. */
function captionLanguage({ tracks }: AssetRecord): string | undefined {
  const language = tracks.find(({ type }) => type === 'text')?.details['language_code'];
  return typeof language === 'string' && language !== 'auto' ? language : undefined;
}

/** Uses the subtitles of the file, else the copied captions; else the track stays in preparation for the sound. */
function provideCaptions(
  track: TrackRecord,
  { audio, contents }: AssetMedia,
  copiedCaptions: TrackRecord['details'] | undefined,
): void {
  const subtitles = contents?.find(({ kind, isUsed }) => kind === 'subtitles' && isUsed);
  if (subtitles !== undefined) {
    const name = subtitles.title === '' ? 'From the file' : subtitles.title;
    track.details = { ...track.details, text_source: 'embedded', name };
    track.status = 'ready';
  } else if (copiedCaptions !== undefined) {
    track.details = copiedCaptions;
    track.status = 'ready';
  } else if (audio === undefined) {
    track.error = { type: 'no-speech', message: 'The video has no sound.' };
    track.status = 'errored';
  }
}
