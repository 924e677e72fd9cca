import { Body, Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { passthroughBody, searchQuery, type SpeakerList, type SuccessEnvelope } from '@vault/contracts';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { MediaLinksService } from '../media/media-links.service.ts';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { PublicVideoIds } from '../videos/public-video-ids.ts';
import { toSearchAnswer } from './to-search-answer.ts';

/** A library that is not in the memory of search is loaded first. */
const searchDeadline = { deadlineMs: 10_000 };

@Controller('api')
@UseGuards(UserGuard)
export class SearchController {
  constructor(
    @InjectClient('search') private readonly searching: ClientOf<'search'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly ids: PublicVideoIds,
    private readonly links: MediaLinksService,
  ) {}

  @Get('search')
  async search(@CurrentCaller() caller: Caller, @Query() query: unknown) {
    const { keyword, speaker } = parse(searchQuery, query);
    const found = await this.searching.search(
      { ownerId: caller.user.id, keyword: this.links.withoutTicket(keyword), speaker },
      searchDeadline,
    );
    return { status: 'success', data: toSearchAnswer(keyword, found, this.links.forUser(caller)) };
  }

  @Get('search/speakers')
  async listSpeakers(@CurrentCaller() { user }: Caller): Promise<SuccessEnvelope<SpeakerList>> {
    const { speakers } = await this.searching.listSpeakers({ ownerId: user.id }, searchDeadline);
    const data = speakers.map(({ name, lines, videoIds }) => ({ name, lines, videos: videoIds }));
    return { status: 'success', data: { speakers: data } };
  }

  @PostRoute('muxupload/upload-omnisearch')
  async index(@CurrentCaller() { user }: Caller, @Body() body: unknown) {
    const { passthrough } = parse(passthroughBody, body);
    const video = await this.ids.resolve({ ownerId: user.id, passthrough });
    await this.commands.send('search.index-video.v1', video, { subject: video.videoId });
    return { status: 'success', msg: 'Omnisearch upload successfully.' };
  }
}
