import type { clipRpc } from '@vault/contracts/rpc';
import type { VideoHost } from '@vault/integrations';
import type { ClipDocument } from './clip.schema.ts';

/** The clip in the form of the gRPC message. */
export function toClipMessage(clip: ClipDocument, host: VideoHost): clipRpc.Clip {
  const { _id: id, videoId, start, end, playbackId, fileName, state, reason } = clip;
  const link = playbackId ? host.urls(playbackId).download(fileName) : '';
  return { id, videoId, start, end, link, state, reason };
}
