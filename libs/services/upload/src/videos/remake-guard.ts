import { Inject, Injectable } from '@nestjs/common';
import { AppError, assertAllowed, CLOCK, type Clock } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { Decision } from '@vault/store';
import { afterRemake, remakeProblem } from '../domain/remakes.ts';
import type { Step } from '../domain/video-progress.ts';
import { toDecision, withVideoCorrelation } from './video-decision.ts';
import type { VideoDocument } from './video.schema.ts';

/** Decides whether the host may work on a video again: other captions or tracks, each at the cost of the operator. */
@Injectable()
export class RemakeGuard {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} limit-reached when the membership has ended, and when it was done too often today */
  async assertAllowed({ ownerId, remakes }: Pick<VideoDocument, 'ownerId' | 'remakes'>): Promise<void> {
    assertAllowed(await this.auth.getEntitlement({ ownerId }));
    const problem = remakeProblem(remakes, this.clock.now());
    if (problem !== undefined) throw new AppError('limit-reached', problem);
  }

  /** The first step of that work: counts it. */
  decide(video: VideoDocument, step: Step): Decision<VideoDocument> {
    const now = this.clock.now();
    const { set, ...rest } = withVideoCorrelation(video, () => toDecision(video, step, now));
    return { ...rest, set: { ...set, remakes: afterRemake(video.remakes, now) } };
  }
}
