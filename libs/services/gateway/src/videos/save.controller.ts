import { Controller, Inject } from '@nestjs/common';
import {
  detailsOf,
  saveProblem,
  type MessageData,
  type SaveBody,
  type VideoIdentity,
} from '@vault/contracts';
import { videoRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { toEditedChapter } from './to-edited-chapter.ts';
import { VideoRoute, type VideoRequestOf } from './video-route.ts';

type ChapterEdits = Pick<SaveBody, 'chapters' | 'searchSummary' | 'version'>;

@Controller()
export class SaveController {
  constructor(@Inject(COMMAND_BUS) private readonly commands: CommandBus) {}

  /** The services check whose video it is. Chapters are saved first: only they can be refused with a conflict. */
  @VideoRoute(routes.saveVideo)
  async save({ video, body }: VideoRequestOf<typeof routes.saveVideo>) {
    const { chapters, searchSummary, version: edited } = body;
    const isAboutChapters = chapters !== undefined || searchSummary !== undefined;
    const edits = { chapters, searchSummary, version: edited };
    const version = isAboutChapters ? await this.sendChapters(video, edits) : undefined;
    const details = detailsOf(body);
    const isAboutDetails = Object.keys(details).length > 0;
    const detailsVersion = isAboutDetails ? await this.saveDetails({ ...video, ...details }) : undefined;
    return { data: { version, detailsVersion } };
  }

  /** @returns the version of the video with these details */
  private async saveDetails(data: MessageData<'upload.save-details.v1'>): Promise<number | undefined> {
    return (await this.commands.send('upload.save-details.v1', data, { subject: data.videoId })).version;
  }

  /** @returns the version with these edits */
  private async sendChapters(
    video: VideoIdentity,
    { chapters, ...edits }: ChapterEdits,
  ): Promise<number | undefined> {
    const data = { ...video, ...edits, chapters: chapters?.map(toEditedChapter) };
    const problem = saveProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    const options = { subject: video.videoId };
    return (await this.commands.send('chaptering.save-chapters.v1', data, options)).version;
  }
}
