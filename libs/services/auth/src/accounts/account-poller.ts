import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  CLOCK,
  LOGGER,
  type Clock,
  PeriodicTask,
  PeriodicTaskProvider,
  type Logger,
} from '@vault/base';
import { hasExpired, type EditablePlan } from '../domain/account-edit.ts';
import { AccountDeletionService } from './account-deletion.service.ts';
import { accessEnded } from '../users/account-events.ts';
import { TeamDeletionService } from '../teams/team-deletion.service.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import { UserRepository } from '../users/user.repository.ts';

const everyMs = 500;
const batch = 100;

/**
 * Publishes the end of memberships within a second, and continues interrupted deletions. Of several replicas the one
 * that stores the change publishes it; after a crash the event is still in the outbox of the account.
 */
@Injectable()
export class AccountPoller extends PeriodicTaskProvider {
  protected override readonly work: PeriodicTask;

  constructor(
    private readonly users: UserRepository,
    private readonly teams: TeamRepository,
    private readonly deletions: AccountDeletionService,
    private readonly teamDeletions: TeamDeletionService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    const work = async (signal: AbortSignal) => {
      await this.publishAllExpired(signal);
      await this.deletions.sweep(this.clock.now(), batch);
      await this.teamDeletions.sweep(batch);
    };
    this.work = new PeriodicTask({ name: 'watching accounts', everyMs, work, logger });
  }

  private async publishAllExpired(signal: AbortSignal): Promise<void> {
    for (const holders of [this.users, this.teams])
      for (const ownerId of await holders.dueAccessEnds(this.clock.now(), batch)) {
        if (signal.aborted) return;
        await this.publishExpired(holders, ownerId);
      }
  }

  private async publishExpired(holders: UserRepository | TeamRepository, ownerId: string): Promise<void> {
    const decide = (holder: Pick<EditablePlan, 'accessEndsAt'>) => {
      if (!hasExpired(holder, this.clock.now())) return undefined;
      return { unset: ['accessEndsAt' as const], events: [accessEnded(ownerId, 'expired')] };
    };
    try {
      await holders.change(ownerId, decide);
    } catch (error) {
      // The account was deleted meanwhile: the deletion has published the end of access.
      if (!AppError.is(error, 'not-found')) throw error;
      return;
    }
    this.logger.info({ ownerId }, 'a membership ended');
  }
}
