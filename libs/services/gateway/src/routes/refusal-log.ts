import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@vault/base';
import { recordedRefusals, type Permission } from '@vault/contracts';
import { InjectClient, type ClientOf } from '@vault/rpc';

/** Above this, refusals are not recorded: they are worth less than what admin does meanwhile. */
const maxRunning = 20;

/** Has admin record what members of teams tried and may not do. Nobody waits for it, and its failures change no answer. */
@Injectable()
export class RefusalLog {
  private running = 0;

  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param route without ids */
  note(ownerId: string, permission: Permission, route: string): void {
    if (!recordedRefusals.has(permission) || this.running >= maxRunning) return;
    this.running += 1;
    void this.record(ownerId, permission, route).finally(() => (this.running -= 1));
  }

  private async record(ownerId: string, permission: Permission, route: string): Promise<void> {
    try {
      await this.admin.recordRefusal({ id: `refusal-${randomUUID()}`, ownerId, permission, route });
    } catch (error) {
      this.logger.warn({ err: error, ownerId, permission }, 'a refusal was not recorded');
    }
  }
}
