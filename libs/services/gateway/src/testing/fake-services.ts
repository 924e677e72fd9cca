import { Injectable } from '@nestjs/common';
import { clipProblem, clipSpanProblem, type ErrorCode } from '@vault/contracts';
import { clipRpc, searchRpc, uploadRpc } from '@vault/contracts/rpc';
import { aVideo } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';
import { FakeAdmin } from './fake-admin.ts';
import { FakeAllVideos } from './fake-all-videos.ts';
import { FakeAuth } from './fake-auth.ts';
import { FakeChaptering } from './fake-chaptering.ts';
import { FakePortal } from './fake-portal.ts';

/** The fake services behind the gateway: scripted answers, and the received requests. */
export class FakeServices {
  /** Owner by video id. */
  readonly owners = new Map<string, string>();
  /** Type and data of handled commands. */
  readonly handled: [string, unknown][] = [];
  readonly webhooks: uploadRpc.WebhookRequest[] = [];
  /** The error of the next calls of the upload service. */
  failure: Error | undefined;
  private shownTitle = 'Talk';
  private shownVersion = 6;
  /** The version that saved details have. */
  readonly savedVersion = 7;
  /** Called with the session of each opened upload. */
  onOpened: (sessionId: string) => void = () => undefined;
  readonly admin = new FakeAdmin();
  readonly auth = new FakeAuth(this.handled);
  readonly chaptering = new FakeChaptering(this.handled, this.owners);
  readonly portal = new FakePortal();
  /** Received searches. */
  readonly searched: searchRpc.SearchRequest[] = [];
  /** Fields of all clips that differ from the default. */
  readonly clip: Partial<clipRpc.Clip> = {};
  /** Fields of videos that differ from the default, by id. */
  readonly videos = new Map<string, Partial<uploadRpc.Video>>();
  /** The owners of videos by what plays them, where upload knows it. */
  readonly playbackOwners = new Map<string, string>();
  /** What staff see. */
  readonly allVideos = new FakeAllVideos();
  /** The clips of each owner. */
  readonly ownClips = new Map<string, clipRpc.Clip[]>();
  /** Deadline of the last command to cut a clip. */
  clipDeadline: string | undefined;
  /** Number of next clip queries that are answered `unavailable`. */
  unavailableClips = 0;

  /** User id by token. */
  get sessions(): Map<string, string> {
    return this.auth.sessions;
  }

  /** The title of each video; their versions rise with it. */
  get title(): string {
    return this.shownTitle;
  }

  set title(title: string) {
    this.shownTitle = title;
    this.shownVersion += 1;
  }

  get settings() {
    return this.auth.settings;
  }

  get verified(): number {
    return this.auth.verified;
  }

  fail(code: ErrorCode, message: string): void {
    this.failure = new AppError(code, message);
  }

  services(): ServiceDefinition[] {
    return [
      ...[this.auth.definition(), this.upload(), this.chaptering.definition(), this.search(), this.clips()],
      this.portal.definition(),
      this.admin.definition(),
    ];
  }

  private upload(): ServiceDefinition {
    const { createSession, listVideos, getVideo, getVideoVersion, ...others } =
      uploadRpc.UploadServiceService;
    const { resolveVideoId, getVideosByIds, getPlaybackOwner, receiveWebhook } = others;
    const { countVideosOf, listAllVideos, countAllVideos } = others;
    const reads = { listVideos, getVideo, getVideoVersion, resolveVideoId, getVideosByIds, getPlaybackOwner };
    const rpc = { createSession, ...reads, receiveWebhook, countVideosOf, listAllVideos, countAllVideos };
    const { owners, playbackOwners, webhooks, handled, allVideos } = this;
    const mayFail = () => {
      if (this.failure) throw this.failure;
    };
    const openedIn = (sessionId = '') => this.onOpened(sessionId);
    const titled = (id: string) => {
      const { title, shownVersion: version } = this;
      const working = { state: 'chaptering', progress: 0 };
      return aVideo({ ...working, id, title, version, ...this.videos.get(id) });
    };
    const { savedVersion: version } = this;
    @RpcController(rpc)
    class UploadGrpc {
      createSession({ sessionId }: uploadRpc.CreateSessionRequest) {
        mayFail();
        openedIn(sessionId);
        return { id: 'new', uploadId: 'new-upload', url: '/media/uploads/secret' };
      }
      listVideos({ ownerId }: { ownerId: string }) {
        mayFail();
        const own = [...owners].filter(([, owner]) => owner === ownerId);
        return { videos: own.map(([id]) => titled(id)), next: '', total: own.length };
      }
      getVideo({ ownerId, videoId }: uploadRpc.VideoRequest) {
        mayFail();
        if (owners.get(videoId) !== ownerId) throw AppError.notFound('The video');
        return titled(videoId);
      }
      getVideoVersion(request: uploadRpc.VideoRequest) {
        return { version: this.getVideo(request).version };
      }
      resolveVideoId({ ownerId, publicId }: uploadRpc.ResolveVideoIdRequest) {
        mayFail();
        const videoId = publicId.replace(/-(upload|asset)$/, '');
        if (owners.get(videoId) !== ownerId) throw AppError.notFound('The video');
        return { videoId };
      }
      getPlaybackOwner({ playbackId }: uploadRpc.GetPlaybackOwnerRequest): uploadRpc.PlaybackOwner {
        mayFail();
        return { ownerId: playbackOwners.get(playbackId) ?? '' };
      }
      getVideosByIds({ ids }: { ids: string[] }) {
        const existing = ids.filter((id) => owners.has(id));
        const own = existing.map((id) => aVideo({ id, ownerId: owners.get(id) }));
        return { videos: [...own, ...allVideos.byIds(ids)] };
      }
      countVideosOf({ ownerIds }: uploadRpc.CountVideosOfRequest) {
        return allVideos.countOf(ownerIds);
      }
      listAllVideos(request: uploadRpc.ListAllVideosRequest) {
        return allVideos.list(request);
      }
      countAllVideos() {
        return allVideos.count();
      }
      receiveWebhook(request: uploadRpc.WebhookRequest) {
        mayFail();
        webhooks.push(request);
        return {};
      }
    }
    @Injectable()
    class UploadCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'upload.save-details.v1': (data) =>
          owners.get(data.videoId) === data.ownerId
            ? Promise.resolve(void handled.push(['save', data])).then(() => ({ version }))
            : Promise.reject(AppError.notFound('The video')),
        'upload.delete-video.v1': (data) => {
          if (owners.get(data.videoId) !== data.ownerId)
            return Promise.reject(AppError.notFound('The video'));
          owners.delete(data.videoId);
          return Promise.resolve(void handled.push(['delete', data]));
        },
        'upload.move-video.v1': ({ videoId, ownerId, toOwnerId }) => {
          if (owners.get(videoId) !== ownerId) return Promise.reject(AppError.notFound('The video'));
          owners.set(videoId, toOwnerId);
          return Promise.resolve(void handled.push(['move', { videoId, ownerId, toOwnerId }]));
        },
        'upload.select-tracks.v1': (data) => Promise.resolve(void handled.push(['select', data])),
        'upload.recognise-captions.v1': (data) => Promise.resolve(void handled.push(['recognise', data])),
        'upload.retry-step.v1': () =>
          Promise.reject(new AppError('conflict', 'No step of this video can be retried.')),
      };
    }
    return fakeService('upload', rpc, UploadGrpc, UploadCommands);
  }

  private clips(): ServiceDefinition {
    const { handled, clip, ownClips } = this;
    const isAvailable = () => (this.unavailableClips -= 1) < 0;
    const recordDeadline = (deadline: string | undefined) => (this.clipDeadline = deadline);
    @RpcController(clipRpc.ClipServiceService)
    class ClipGrpc {
      findClip({ videoId, start, end }: clipRpc.FindClipRequest): clipRpc.Clip {
        if (!isAvailable()) throw AppError.unavailable();
        return {
          id: 'c',
          videoId,
          start,
          end,
          ...plainClip,
          ...clip,
        };
      }
      getClip({ ownerId, id }: clipRpc.GetClipRequest): clipRpc.Clip {
        const found = ownClips.get(ownerId)?.find((own) => own.id === id);
        if (!found) throw AppError.notFound('The clip');
        return found;
      }
      listNewestClips({ ownerId, videoId }: clipRpc.ListNewestClipsRequest): clipRpc.ClipPage {
        const own = ownClips.get(ownerId) ?? [];
        return { clips: own.filter((each) => each.videoId === videoId), next: '' };
      }
      /** One clip on a page. */
      listClips({ ownerId, videoId, after }: clipRpc.ListClipsRequest): clipRpc.ClipPage {
        const own = ownClips.get(ownerId) ?? [];
        const rest = own.filter(({ id, videoId: of }) => id > after && of === (videoId ?? of));
        return { clips: rest.slice(0, 1), next: rest.length > 1 ? rest[0]!.id : '' };
      }
    }
    @Injectable()
    class ClipCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'clip.cut-clip.v1': (data, { message }) => {
          recordDeadline(message.deadline);
          const problem = clipProblem(data, clipSourceSeconds);
          if (problem !== '') return Promise.reject(new AppError('invalid-input', problem));
          return Promise.resolve(void handled.push(['cut', data]));
        },
        'clip.make-clip.v1': (data) => {
          const problem = clipSpanProblem(data, clipSourceSeconds);
          if (problem !== '') return Promise.reject(new AppError('invalid-input', problem));
          handled.push(['make', data]);
          const { ownerId, videoId, from: start, to: end, ...look } = data;
          const newClip = { ...plainClip, id: 'c'.repeat(64), videoId, start, end, ...look, ...clip };
          ownClips.set(ownerId, [newClip, ...(ownClips.get(ownerId) ?? [])]);
          return Promise.resolve({ id: newClip.id });
        },
        'clip.delete-clip.v1': ({ ownerId, videoId, clipId }) => {
          const own = ownClips.get(ownerId) ?? [];
          const rest = own.filter(({ id, videoId: of }) => id !== clipId || of !== videoId);
          if (rest.length === own.length) return Promise.reject(AppError.notFound('The clip'));
          ownClips.set(ownerId, rest);
          return Promise.resolve();
        },
      };
    }
    return fakeService('clip', clipRpc.ClipServiceService, ClipGrpc, ClipCommands);
  }

  private search(): ServiceDefinition {
    const { owners, handled, searched } = this;
    @RpcController(searchRpc.SearchServiceService)
    class SearchGrpc {
      /** Every keyword matches the title and a chapter of each video of the owner. */
      search(request: searchRpc.SearchRequest): searchRpc.SearchAnswer {
        searched.push(request);
        const { ownerId, keyword } = request;
        const own = [...owners].filter(([, owner]) => owner === ownerId);
        const results = own.flatMap(([id]) => foundIn(id, keyword));
        const spoken = own.map(([videoId]) => ({ videoId, total: 1, first: [{ at: 4.5, line: keyword }] }));
        return { total: results.length, results, matching: 'exact', terms: [keyword], spoken };
      }

      listSpeakers({ ownerId }: searchRpc.ListSpeakersRequest): searchRpc.SpeakerList {
        const videoIds = [...owners].filter(([, owner]) => owner === ownerId).map(([id]) => id);
        return { speakers: [{ name: 'Ann Lee', lines: 3, videoIds }] };
      }
    }
    @Injectable()
    class SearchCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'search.index-video.v1': (data) => Promise.resolve(void handled.push(['index', data])),
      };
    }
    return fakeService('search', searchRpc.SearchServiceService, SearchGrpc, SearchCommands);
  }
}

/** What all clips have in common. */
export const plainClip = {
  link: '/media/clip.mp4',
  state: 'making',
  reason: '',
  frame: 'recorded',
  centre: 0.5,
  fit: 'crop',
  captions: 'none',
  createdAt: 1_763_000_900,
  progress: 40,
};

/** Duration of the example video of the API document. */
const clipSourceSeconds = 3_540;

function foundIn(id: string, snippet: string): searchRpc.SearchResult[] {
  const { uploadId, title, thumbnailUrl, durationSeconds } = aVideo({ id });
  const video = {
    videoId: id,
    uploadId,
    title,
    thumbnailUrl,
    durationSeconds,
    snippet,
    chapterStarts: [0, 30],
  };
  return [
    { ...video, field: 'title' },
    { ...video, field: 'chapter title', at: 30, chapterTitle: 'Prices' },
  ];
}
