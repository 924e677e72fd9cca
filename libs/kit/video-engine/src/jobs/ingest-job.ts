import { constants, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { moveIntoPlace } from '../asset-files.ts';
import type { JobRecord } from '../catalogue/job-table.ts';
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
import type { JobHandler } from './job-runner.ts';
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

  async run(job: JobRecord, signal: AbortSignal): Promise<() => void> {
    const { catalogue, assetFiles, progress } = this.parts;
    const asset = catalogue.assets.byId(job.assetId);
    if (asset === undefined) return () => undefined;
    return await inWorkFolder(assetFiles, async (work) => {
      const folder = join(work, 'hls');
      await mkdir(folder);
      await assetFiles.prepare(asset.id);
      const onProgress: ReportProgress = (stage, percent) => {
        progress.set(asset.id, stage, percent);
      };
      const packaging = { asset, folder, mayTakeLong: job.lane === 'encode', signal, onProgress };
      const media = await this.package(packaging);
      if (media === undefined) return () => catalogue.jobs.add('ingest', asset.id, asset.id, 'encode');
      await this.putInPlace(asset, media, work, signal);
      const copiedCaptions = await copyCaptions(this.parts, { asset, media, work });
      return () => {
        this.becomeReady(asset, media, copiedCaptions);
      };
    });
  }

  fail(job: JobRecord, failure: Failure): void {
    const { catalogue, events } = this.parts;
    this.plans.delete(job.assetId);
    if (!catalogue.assets.settle(job.assetId, { error: failure })) return;
    const consequence = { type: failure.type, message: 'The video could not be processed.' };
    for (const track of catalogue.tracks.ofAsset(job.assetId)) catalogue.tracks.settle(track.id, consequence);
    for (const one of catalogue.renditions.ofAsset(job.assetId)) {
      catalogue.renditions.settle(one.id, 'errored', {}, consequence);
    }
    const asset = catalogue.assets.byId(job.assetId);
    if (asset !== undefined) events.asset('errored', asset);
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
    const language = this.captionLanguage(asset.id);
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
    const media = catalogue.assets.byId(assetId)?.media;
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
    const { catalogue, events } = this.parts;
    if (!catalogue.assets.settle(asset.id, { media })) return;
    const captions = catalogue.tracks.ofAsset(asset.id);
    this.insertTracks(asset.id, media);
    for (const one of catalogue.renditions.ofAsset(asset.id)) {
      const details = describeStored(one.resolution, media);
      if (details === undefined) catalogue.jobs.add('rendition', one.id, asset.id);
      else if (details === 'skipped') settleRendition(this.parts, one.id, 'skipped');
      else settleRendition(this.parts, one.id, 'ready', details);
    }
    const readyAsset = catalogue.assets.byId(asset.id);
    if (readyAsset !== undefined) events.asset('ready', readyAsset);
    for (const [at, track] of captions.entries()) {
      this.provideCaptions(track, media, at === 0 ? copiedCaptions : undefined);
    }
    if (asset.source.kind !== 'clip') catalogue.jobs.add('verification', asset.id, asset.id);
    if (media.video !== undefined) catalogue.jobs.add('storyboard', asset.id, asset.id);
  }

  private insertTracks(assetId: string, media: AssetMedia): void {
    const { tracks } = this.parts.catalogue;
    const { duration, video, audio, contents } = media;
    if (video !== undefined) {
      const details = {
        duration,
        max_width: video.width,
        max_height: video.height,
        max_frame_rate: video.frameRate,
      };
      tracks.insert({ id: newId(), assetId, type: 'video', status: 'ready', details });
    }
    if (audio !== undefined) {
      const details = { duration, max_channels: audio.channels, primary: true };
      tracks.insert({ id: newId(), assetId, type: 'audio', status: 'ready', details });
    }
    if (contents?.some(({ kind, isUsed }) => kind === 'chapters' && isUsed) === true) {
      const details = { text_type: 'chapters', text_source: 'embedded', name: 'Chapters' };
      tracks.insert({ id: newId(), assetId, type: 'text', status: 'ready', details });
    }
  }

  /** The language of the captions that were requested; undefined for any. */
  private captionLanguage(assetId: string): string | undefined {
    const [track] = this.parts.catalogue.tracks.ofAsset(assetId).filter(({ type }) => type === 'text');
    const language = track?.details.language_code;
    return typeof language === 'string' && language !== 'auto' ? language : undefined;
  }

  /** Uses the subtitles of the file, else the copied captions, else transcribes the sound. */
  private provideCaptions(
    { id, assetId, details }: TrackRecord,
    { audio, contents }: AssetMedia,
    copiedCaptions: TrackRecord['details'] | undefined,
  ): void {
    const { catalogue, events } = this.parts;
    const subtitles = contents?.find(({ kind, isUsed }) => kind === 'subtitles' && isUsed);
    if (subtitles !== undefined) {
      const name = subtitles.title === '' ? 'From the file' : subtitles.title;
      catalogue.tracks.describe(id, { ...details, text_source: 'embedded', name });
      catalogue.tracks.settle(id);
    } else if (copiedCaptions !== undefined) {
      catalogue.tracks.describe(id, copiedCaptions);
      catalogue.tracks.settle(id);
    } else if (audio === undefined) {
      catalogue.tracks.settle(id, { type: 'no-speech', message: 'The video has no sound.' });
    } else {
      catalogue.jobs.add('captions', id, assetId);
      return;
    }
    const track = catalogue.tracks.byId(id);
    if (track?.status === 'ready' || track?.status === 'errored') events.track(track.status, track);
  }
}
