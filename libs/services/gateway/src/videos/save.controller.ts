import { Body, Controller, Inject, Patch, UseGuards } from '@nestjs/common';
import {
  saveBody,
  saveProblem,
  type MessageData,
  type SaveBody,
  type SavedVersions,
  type SuccessEnvelope,
  type VideoIdentity,
} from '@vault/contracts';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { toEditedChapter } from './to-edited-chapter.ts';
import { parse } from '../http/parse.ts';
import { requireOwnId } from '../sessions/require-own-id.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { PublicVideoIds } from './public-video-ids.ts';

type ChapterEdits = Pick<SaveBody, 'chapters' | 'searchSummary' | 'version'>;

@Controller('api/muxupload')
@UseGuards(UserGuard)
export class SaveController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly ids: PublicVideoIds,
  ) {}

  /** The services check whose video it is. Chapters are saved first: only they can be refused with a conflict. */
  @Patch('save')
  async save(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
  ): Promise<SuccessEnvelope<SavedVersions>> {
    const { passthrough, userId, title, description, ...edits } = parse(saveBody, body);
    requireOwnId(caller, userId);
    const isAboutChapters = edits.chapters !== undefined || edits.searchSummary !== undefined;
    const isAboutDetails = title !== undefined || description !== undefined;
    const video = await this.ids.resolve({ ownerId: caller.user.id, passthrough });
    const version = isAboutChapters ? await this.sendChapters(video, edits) : undefined;
    const details = { ...video, title, description };
    const detailsVersion = isAboutDetails ? await this.saveDetails(details) : undefined;
    return { status: 'success', data: { version, detailsVersion } };
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
