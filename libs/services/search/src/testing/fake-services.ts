import { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { aChapterSet, aVideo } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';
import { formatWebVtt } from '@vault/webvtt';
import type { SearchedVideo } from '../domain/searched-video.ts';

/** A video of upload and chaptering. */
export interface KnownVideo {
  readonly ownerId: string;
  readonly video: SearchedVideo;
  readonly state?: string;
}

/** Fakes of upload and chaptering. */
export class FakeServices {
  /** By id. */
  readonly videos = new Map<string, KnownVideo>();
  areUnavailable = false;
  /** Delays answers; they contain the state at the time of the request. */
  gate: Promise<void> = Promise.resolve();
  requests = 0;
  transcriptReads = 0;

  services(): ServiceDefinition[] {
    return [this.upload(), this.chaptering()];
  }

  private async find(ownerId: string, videoId: string): Promise<KnownVideo | undefined> {
    this.requests += 1;
    if (this.areUnavailable) throw AppError.unavailable();
    const video = this.videos.get(videoId);
    await this.gate;
    return video?.ownerId === ownerId ? video : undefined;
  }

  private upload(): ServiceDefinition {
    const rpc = { getVideo: uploadRpc.UploadServiceService.getVideo };
    const find = this.find.bind(this);
    @RpcController(rpc)
    class UploadGrpc {
      async getVideo({ ownerId, videoId }: uploadRpc.VideoRequest): Promise<uploadRpc.Video> {
        const video = await find(ownerId, videoId);
        if (!video) throw AppError.notFound('The video');
        return toWireVideo(video);
      }
    }
    return fakeService('upload', rpc, UploadGrpc);
  }

  private chaptering(): ServiceDefinition {
    const rpc = { getChapterSets: chapteringRpc.ChapteringServiceService.getChapterSets };
    const find = (ownerId: string, videoId: string) => {
      this.transcriptReads += 1;
      return this.find(ownerId, videoId);
    };
    @RpcController(rpc)
    class ChapteringGrpc {
      async getChapterSets({ ownerId, videoIds }: chapteringRpc.GetChapterSetsRequest) {
        const video = await find(ownerId, videoIds[0] ?? '');
        return { sets: video ? [toWireSet(video.video)] : [] };
      }
    }
    return fakeService('chaptering', rpc, ChapteringGrpc);
  }
}

function toWireVideo({ video, state = 'ready' }: KnownVideo): uploadRpc.Video {
  const { id, uploadId, assetId, title, description, playbackId, captionsTrackId } = video;
  return aVideo({
    ...{ id, uploadId, assetId, title, description, playbackId, captionsTrackId, state },
    thumbnailUrl: video.thumbnail,
    durationSeconds: video.duration,
    createdAt: video.createdAt.getTime() / 1_000,
  });
}

function toWireSet({ id: videoId, chapters, lines }: SearchedVideo): chapteringRpc.ChapterSet {
  return aChapterSet({
    videoId,
    chapters: chapters.map((chapter) => ({
      ...chapter,
      searchText: '',
      quotes: chapter.quotes.map((quote) => ({ ...quote })),
    })),
    vtt: formatWebVtt(lines.map((line) => ({ ...line, end: line.start + 1 }))),
  });
}
