import { Injectable } from '@nestjs/common';
import { clipProblem, type ErrorCode } from '@vault/contracts';
import { clipRpc, searchRpc, uploadRpc } from '@vault/contracts/rpc';
import { AppError, RpcController, type MessageConsumer, type MessageHandlers } from '@vault/platform';
import type { ServiceDefinition } from '@vault/platform';
import { AdminNeighbour } from './admin-neighbour.ts';
import { answering } from './answering.ts';
import { AuthNeighbour } from './auth-neighbour.ts';
import { ChapteringNeighbour } from './chaptering-neighbour.ts';
import { videoOf } from './video-of.ts';

/** What the services behind the gateway say, and what they heard. */
export class Neighbours {
  /** Owner by video id. */
  readonly owners = new Map<string, string>();
  /** Commands that were obeyed: type and data. */
  readonly obeyed: [string, unknown][] = [];
  readonly webhooks: uploadRpc.WebhookRequest[] = [];
  /** The next calls of the upload service fail so. */
  failure: Error | undefined;
  /** Gets the session of each upload that is opened. */
  onOpened: (sessionId: string) => void = () => undefined;
  readonly admin = new AdminNeighbour();
  readonly auth = new AuthNeighbour(this.obeyed);
  readonly chaptering = new ChapteringNeighbour(this.obeyed);
  /** How clips are, where not as usual. */
  readonly clip: Partial<clipRpc.Clip> = {};
  /** When whoever had a clip cut last gives up. */
  clipDeadline: string | undefined;
  /** The next of the questions about clips are not answered. */
  unansweredClips = 0;

  /** User id by token. */
  get sessions(): Map<string, string> {
    return this.auth.sessions;
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
      this.admin.definition(),
    ];
  }

  private upload(): ServiceDefinition {
    const { createSession, listVideos, getVideo, getVideosByIds, receiveWebhook } =
      uploadRpc.UploadServiceService;
    const rpc = { createSession, listVideos, getVideo, getVideosByIds, receiveWebhook };
    const { owners, webhooks, obeyed } = this;
    const mayFail = () => {
      if (this.failure) throw this.failure;
    };
    const openedIn = (sessionId = '') => this.onOpened(sessionId);
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
        return { videos: own.map(([id]) => videoOf(id)), next: '', total: own.length };
      }
      getVideo({ ownerId, anyId }: { ownerId: string; anyId: string }) {
        mayFail();
        if (owners.get(anyId) !== ownerId) throw AppError.notFound('The video');
        return videoOf(anyId);
      }
      getVideosByIds({ ids }: { ids: string[] }) {
        const known = ids.filter((id) => owners.has(id));
        return { videos: known.map((id) => ({ ...videoOf(id), ownerId: owners.get(id) })) };
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
        'upload.save-details.v1': (data) => Promise.resolve(void obeyed.push(['save', data])),
        'upload.delete-video.v1': (data) => {
          owners.delete(data.videoId);
          return Promise.resolve(void obeyed.push(['delete', data]));
        },
        'upload.cancel-uploads.v1': (data) => Promise.resolve(void obeyed.push(['cancel-uploads', data])),
        'upload.retry-step.v1': () =>
          Promise.reject(new AppError('conflict', 'There is nothing to try again for this video.')),
      };
    }
    return answering('upload', rpc, UploadGrpc, UploadCommands);
  }

  private clips(): ServiceDefinition {
    const { obeyed, clip } = this;
    const isAnswered = () => (this.unansweredClips -= 1) < 0;
    const noteDeadline = (deadline: string | undefined) => (this.clipDeadline = deadline);
    @RpcController(clipRpc.ClipServiceService)
    class ClipGrpc {
      findClip(asked: clipRpc.FindClipRequest): clipRpc.Clip {
        const { videoId, start, end } = asked;
        if (!isAnswered()) throw AppError.unavailable();
        return {
          id: 'c',
          videoId,
          start,
          end,
          link: '/media/clip.mp4',
          state: 'making',
          reason: '',
          ...clip,
        };
      }
    }
    @Injectable()
    class ClipCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'clip.cut-clip.v1': (data, { message }) => {
          noteDeadline(message.deadline);
          const problem = clipProblem(data, secondsToCutFrom);
          if (problem !== '') return Promise.reject(new AppError('invalid-input', problem));
          return Promise.resolve(void obeyed.push(['cut', data]));
        },
      };
    }
    return answering('clip', clipRpc.ClipServiceService, ClipGrpc, ClipCommands);
  }

  private search(): ServiceDefinition {
    const { owners, obeyed } = this;
    @RpcController(searchRpc.SearchServiceService)
    class SearchGrpc {
      /** Everything is in each title of the owner, and in a chapter of it. */
      search({ ownerId, keyword }: searchRpc.SearchRequest): searchRpc.SearchAnswer {
        const own = [...owners].filter(([, owner]) => owner === ownerId);
        const results = own.flatMap(([id]) => foundIn(id, keyword));
        const spoken = own.map(([videoId]) => ({ videoId, total: 1, first: [{ at: 4.5, line: keyword }] }));
        return { total: results.length, results, matching: 'exact', terms: [keyword], spoken };
      }
    }
    @Injectable()
    class SearchCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'search.index-video.v1': (data) => Promise.resolve(void obeyed.push(['index', data])),
      };
    }
    return answering('search', searchRpc.SearchServiceService, SearchGrpc, SearchCommands);
  }
}

/** As long as the video is that the API document shows. */
const secondsToCutFrom = 3_540;

function foundIn(id: string, snippet: string): searchRpc.SearchResult[] {
  const { uploadId, title, thumbnailUrl, durationSeconds } = videoOf(id);
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
