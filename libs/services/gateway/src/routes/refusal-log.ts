import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@vault/base';
import { recordedRefusals, type Permission } from '@vault/contracts';
import { InjectClient, type ClientOf } from '@vault/rpc';

/** Above this, refusals are not recorded: they are worth less than what admin does meanwhile. */
const maxRunning = 100;
/** Of one team: a person who has calls refused in all of their teams keeps no other team from its entry. */
const maxRunningOfTeam = 4;

/** Has admin record what members of teams tried and may not do. Nobody waits for it, and its failures change no answer. */
@Injectable()
export class RefusalLog {
  private running = 0;
  private readonly runningOf = new Map<string, number>();

  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param route without ids */
  note(ownerId: string, permission: Permission, route: string): void {
    const ofTeam = this.runningOf.get(ownerId) ?? 0;
    if (!recordedRefusals.has(permission) || this.running >= maxRunning || ofTeam >= maxRunningOfTeam) return;
    this.count(ownerId, 1);
    void this.record(ownerId, permission, route).finally(() => this.count(ownerId, -1));
  }

  private count(ownerId: string, more: 1 | -1): void {
    this.running += more;
    const ofTeam = (this.runningOf.get(ownerId) ?? 0) + more;
    if (ofTeam > 0) this.runningOf.set(ownerId, ofTeam);
    else this.runningOf.delete(ownerId);
  }

  private async record(ownerId: string, permission: Permission, route: string): Promise<void> {
    try {
      await this.admin.recordRefusal({ id: `refusal-${randomUUID()}`, ownerId, permission, route });
    } catch (error) {
      this.logger.warn({ err: error, ownerId, permission }, 'a refusal was not recorded');
    }
  }
}
