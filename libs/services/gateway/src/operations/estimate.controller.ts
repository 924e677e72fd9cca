import { Controller } from '@nestjs/common';
import { parseTimeCode } from '@vault/contracts';
import { ownAccountRoutes as routes } from '@vault/contracts/openapi';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { VideoRoute, type VideoRequestOf } from '../videos/video-route.ts';

/** The maximum cost of an operation in advance. */
@Controller()
export class EstimateController {
  constructor(@InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>) {}

  @VideoRoute(routes.estimateOperation)
  async estimate({ video, query }: VideoRequestOf<typeof routes.estimateOperation>) {
    const { kind, prompt, start } = query;
    const chapterStart = start === undefined ? undefined : (parseTimeCode(start) ?? undefined);
    const request = { ...video, kind, prompt, chapterStart };
    const { tokens, balance } = await this.chaptering.estimateOperation(request);
    return { data: { tokens, balance } };
  }
}
