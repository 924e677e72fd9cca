import { Injectable, type PipeTransform } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import type { Route as RouteDefinition } from '@vault/contracts/openapi';
import { Route, type RequestOf } from '../routes/route.ts';
import type { Caller } from '../sessions/session.service.ts';
import { PublicVideoIds } from './public-video-ids.ts';

interface WithVideo {
  /** What `id` of the path, or `passthrough` of the query or the body, names. */
  readonly video: VideoIdentity;
}

export type VideoRequestOf<Definition extends RouteDefinition> = RequestOf<Definition> & WithVideo;

interface NamesVideo {
  readonly caller: Caller;
  readonly params: { readonly id?: string };
  readonly query: { readonly passthrough?: string };
  readonly body?: { readonly passthrough?: string };
}

@Injectable()
class VideoPipe implements PipeTransform<NamesVideo, Promise<WithVideo>> {
  constructor(private readonly ids: PublicVideoIds) {}

  async transform(request: NamesVideo): Promise<WithVideo> {
    const { caller, params, query, body } = request;
    const passthrough = params.id ?? query.passthrough ?? body?.passthrough;
    if (passthrough === undefined) throw new Error('The route does not name a video.');
    return { ...request, video: await this.ids.resolve({ ownerId: caller.workspace.id, passthrough }) };
  }
}

/** As {@link Route}, about a video of the caller. Fails with not-found, also when it is somebody else's. */
export function VideoRoute<Definition extends RouteDefinition>(
  route: Definition,
): ReturnType<typeof Route<Definition, WithVideo>> {
  return Route(route, VideoPipe);
}
