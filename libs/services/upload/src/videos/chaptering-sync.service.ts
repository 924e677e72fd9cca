import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { CLOCK, LOGGER, METRICS, type Clock, type Logger } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { Metrics } from '@vault/platform';
import type { Step } from '../domain/video-progress.ts';
import { withoutCaptions } from '../domain/video-steps.ts';
import { detailsSaved } from './details-saved.ts';
import { identityOf, toDecision } from './video-decision.ts';
import { videoMetrics, type CountChange } from './video-metrics.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

interface AboutVideo {
  readonly videoId: string;
  readonly ownerId: string;
}

/** Applies the events of chaptering to the state of the video, which may have moved to another workspace since. */
@Injectable()
export class ChapteringSyncService {
  private readonly countChange: CountChange;

  constructor(
    private readonly videos: VideoRepository,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.countChange = videoMetrics(metrics);
  }

  started(
    { hasUploadedCaptions = false, ...about }: MessageData<'chaptering.generation-started.v1'>,
    messageId: string,
  ): Promise<void> {
    const change = { state: 'chaptering', stepPercent: 0, stepWork: null, failure: null } as const;
    return this.step(about, change, messageId, { hasUploadedCaptions });
  }

  generated(about: AboutVideo, messageId: string): Promise<void> {
    return this.step(about, { state: 'ready', stepPercent: 100, failure: null }, messageId);
  }

  /** A video that still has its earlier chapters stays ready; only a video without chapters fails. */
  failed(
    { reason, hasChapters, ...about }: MessageData<'chaptering.generation-failed.v1'>,
    messageId: string,
  ): Promise<void> {
    if (hasChapters) return this.generated(about, messageId);
    const failure = { step: 'chaptering', reason, isRetryable: true } as const;
    return this.step(about, { state: 'failed', failure }, messageId);
  }

  /** The summary becomes the description, unless a person wrote one. */
  async summarised({ videoId, ownerId }: AboutVideo, messageId: string): Promise<void> {
    const summary = (await this.summaryOf({ videoId, ownerId })) ?? (await this.summaryNow(videoId));
    if (!summary) return;
    await this.videos.changeById(
      videoId,
      (video) =>
        video.deletedAt || video.hasOwnDescription
          ? undefined
          : { set: { description: summary }, events: detailsSaved(video, { description: summary }) },
      messageId,
    );
  }

  /** Undefined when this owner has no chapters of the video, or no longer. */
  private async summaryOf({ ownerId, videoId }: AboutVideo): Promise<string | undefined> {
    const request = { ownerId, videoIds: [videoId], withTranscript: false };
    return (await this.chaptering.getChapterSets(request)).sets[0]?.summary;
  }

  private async summaryNow(videoId: string): Promise<string | undefined> {
    const video = await this.videos.findById(videoId);
    return video ? this.summaryOf(identityOf(video)) : undefined;
  }

  private async step(
    { videoId }: AboutVideo,
    change: Step['change'],
    messageId: string,
    { hasUploadedCaptions = false } = {},
  ): Promise<void> {
    const now = this.clock.now();
    let before: VideoDocument | undefined;
    const changed = await this.videos.changeById(
      videoId,
      (video) => {
        if (video.deletedAt) return undefined;
        before = video;
        const ended = hasUploadedCaptions ? withoutCaptions(video) : {};
        // The event is about the chapters of the earlier tracks or captions.
        if (
          video.selection ||
          video.recognition ||
          (ended.captionsState ?? video.captionsState) === 'pending'
        )
          return undefined;
        return toDecision(video, { change: { ...change, ...ended }, events: [] }, now);
      },
      messageId,
    );
    // Undefined when the message was handled before.
    if (!before || !changed || changed.state === before.state) return;
    this.logger.info({ videoId, state: changed.state }, 'a video changed state');
    this.countChange(before, changed);
  }
}
