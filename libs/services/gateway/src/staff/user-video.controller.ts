import { Controller, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import {
  employeeId,
  employeeVideoSorts,
  employeeVideosQuery,
  pageOf,
  publicVideoId,
  sortOrder,
  tokenHistoryQuery,
  tokenHistorySorts,
} from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import type { FastifyReply } from 'fastify';
import { MediaLinksService } from '../media/media-links.service.ts';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { readId } from '../http/read-id.ts';
import { sendList } from '../http/send-list.ts';
import { inTime } from './list-deadlines.ts';
import { CurrentStaff, StaffGuard } from './staff.guard.ts';
import { TokenHistoryService } from './token-history.service.ts';
import { VideoListService } from './video-list.service.ts';
import { VideoRetryService, type RetriedVideos } from './video-retry.service.ts';

/** A page must fit into one rpc answer. */
const videoLimits = { pageSize: 5_000, maxRows: 20_000 };
/** One line has up to 50 KB of prompts and result. */
const historyLimits = { pageSize: 100, maxRows: 10_000 };

/** Videos and token histories of users, for staff. */
@Controller('api/admin')
@UseGuards(StaffGuard)
export class UserVideoController {
  constructor(
    private readonly lists: VideoListService,
    private readonly histories: TokenHistoryService,
    private readonly retries: VideoRetryService,
    private readonly links: MediaLinksService,
  ) {}

  @Get('videos')
  async videos(
    @CurrentStaff() caller: adminRpc.StaffCaller,
    @Query() query: unknown,
    @Res() reply: FastifyReply,
  ) {
    const { q = '', state = '', sort, ...rest } = parse(employeeVideosQuery, query);
    const request = { ...sortOrder(employeeVideoSorts, sort), q, state };
    const link = this.links.forStaff(caller);
    await sendList(reply, pageOf(rest), videoLimits, (page) =>
      inTime(this.lists.list({ ...request, ...page }, link)),
    );
  }

  @PostRoute('video/:id/retry')
  async retry(@CurrentStaff() caller: adminRpc.StaffCaller, @Param('id') id: string) {
    const videoId = readId(publicVideoId, id, 'The video');
    await this.retries.retry(caller, videoId);
    return { status: 'success', msg: 'The step was restarted.' };
  }

  @PostRoute('videos/retry-failed')
  async retryFailed(@CurrentStaff() caller: adminRpc.StaffCaller) {
    return { status: 'success', msg: retriedText(await this.retries.retryFailed(caller)) };
  }

  @Get('employee-token-histories/:employeeId')
  async history(@Param('employeeId') id: string, @Query() query: unknown, @Res() reply: FastifyReply) {
    const { q = '', sort, ...rest } = parse(tokenHistoryQuery, query);
    const ownerId = readId(employeeId, id, 'The user');
    const request = { ownerId, ...sortOrder(tokenHistorySorts, sort), q };
    await sendList(reply, pageOf(rest), historyLimits, (page) =>
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
