import { Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError } from '@vault/base';
import type { Message } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { AuditService } from './audit.service.ts';

/** Records who could see the portals of users and teams. They change that themselves, not staff. */
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
    { id, time, actorid: actorId = ownerId }: Pick<Message, 'id' | 'time' | 'actorid'>,
  ): Promise<void> {
    const name = await this.nameOf(ownerId);
    await this.audit.record({
      id,
      at: new Date(time),
      action: change,
      actor: { id: actorId, email: '', clientAddress: '' },
      subject: { id: ownerId, name: name ?? '' },
      // The address of a portal may be a name: like the e-mail it is not kept after the account.
      ...(name !== undefined && { after: { portal: slug } }),
    });
  }

  /** @returns undefined when the person or the team was deleted */
  private async nameOf(ownerId: string): Promise<string | undefined> {
    const [person] = (await this.auth.getAccounts({ ids: [ownerId] })).accounts;
    if (person) return person.email;
    try {
      return (await this.auth.getTeam({ ownerId })).name;
    } catch (error) {
      if (AppError.is(error, 'not-found')) return undefined;
      throw error;
    }
  }
}
