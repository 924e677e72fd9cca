import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, correlationId, currentActor, type Clock } from '@vault/base';
import { recordedRefusalLimit, refusedAction } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { AccountTriesRepository, countAttempt, type TryLimit } from '@vault/identity';
import { WorkspaceLogService } from './workspace-log.service.ts';

const limit: TryLimit = { tries: recordedRefusalLimit, windowMs: 60 * 60 * 1_000 };

/** Notes in the log of a workspace what its members tried and may not do. */
@Injectable()
export class RefusalService {
  constructor(
    private readonly logs: WorkspaceLogService,
    private readonly tries: AccountTriesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Adds an entry about the current actor, as long as the log has few of them. */
  async record({ id, ownerId, permission, route: call }: adminRpc.RecordRefusalRequest): Promise<void> {
    const actor = currentActor();
    if (!actor) return;
    const now = this.clock.now();
    if (!(await this.isCounted(`refusals:${ownerId}:${actor.id}`, now))) return;
    const what = { ownerId, action: refusedAction, isStaff: false, fields: { permission, call }, before: {} };
    await this.logs.record(what, {
      ...{ id, time: now.toISOString(), actorid: actor.id, correlationid: correlationId() },
      ...(actor.address !== undefined && { actoraddress: actor.address }),
    });
  }

  private async isCounted(key: string, now: Date): Promise<boolean> {
    try {
      await countAttempt(this.tries, { key, at: now.getTime(), limit });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many-requests') return false;
      throw error;
    }
  }
}
