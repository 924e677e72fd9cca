import { Controller, Res } from '@nestjs/common';
import { employeeVideoSorts, pageOf, sortOrder, tokenHistorySorts } from '@vault/contracts';
import { adminRoutes as routes } from '@vault/contracts/openapi';
import type { FastifyReply } from 'fastify';
import { sendList, type PageRequest } from '../../http/send-list.ts';
import { MediaLinksService } from '../../media/media-links.service.ts';
import { Route, type RequestOf } from '../../routes/route.ts';
import { inTime } from '../list-deadlines.ts';
import { sendSpreadsheet } from '../spreadsheets/send-spreadsheet.ts';
import { tokenHistory, videos } from '../spreadsheets/spreadsheets.ts';
import { TokenHistoryService } from '../token-history.service.ts';
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
  videos(request: RequestOf<typeof routes.listAllVideos>, @Res() reply: FastifyReply) {
    return sendList(reply, pageOf(request.query), videoLimits, this.videoReader(request));
  }

  @Route(routes.exportAllVideos)
  exportVideos(request: RequestOf<typeof routes.exportAllVideos>, @Res() reply: FastifyReply) {
    return sendSpreadsheet(reply, videos, this.videoReader(request));
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
  history(request: RequestOf<typeof routes.listTokenHistory>, @Res() reply: FastifyReply) {
    return sendList(reply, pageOf(request.query), historyLimits, this.historyReader(request));
  }

  @Route(routes.exportTokenHistory)
  exportHistory(request: RequestOf<typeof routes.exportTokenHistory>, @Res() reply: FastifyReply) {
    return sendSpreadsheet(reply, tokenHistory, this.historyReader(request), historyLimits.pageSize);
  }

  private videoReader({ caller, query }: Pick<RequestOf<typeof routes.exportAllVideos>, 'caller' | 'query'>) {
    const { q = '', state = '', sort } = query;
    const request = { ...sortOrder(employeeVideoSorts, sort), q, state };
    const link = this.links.forStaff(caller);
    return (page: PageRequest) => inTime(this.lists.list({ ...request, ...page }, link));
  }

  private historyReader({
    params,
    query,
  }: Pick<RequestOf<typeof routes.exportTokenHistory>, 'params' | 'query'>) {
    const { q = '', sort } = query;
    const request = { ownerId: params.employeeId, ...sortOrder(tokenHistorySorts, sort), q };
    return (page: PageRequest) => inTime(this.histories.list({ ...request, ...page }));
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
