import { Controller, Inject } from '@nestjs/common';
import { searchRoutes as routes } from '@vault/contracts/openapi';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { MediaLinksService } from '../media/media-links.service.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { VideoRoute, type VideoRequestOf } from '../videos/video-route.ts';
import { toSearchAnswer } from './to-search-answer.ts';

/** A library that is not in the memory of search is loaded first. */
const searchDeadline = { deadlineMs: 10_000 };

@Controller()
export class SearchController {
  constructor(
    @InjectClient('search') private readonly searching: ClientOf<'search'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly links: MediaLinksService,
  ) {}

  @Route(routes.searchLibrary)
  async search({ caller, query: { keyword, speaker } }: RequestOf<typeof routes.searchLibrary>) {
    const found = await this.searching.search(
      { ownerId: caller.workspace.id, keyword: this.links.withoutTicket(keyword), speaker },
      searchDeadline,
    );
    return { data: toSearchAnswer(keyword, found, this.links.forUser(caller)) };
  }

  @Route(routes.listSpeakers)
  async listSpeakers({ caller }: RequestOf<typeof routes.listSpeakers>) {
    const { speakers } = await this.searching.listSpeakers({ ownerId: caller.workspace.id }, searchDeadline);
    const data = speakers.map(({ name, lines, videoIds }) => ({ name, lines, videos: videoIds }));
    return { data: { speakers: data } };
  }

  @VideoRoute(routes.uploadOmnisearch)
  async index({ video }: VideoRequestOf<typeof routes.uploadOmnisearch>) {
    await this.commands.send('search.index-video.v1', video, { subject: video.videoId });
  }
}
