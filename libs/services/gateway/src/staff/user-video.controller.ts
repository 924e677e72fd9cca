import { Controller, Res } from '@nestjs/common';
import { employeeVideoSorts, pageOf, sortOrder, tokenHistorySorts } from '@vault/contracts';
import { adminRoutes as routes } from '@vault/contracts/openapi';
import type { FastifyReply } from 'fastify';
import { sendList } from '../http/send-list.ts';
import { MediaLinksService } from '../media/media-links.service.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { inTime } from './list-deadlines.ts';
import { TokenHistoryService } from './token-history.service.ts';
import { VideoListService } from './video-list.service.ts';
import { VideoRetryService, type RetriedVideos } from './video-retry.service.ts';

/** A page must fit into one rpc answer. */
const videoLimits = { pageSize: 5_000, maxRows: 20_000 };
/** One line has up to 50 KB of prompts and result. */
const historyLimits = { pageSize: 100, maxRows: 10_000 };

/** Videos and token histories of users, for staff. */
@Controller()
export class UserVideoController {
  constructor(
    private readonly lists: VideoListService,
    private readonly histories: TokenHistoryService,
    private readonly retries: VideoRetryService,
    private readonly links: MediaLinksService,
  ) {}

  @Route(routes.listAllVideos)
  videos({ caller, query }: RequestOf<typeof routes.listAllVideos>, @Res() reply: FastifyReply) {
    const { q = '', state = '', sort, ...rest } = query;
    const request = { ...sortOrder(employeeVideoSorts, sort), q, state };
    const link = this.links.forStaff(caller);
    return sendList(reply, pageOf(rest), videoLimits, (page) =>
      inTime(this.lists.list({ ...request, ...page }, link)),
    );
  }

  @Route(routes.retryVideoOfUser)
  async retry({ caller, params }: RequestOf<typeof routes.retryVideoOfUser>) {
    await this.retries.retry(caller, params.id);
  }

  @Route(routes.retryFailedVideos)
  async retryFailed({ caller }: RequestOf<typeof routes.retryFailedVideos>) {
    return { msg: retriedText(await this.retries.retryFailed(caller)) };
  }

  @Route(routes.listTokenHistory)
  history({ params, query }: RequestOf<typeof routes.listTokenHistory>, @Res() reply: FastifyReply) {
    const { q = '', sort, ...rest } = query;
    const request = { ownerId: params.employeeId, ...sortOrder(tokenHistorySorts, sort), q };
    return sendList(reply, pageOf(rest), historyLimits, (page) =>
      inTime(this.histories.list({ ...request, ...page })),
    );
  }
}

function retriedText({ retried, refused, left }: RetriedVideos): string {
  const videos = (count: number) => (count === 1 ? '1 video' : `${String(count)} videos`);
  const parts = [
    retried + refused === 0 ? 'No failed video can be retried.' : `${videos(retried)} restarted.`,
    ...(refused > 0 ? [`${videos(refused)} could not be restarted.`] : []),
    ...(left > 0 ? [`${videos(left)} left: please try again.`] : []),
  ];
  return parts.join(' ');
}
