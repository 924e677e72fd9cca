import { Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import type { Message } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { AuditService } from './audit.service.ts';

/** Records who could see the portals of users. The owners of the portals change that, not staff. */
@Injectable()
export class PortalAccessService {
  constructor(
    private readonly audit: AuditService,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
  ) {}

  /**
   * Adds one line for a message, also when it is repeated.
   * @throws {AppError} unavailable: without auth nobody knows whether the owner still exists
   */
  async record(
    { ownerId, change, slug }: MessageData<'portal.access-changed.v1'>,
    { id, time }: Pick<Message, 'id' | 'time'>,
  ): Promise<void> {
    const [owner] = (await this.auth.getAccounts({ ids: [ownerId] })).accounts;
    await this.audit.record({
      id,
      at: new Date(time),
      action: change,
      actor: { id: ownerId, email: '', clientAddress: '' },
      subject: { id: ownerId, name: owner?.email ?? '' },
      // The address of a portal may be a name: like the e-mail it is not kept after the account.
      ...(owner && { after: { portal: slug } }),
    });
  }
}
