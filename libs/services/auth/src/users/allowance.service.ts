import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { decideEntitlement, type Entitlement } from '../domain/entitlement.ts';
import { decideUploadAllowance, type UploadAllowance } from '../domain/upload-allowance.ts';
import { HolderRepository } from '../holders/holder.repository.ts';

/** Shorter than the caller's deadline, so that the caller receives the error. */
const countDeadlineMs = 1_500;

/** Reads what the plan and membership of an owner allow. */
@Injectable()
export class AllowanceService {
  constructor(
    private readonly holders: HolderRepository,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `not-found` */
  async entitlementOf(ownerId: string): Promise<Entitlement & { readonly isActive: boolean }> {
    const holder = await this.holders.get(ownerId);
    return { ...decideEntitlement(holder, this.clock.now()), isActive: holder.isActive };
  }

  /** @throws {AppError} `not-found`, or `unavailable` when the videos cannot be counted */
  async uploadAllowanceOf(ownerId: string): Promise<UploadAllowance> {
    const { isAllowed, msg, videoLimit } = await this.entitlementOf(ownerId);
    const counted = this.countVideos(ownerId);
    if (isAllowed) return decideUploadAllowance(await counted, videoLimit);
    // A refusal needs no count, so it is returned also while upload is unavailable.
    return { canUpload: false, msg, videoLimit, used: await counted.catch(() => undefined) };
  }

  private async countVideos(ownerId: string): Promise<number> {
    const { used } = await this.upload.countVideos({ ownerId }, { deadlineMs: countDeadlineMs });
    return used;
  }
}
