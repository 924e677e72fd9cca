import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '@vault/media-store';
import { parseWebVtt } from '@vault/webvtt';
import {
  type PackagedMedia,
  exists,
  chooseChannels,
  chooseSound,
  checkEnd,
  cutClip,
  drawWaveform,
  hlsFiles,
  MediaError,
  originDeleted,
  type PackageRequest,
  type PackageResult,
  packageHls,
  type PackagingMode,
  isLongEncode,
  type SourceFacts,
  probe,
  probePackaged,
  unfinished,
  contentFiles,
  readContents,
  type ReportProgress,
  chooseTracks,
  withoutDamaged,
} from '@vault/media';
import type { LeasedJob } from '../catalogue/assets.ts';
import { addJob, verifyAfterCaptions } from '../catalogue/job-queue.ts';
import type { AssetRecord, AssetSource, ClipSource, Failure, TrackRecord } from '../catalogue/records.ts';
import { newId } from '../common/ids.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import { type JobHandler, type StoreOutcome, nothingToStore } from './job-runner.ts';
import { copyCaptions, shareFiles, takeSource } from './origin-files.ts';

const contentKinds = ['subtitles', 'chapters'] as const;

/** What to package, and where to. */
interface Packaging {
  asset: AssetRecord;
  /** An empty folder for the packaged files, in the one for all files of the job. */
  folder: string;
  mayTakeLong: boolean;
  signal: AbortSignal;
  onProgress: ReportProgress;
}

/** A packaged recording, and its objects by their names. */
interface Packaged {
  media: PackagedMedia;
  files: Record<string, string>;
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
  /** Of packaged recordings, by the key of their object, which never changes: starting a program takes a tenth of a second. */
  private readonly packaged = new Map<string, SourceFacts>();

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
      const onProgress: ReportProgress = (stage, percent) => progress.set(asset.id, stage, percent);
      const packaging = { asset, folder, mayTakeLong: job.lane === 'encode', signal, onProgress };
      const packaged = await this.package(job, packaging);
      if (packaged === undefined) return (changed) => addJob(changed, 'ingest', asset.id, { lane: 'encode' });
      const { media, files } = packaged;
      const captions = await copyCaptions(this.parts, { job, asset, media });
      return (changed) => {
        Object.assign(changed.files, files, captions?.files);
        this.becomeReady(changed, media, captions?.details);
      };
    });
  }

  fail(asset: AssetRecord, _subjectId: string, failure: Failure): void {
    const { events } = this.parts;
    this.plans.delete(asset.id);
    if (asset.status !== 'preparing') return;
    Object.assign(asset, { status: 'errored', error: failure });
    // Nobody needs what is of other assets.
    if (asset.source.kind !== 'upload') asset.files = {};
    const error = { type: failure.type, message: 'The video could not be processed.' };
    for (const one of asset.tracks)
      if (one.status === 'preparing') Object.assign(one, { status: 'errored', error });
    events.asset('errored', asset);
  }

  /** Returns undefined when only a long encode can package the source. */
  private async package(job: LeasedJob, packaging: Packaging): Promise<Packaged | undefined> {
    const { asset } = packaging;
    const { source } = asset;
    if (source.kind === 'clip' && isWhole(source)) return await this.share(asset, source);
    const media =
      source.kind === 'clip' ? await this.cut(packaging, source) : await this.packageSource(packaging);
    return media && { media, files: await this.publish(job, media, packaging) };
  }

  private async packageSource(packaging: Packaging): Promise<PackagedMedia | undefined> {
    const { asset, signal } = packaging;
    const files = await takeSource(this.parts, asset);
    const work = (source: string): Promise<PackagedMedia | undefined> => this.packageFile(source, packaging);
    return await this.parts.assetFiles.use({ files }, 'source', work, { signal });
  }

  private async packageFile(
    source: string,
    { asset, ...request }: Packaging,
  ): Promise<PackagedMedia | undefined> {
    const { tools, disk } = this.parts;
    const plan = this.plans.get(asset.id) ?? { facts: await this.check(asset, source, request) };
    if (!request.mayTakeLong && isLongEncode(plan.facts)) {
      this.keepPlan(asset.id, plan);
      return undefined;
    }
    // Copied media takes as much space again; encoded media seldom takes more.
    await disk.requireSpace(plan.facts.bytes);
    const choose = asset.source.kind === 'tracks' ? chooseChannels : chooseSound;
    const chosenFacts =
      plan.mode === undefined ? await this.choose(choose, source, plan.facts, request) : plan.facts;
    const packageRequest = { ...request, source, facts: chosenFacts, mode: plan.mode };
    const { result, facts } = await this.packageReadable(packageRequest, asset.source);
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
    const declaredFacts = await probe(tools, path, limits, signal, picture);
    const end = await checkEnd(path, declaredFacts.format);
    if (end === 'cut')
      throw new MediaError('invalid_input', 'The file is cut short. Please upload the whole file.');
    const facts = end === 'unfinished' ? unfinished(declaredFacts) : declaredFacts;
    if (source.kind !== 'tracks') return facts;
    return await chooseTracks(tools, path, facts, { sound: source.sound, signal });
  }

  /** Packages the tracks that can be decoded; a person's choice fails instead. */
  private async packageReadable(
    request: PackageRequest,
    from: AssetSource,
  ): Promise<{ result: PackageResult; facts: SourceFacts }> {
    const { tools, limits } = this.parts;
    const { facts } = request;
    try {
      return { result: await packageHls(tools, request, limits), facts };
    } catch (error) {
      if (!(error instanceof MediaError) || error.type !== 'invalid_input') throw error;
      const rest = from.kind === 'tracks' ? undefined : await withoutDamaged(tools, request);
      if (rest === undefined) throw error;
      await rm(request.folder, { recursive: true });
      await mkdir(request.folder);
      return await this.packageReadable({ ...request, facts: rest, mode: undefined }, from);
    }
  }

  private async choose(
    choose: typeof chooseSound,
    source: string,
    facts: SourceFacts,
    { folder, signal, onProgress }: Omit<Packaging, 'asset'>,
  ): Promise<SourceFacts> {
    onProgress('listening');
    return await choose(this.parts.tools, {
      source,
      facts,
      signal,
      folder: join(folder, '..'),
      onProgress: (percent) => onProgress('listening', percent),
    });
  }

  private keepPlan(assetId: string, plan: EncodePlan): void {
    // Bounds the map, because the plans of deleted assets are not removed one by one.
    if (this.plans.size > this.parts.limits.maxQueuedJobs) this.plans.clear();
    this.plans.set(assetId, plan);
  }

  private async cut({ folder, signal, onProgress }: Packaging, source: ClipSource): Promise<PackagedMedia> {
    const { assetFiles, catalogue, tools, limits } = this.parts;
    const { start = 0, end = Infinity } = source;
    const origin = await catalogue.assets.byId(source.assetId);
    if (origin === undefined) throw originDeleted();
    onProgress('checking');
    const cut = async (path: string): Promise<PackagedMedia> => {
      const facts = await this.factsOf(origin, path, signal);
      const until = Math.min(end, facts.duration ?? Infinity, limits.maxDurationSeconds);
      const { frame, captions } = source;
      const look = { frame, captions: captions === undefined ? undefined : parseWebVtt(captions) };
      const span = { start, end: until, ...look };
      return await cutClip(tools, { source: path, facts, folder, ...span, signal, onProgress }, limits);
    };
    return await assetFiles.use(origin, 'media', cut, { span: { start, end }, signal });
  }

  private async factsOf({ files }: AssetRecord, path: string, signal: AbortSignal): Promise<SourceFacts> {
    const { tools, limits } = this.parts;
    const key = files['media'] ?? '';
    const facts = this.packaged.get(key) ?? (await probePackaged(tools, path, limits, signal));
    if (this.packaged.size > limits.maxQueuedJobs) this.packaged.clear();
    this.packaged.set(key, facts);
    return facts;
  }

  /** Uses the objects of a whole recording for its clip. */
  private async share(asset: AssetRecord, { assetId }: ClipSource): Promise<Packaged> {
    const names = [...Object.keys(hlsFiles), 'waveform'];
    const origin = await shareFiles(this.parts, asset, assetId, names);
    if (origin.media === undefined) throw originDeleted();
    return { media: origin.media, files: {} };
  }

  /** Publishes the packaged files, with a picture of the sound when there is no other. */
  private async publish(
    job: LeasedJob,
    { video }: PackagedMedia,
    { folder, signal }: Packaging,
  ): Promise<Record<string, string>> {
    const { assetFiles, tools } = this.parts;
    const contents: Record<string, Content> = {};
    if (video === undefined) {
      const path = join(folder, '..', 'waveform.jpg');
      await drawWaveform(tools, join(folder, hlsFiles.media), path, signal);
      contents['waveform'] = { path };
    }
    for (const kind of contentKinds) {
      const path = join(folder, '..', contentFiles[kind]);
      if (await exists(path)) contents[kind] = { path };
    }
    for (const [name, file] of Object.entries(hlsFiles)) contents[name] = { path: join(folder, file) };
    return await assetFiles.publish(job, contents, { signal });
  }

  private becomeReady(
    asset: AssetRecord,
    media: PackagedMedia,
    copiedCaptions: TrackRecord['details'] | undefined,
  ): void {
    const { events } = this.parts;
    if (asset.status !== 'preparing') return;
    Object.assign(asset, { status: 'ready', media });
    const captions = [...asset.tracks];
    asset.tracks.push(...tracksOf(media));
    events.asset('ready', asset);
    for (const [at, track] of captions.entries()) {
      provideCaptions(track, media, at === 0 ? copiedCaptions : undefined);
      if (track.status === 'preparing') addJob(asset, 'captions', track.id);
      else events.track(track.status, asset, track);
    }
    if (asset.source.kind === 'clip') delete asset.source.captions;
    else asset.lacksVerification = true;
    verifyAfterCaptions(asset);
    if (media.video !== undefined) addJob(asset, 'storyboard', asset.id);
  }
}

/** Whether a clip is the same as its asset. */
function isWhole({ start, end, frame, captions }: ClipSource): boolean {
  return [start, end, frame, captions].every((one) => one === undefined);
}

/** The tracks of packaged media, besides its captions. */
function tracksOf({ duration, video, audio, contents }: PackagedMedia): TrackRecord[] {
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
  { audio, contents }: PackagedMedia,
  copiedCaptions: TrackRecord['details'] | undefined,
): void {
  const subtitles = contents?.find(({ kind, isUsed }) => kind === 'subtitles' && isUsed);
  if (subtitles !== undefined) {
    const name = subtitles.title === '' ? 'From the file' : subtitles.title;
    track.details = { ...track.details, text_source: 'embedded', name };
    // Subtitles in any language were requested.
    if (track.details['language_code'] === 'auto')
      track.details['language_code'] = subtitles.language === '' ? 'und' : subtitles.language;
    track.status = 'ready';
  } else if (copiedCaptions !== undefined) {
    track.details = copiedCaptions;
    track.status = 'ready';
  } else if (audio === undefined) {
    track.error = { type: 'no-speech', message: whyNoSound(contents) };
    track.status = 'errored';
  }
  if (track.status !== 'preparing') delete track.hints;
}

function whyNoSound(contents: PackagedMedia['contents'] = []): string {
  const sounds = contents.filter(({ kind }) => kind === 'sound');
  if (sounds.length === 0) return 'The video has no sound.';
  return sounds.every(({ reason }) => reason === 'empty')
    ? 'The video has no sound: nothing was recorded in its audio track.'
    : 'The sound of the file cannot be read, so there are no captions.';
}
