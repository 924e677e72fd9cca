import { Controller, Inject } from '@nestjs/common';
import { toErrorEnvelope, type VideoIdentity } from '@vault/contracts';
import { videoRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { requirePermission } from '../routes/permission.guard.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { credentialsOf } from '../sessions/credentials.ts';
import { SessionService } from '../sessions/session.service.ts';
import { isPlainGet } from './is-plain-get.ts';
import { PublicVideoIds } from './public-video-ids.ts';
import { RecordAnswersService } from './record-answers.service.ts';
import { VideoComposerService } from './video-composer.service.ts';
import { VideoRoute, type VideoRequestOf } from './video-route.ts';

type Deletion = RequestOf<typeof routes.deleteVideo>;

@Controller()
export class VideoController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly ids: PublicVideoIds,
    private readonly answers: RecordAnswersService,
    private readonly links: MediaLinksService,
    private readonly sessions: SessionService,
    @InjectClient('clip') private readonly clips: ClientOf<'clip'>,
  ) {}

  @Route(routes.listVideos)
  async list({ caller, query }: RequestOf<typeof routes.listVideos>) {
    const { data, ...page } = await this.composer.list(caller.workspace.id, query);
    const link = this.links.forUser(caller);
    return { data: data.map((record) => withLinks(record, link)), ...page };
  }

  @VideoRoute(routes.getVideo)
  asset({ caller, video }: VideoRequestOf<typeof routes.getVideo>) {
    return this.answers.get(caller, video);
  }

  /** GET that deletes, as the requirements demand: only a plain GET, not HEAD, a navigation or a prefetch. */
  @Route(routes.deleteVideoByGet)
  async deleteByGet(asked: RequestOf<typeof routes.deleteVideoByGet>) {
    if (isPlainGet(asked.request)) return this.deleteVideo(asked);
    void asked.reply.status(405).header('allow', 'GET');
    const msg = 'This address deletes only when the app itself sends the request.';
    return toErrorEnvelope(new AppError('invalid-input', msg));
  }

  @Route(routes.deleteVideo)
  delete(asked: Deletion) {
    return this.deleteVideo(asked);
  }

  /** The caller is asked for in both workspaces; of both, a foreign one is refused like one that does not exist. */
  @Route(routes.moveVideo)
  async move({ caller, params, body, request }: RequestOf<typeof routes.moveVideo>) {
    const credentials = { ...credentialsOf(request), workspaceId: body.to };
    const { workspace } = await this.sessions.verify(credentials);
    requirePermission(workspace, 'upload');
    if (workspace.id === caller.workspace.id)
      throw new AppError('invalid-input', 'The video is in this workspace.');
    const video = await this.videoThatMayBeGone(caller.workspace.id, params.id);
    const { clips } = await this.clips.listNewestClips(video);
    if (clips.some(({ state }) => state === 'making'))
      throw new AppError('conflict', 'Wait until the clip is cut.');
    const { videoId } = video;
    await this.commands.send(
      'upload.move-video.v1',
      { ...video, toOwnerId: workspace.id },
      { subject: videoId },
    );
    return { data: { id: videoId, workspace: workspace.id } };
  }

  private async deleteVideo({ caller, params }: Pick<Deletion, 'caller' | 'params'>) {
    const video = await this.videoThatMayBeGone(caller.workspace.id, params.id);
    await this.commands.send('upload.delete-video.v1', video, { subject: video.videoId });
    return { msg: 'The video was deleted.', data: { id: video.videoId } };
  }

  /** A repeat comes after the deletion or the move, when only the command knows the video. */
  private async videoThatMayBeGone(ownerId: string, passthrough: string): Promise<VideoIdentity> {
    try {
      return await this.ids.resolve({ ownerId, passthrough });
    } catch (error) {
      if (!AppError.is(error, 'not-found')) throw error;
      return { ownerId, videoId: passthrough };
    }
  }
}
