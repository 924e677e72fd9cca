import { Inject } from '@nestjs/common';
import { clipRpc } from '@vault/contracts/rpc';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { RpcController, type RpcHandlers } from '@vault/rpc';
import { clipPageSize, ClipService } from './clips/clip.service.ts';
import { plainLook } from './domain/clip-identity.ts';
import type { ClipDocument } from './clips/clip.schema.ts';

@RpcController(clipRpc.ClipServiceService)
export class ClipGrpc {
  readonly handlers: RpcHandlers<typeof clipRpc.ClipServiceService> = {
    findClip: async ({ ownerId, videoId, start, end }) =>
      toClipMessage(await this.clips.find(ownerId, videoId, { start, end }), this.host),
    getClip: async ({ ownerId, id }) => toClipMessage(await this.clips.get(ownerId, id), this.host),
    listNewestClips: async ({ ownerId, videoId }) => {
      const clips = await this.clips.listNewest(ownerId, videoId);
      return { clips: clips.map((clip) => toClipMessage(clip, this.host)), next: '' };
    },
    listClips: async ({ ownerId, videoId, after }) => {
      const clips = await this.clips.list(ownerId, videoId, after);
      const next = clips.length < clipPageSize ? '' : (clips.at(-1)?._id ?? '');
      return { clips: clips.map((clip) => toClipMessage(clip, this.host)), next };
    },
  };

  constructor(
    private readonly clips: ClipService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
  ) {}
}

/** The clip in the form of the gRPC message. */
function toClipMessage(clip: ClipDocument, host: VideoHost): clipRpc.Clip {
  const { _id: id, videoId, start, end, playbackId, fileName, state, reason } = clip;
  const bytes = clip.bytes > 0 ? clip.bytes : undefined;
  const link = playbackId ? host.urls(playbackId).download(fileName) : '';
  // Clips of an earlier version have no look of their own.
  const { frame, centre, fit, captions } = { ...plainLook, ...clip };
  const [progress, createdAt] = [clip.percent, Math.floor(clip.createdAt.getTime() / 1_000)];
  return {
    id,
    videoId,
    start,
    end,
    link,
    state,
    reason,
    bytes,
    frame,
    centre,
    fit,
    captions,
    progress,
    createdAt,
  };
}
