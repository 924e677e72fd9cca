import { Injectable } from '@nestjs/common';
import type { OwnerData } from '@vault/store';
import { MomentService } from './moments/moment.service.ts';
import { PortalRepository } from './portals/portal.repository.ts';

/** Removes moments and portals of deleted owners. */
@Injectable()
export class PortalOwnerData implements OwnerData {
  constructor(
    private readonly moments: MomentService,
    private readonly portals: PortalRepository,
  ) {}

  async removeSome(ownerId: string): Promise<boolean> {
    const more = await Promise.all([this.moments.removeSome(ownerId), this.portals.removeSome(ownerId)]);
    return more.includes(true);
  }
}
