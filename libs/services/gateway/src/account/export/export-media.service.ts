import { Inject, Injectable } from '@nestjs/common';
import { formatTimeCode } from '@vault/contracts';
import type { clipRpc, uploadRpc } from '@vault/contracts/rpc';
import { MediaAddresses } from '@vault/integrations/media';
import { LOGGER, type Logger } from '@vault/base';
import { ExportLibraryService } from './export-library.service.ts';
import { openMedia, type MediaFile } from './media-file.ts';
import type { ExportFile } from './zip-stream.ts';

/** A recording or clip that is not in the archive, and why, as a sentence. */
export interface MissingFile {
  readonly path: string;
  readonly reason: string;
}

interface MediaOptions {
  readonly folder: string;
  readonly gone: AbortSignal;
  /** Gets the files that could not be included. */
  readonly missing: MissingFile[];
}

interface Source {
  /** Without its extension, which the address has. */
  readonly path: string;
  /** For browsers; empty when there is no file. */
  readonly address: string;
  /** Why there is no file. */
  readonly reason: string;
}

/**
 * The files of recordings and clips, read from the video host as browsers download them. A file that the host does not
 * deliver at all is listed as missing, so that one lost recording does not keep a person from all others. A file that
 * breaks off for good after its beginning was sent ends the download as a failure: it would look whole in the archive.
 */
@Injectable()
export class ExportMediaService {
  constructor(
    private readonly media: MediaAddresses,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly library: ExportLibraryService,
  ) {}

  async *ofVideo(
    ownerId: string,
    video: uploadRpc.Video,
    { folder, ...options }: MediaOptions,
  ): AsyncGenerator<ExportFile> {
    yield* this.file(recordingOf(video, folder), options);
    for await (const clip of this.library.clipsOf(ownerId, video.id, options.gone))
      yield* this.file(clipOf(clip, folder), options);
  }

  private async *file(
    { path, address, reason }: Source,
    { gone, missing }: Omit<MediaOptions, 'folder'>,
  ): AsyncGenerator<ExportFile> {
    if (address === '') {
      missing.push({ path, reason });
      return;
    }
    const name = `${path}.${/\.m4a(\?|$)/.test(address) ? 'm4a' : 'mp4'}`;
    const media = await this.open(address, gone);
    if (!media) {
      missing.push({ path: name, reason: 'The video host did not deliver it. Please try again later.' });
      return;
    }
    try {
      yield { path: name, size: media.size, content: () => media.bytes };
    } finally {
      media.close();
    }
  }

  private async open(address: string, gone: AbortSignal): Promise<MediaFile | null> {
    try {
      const file = this.media.read(address);
      // Each request has its own token: an interrupted read may continue after a minute.
      const current = () => (file ? this.media.forServices(file) : address);
      return await openMedia(current, gone);
    } catch (error) {
      gone.throwIfAborted();
      this.logger.warn({ err: error }, 'a media file is missing in an export');
      return null;
    }
  }
}

function recordingOf({ downloadUrl, failure }: uploadRpc.Video, folder: string): Source {
  const reason = failure?.reason ?? 'It is still being processed. Please try again later.';
  return { path: `${folder}/recording`, address: downloadUrl, reason };
}

function clipOf(clip: clipRpc.Clip, folder: string): Source {
  const { id, start, end, frame, captions, state, link, reason } = clip;
  // Clips with the same seconds may have other milliseconds or another look.
  const isPlain = [start, end].every(Number.isInteger) && frame === 'recorded' && captions === 'none';
  const [from, to] = [start, end].map((seconds) => formatTimeCode(seconds).replaceAll(':', '-'));
  return {
    path: `${folder}/clips/clip_${from}_${to}${isPlain ? '' : `_${id.slice(0, 8)}`}`,
    address: state === 'ready' ? link : '',
    reason: state === 'failed' ? reason : 'It is still being made. Please try again later.',
  };
}
