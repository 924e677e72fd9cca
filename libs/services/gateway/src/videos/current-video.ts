import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import { publicVideoId, type VideoIdentity } from '@vault/contracts';
import type { FastifyRequest } from 'fastify';
import { readId } from '../http/read-id.ts';
import { callerOf } from '../sessions/user.guard.ts';
import { PublicVideoIds, type RequestedVideo } from './public-video-ids.ts';

@Injectable()
class VideoPipe implements PipeTransform<RequestedVideo, Promise<VideoIdentity>> {
  constructor(private readonly ids: PublicVideoIds) {}

  transform(requested: RequestedVideo): Promise<VideoIdentity> {
    return this.ids.resolve(requested);
  }
}

/** What the client sent, before it is known which video it is. */
export const RequestedVideoId = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestedVideo => {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>();
    const passthrough = readId(publicVideoId, request.params.id, 'The video');
    return { ownerId: callerOf(request).user.id, passthrough };
  },
);

/** The video of the caller that `:id` of the path names. Fails with not-found, also when it is somebody else's. */
export const CurrentVideo = () => RequestedVideoId(VideoPipe);
