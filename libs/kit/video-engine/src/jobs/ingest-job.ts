import { copyFile, constants, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { moveIntoPlace } from '../asset-files.ts';
import type { JobRecord } from '../catalogue/job-table.ts';
import type { AssetMedia, AssetRecord, AssetSource, Failure } from '../catalogue/records.ts';
import { newId } from '../ids.ts';
import { isCutShort } from '../media/container-end.ts';
import type { ClipPicture } from '../media/cut-clip.ts';
import { cutClip } from '../media/cut-clip.ts';
import { drawWaveform } from '../media/draw-waveform.ts';
import { MediaError } from '../media/media-error.ts';
import type { PackageRequest } from '../media/package-hls.ts';
import { packageHls } from '../media/package-hls.ts';
import { isLongEncode } from '../media/packaging-plan.ts';
import type { SourceFacts } from '../media/probe.ts';
import { probe } from '../media/probe.ts';
import { inWorkFolder } from './in-work-folder.ts';
import type { JobParts } from './job-parts.ts';
import type { JobHandler } from './job-runner.ts';
import { renditionDetails, settleRendition } from './settle-rendition.ts';

/** A span cut from another asset. */
interface Cut {
  picture: ClipPicture;
  seconds: number;
}

type ClipSource = Extract<AssetSource, { kind: 'clip' }>;

/** Fetches a source, packages it, and makes the asset ready or errored. */
export class IngestJob implements JobHandler {
  private readonly parts: JobParts;

  constructor(parts: JobParts) {
    this.parts = parts;
  }

  async run(job: JobRecord, signal: AbortSignal): Promise<() => void> {
    const asset = this.parts.catalogue.assets.byId(job.assetId);
    if (asset === undefined) return () => undefined;
    return await inWorkFolder(this.parts.assetFiles, async (folder) => {
      await this.fetchSource(asset, folder, signal);
      const facts = await this.inspect(asset, signal);
      const mayTakeLong = job.lane === 'encode';
      const isLong = !mayTakeLong && isLongEncode(facts);
      const media = isLong ? undefined : await this.package(asset, { facts, mayTakeLong, folder, signal });
      return () => {
        if (media === undefined) this.parts.catalogue.jobs.add('ingest', asset.id, asset.id, 'encode');
        else this.becomeReady(asset, media);
      };
    });
  }

  fail(job: JobRecord, failure: Failure): void {
    const { catalogue, events, progress } = this.parts;
    progress.clear(job.assetId);
    if (!catalogue.assets.settle(job.assetId, { error: failure })) return;
    const consequence = { type: failure.type, message: 'The video could not be processed.' };
    for (const track of catalogue.tracks.ofAsset(job.assetId)) catalogue.tracks.settle(track.id, consequence);
    for (const one of catalogue.renditions.ofAsset(job.assetId)) {
      catalogue.renditions.settle(one.id, 'errored', {}, consequence);
    }
    const asset = catalogue.assets.byId(job.assetId);
    if (asset !== undefined) events.asset('errored', asset);
  }

  /** Moves the source to the asset's folder, unless an interrupted attempt has already done so. */
  private async fetchSource(asset: AssetRecord, folder: string, signal: AbortSignal): Promise<void> {
    const { assetFiles, uploadFiles } = this.parts;
    const target = assetFiles.source(asset.id);
    await assetFiles.prepare(asset.id);
    const isFetched = await exists(target);
    if (asset.source.kind === 'upload') {
      const { uploadId } = asset.source;
      if (!isFetched) await rename(uploadFiles.path(uploadId), target);
      // The interrupted attempt may have ended between the two.
      await uploadFiles.remove(uploadId);
      return;
    }
    if (isFetched) return;
    const clip = join(folder, 'clip.mp4');
    const cut = await this.fetchClip(asset.id, asset.source, clip, signal);
    await rename(clip, target);
    if (cut !== undefined) await this.offerDownload(asset.id, cut);
  }

  /**
   * Offers the cut file itself as the download, before it is packaged for players. After a crash before this step, the
   * rendition job creates the download from the source.
   */
  private async offerDownload(id: string, { picture, seconds }: Cut): Promise<void> {
    const { assetFiles, catalogue } = this.parts;
    const resolution = picture === undefined ? 'audio-only' : 'highest';
    const rendition = catalogue.renditions.ofAsset(id).find((one) => one.resolution === resolution);
    if (rendition === undefined) return;
    const source = assetFiles.source(id);
    const target = assetFiles.rendition(id, rendition.id);
    await rm(target, { force: true });
    // A hard link, or a copy where the file system has none.
    await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE));
    const details = renditionDetails(picture ?? {}, { size: (await stat(target)).size, seconds });
    catalogue.transaction(() => {
      settleRendition(this.parts, rendition.id, 'ready', details);
    });
  }

  private async fetchClip(
    id: string,
    source: ClipSource,
    target: string,
    signal: AbortSignal,
  ): Promise<Cut | undefined> {
    const { assetFiles, tools, limits, progress, disk } = this.parts;
    const path = assetFiles.source(source.assetId);
    if (!(await exists(path))) throw new MediaError('invalid_input', 'The source video was deleted.');
    if (source.start === undefined && source.end === undefined) {
      await disk.requireSpace((await stat(path)).size);
      await copyFile(path, target, constants.COPYFILE_FICLONE);
      return undefined;
    }
    const facts = await probe(tools, path, limits, signal);
    const end = Math.min(source.end ?? Infinity, facts.duration ?? Infinity, limits.maxDurationSeconds);
    const onProgress = (percent: number): void => {
      progress.set(id, 'transcoding', percent);
    };
    const start = source.start ?? 0;
    const picture = await cutClip(
      tools,
      { source: path, facts, target, start, end, signal, onProgress },
      limits,
    );
    return { picture, seconds: end - start };
  }

  private async inspect(asset: AssetRecord, signal: AbortSignal): Promise<SourceFacts> {
    const { assetFiles, tools, limits } = this.parts;
    const source = assetFiles.source(asset.id);
    const facts = await probe(tools, source, limits, signal);
    if (await isCutShort(source, facts.format)) {
      throw new MediaError('invalid_input', 'The file is cut short. Please upload the whole file.');
    }
    return facts;
  }

  private async package(
    asset: AssetRecord,
    { folder, ...request }: Pick<PackageRequest, 'facts' | 'mayTakeLong' | 'signal'> & { folder: string },
  ): Promise<AssetMedia | undefined> {
    const { assetFiles, tools, limits, progress, disk } = this.parts;
    const source = assetFiles.source(asset.id);
    // Copied media takes as much space again; encoded media seldom takes more.
    await disk.requireSpace((await stat(source)).size);
    const hls = join(folder, 'hls');
    await mkdir(hls);
    const onProgress = (percent: number): void => {
      progress.set(asset.id, 'transcoding', percent);
    };
    const media = await packageHls(tools, { ...request, source, folder: hls, onProgress }, limits);
    if (media === undefined) return undefined;
    await this.makeWaveform(asset, request.facts, folder, request.signal);
    await moveIntoPlace(hls, assetFiles.hls(asset.id));
    return media;
  }

  private async makeWaveform(
    asset: AssetRecord,
    facts: SourceFacts,
    folder: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (facts.video !== undefined) return;
    const { assetFiles, tools } = this.parts;
    const picture = join(folder, 'waveform.jpg');
    await drawWaveform(tools, assetFiles.source(asset.id), picture, signal);
    await moveIntoPlace(picture, assetFiles.waveform(asset.id));
  }

  private becomeReady(asset: AssetRecord, media: AssetMedia): void {
    const { catalogue, events, progress } = this.parts;
    progress.clear(asset.id);
    if (!catalogue.assets.settle(asset.id, { media })) return;
    const captions = catalogue.tracks.ofAsset(asset.id);
    this.insertTracks(asset.id, media);
    const ready = catalogue.assets.byId(asset.id);
    if (ready !== undefined) events.asset('ready', ready);
    for (const track of captions) this.queueCaptions(track.id, asset.id, media);
    for (const one of catalogue.renditions.ofAsset(asset.id))
      if (one.status === 'preparing') catalogue.jobs.add('rendition', one.id, asset.id);
    if (media.video !== undefined) catalogue.jobs.add('storyboard', asset.id, asset.id);
  }

  private insertTracks(assetId: string, media: AssetMedia): void {
    const { tracks } = this.parts.catalogue;
    const { duration, video, audio } = media;
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
  }

  private queueCaptions(trackId: string, assetId: string, media: AssetMedia): void {
    const { catalogue, events } = this.parts;
    if (media.audio !== undefined) {
      catalogue.jobs.add('captions', trackId, assetId);
      return;
    }
    catalogue.tracks.settle(trackId, { type: 'no-speech', message: 'The video has no sound.' });
    const track = catalogue.tracks.byId(trackId);
    if (track !== undefined) events.track('errored', track);
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
