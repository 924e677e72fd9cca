import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  CLOCK,
  DueRecordPoller,
  LOGGER,
  PeriodicTaskProvider,
  type Clock,
  type Logger,
} from '@vault/base';
import { Seals } from '@vault/identity';
import { nextCheckOf } from '../domain/team-sso.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { DomainChecks } from './domain-checks.ts';
import { ssoChange, ssoOf } from './sso-change.ts';
import { SsoEnforcement } from './sso-enforcement.ts';
import { sealedAgain } from './to-provider.ts';

const againMs = 10 * 60_000;

/** Does what is due for the sign-on of teams: looks at their domains, and ends sessions when it becomes required. */
@Injectable()
export class SsoUpkeep extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<TeamDocument>;

  constructor(
    private readonly teams: TeamRepository,
    private readonly domains: DomainChecks,
    private readonly enforcement: SsoEnforcement,
    private readonly seals: Seals,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.work = new DueRecordPoller({
      name: 'sign-on of teams',
      clock,
      logger,
      records: teams.dueRecords,
      check: (team) => this.checkTeam(team),
    });
  }

  private async checkTeam(team: TeamDocument): Promise<void> {
    const { requirement, domains } = ssoOf(team);
    if (requirement && !requirement.isEnforced) await this.enforcement.enforce(team);
    await this.sealAgain(team._id);
    const now = this.clock.now();
    for (const domain of domains) {
      const due = nextCheckOf(domain);
      if (due && due <= now) await this.look(team._id, domain.name);
    }
    const { nextCheckAt } = (await this.teams.find(team._id)) ?? {};
    // A domain that could not be looked at stays due.
    if (nextCheckAt && nextCheckAt.getTime() === team.nextCheckAt?.getTime())
      await this.teams.dueRecords.postpone(team, new Date(now.getTime() + againMs));
  }

  private async look(ownerId: string, domain: string): Promise<void> {
    try {
      await this.domains.check(ownerId, domain);
    } catch (error) {
      // One that cannot be looked at must not keep the others from it.
      if (!AppError.is(error, 'unavailable', 'conflict', 'not-found', 'invalid-input')) throw error;
      this.logger.warn({ err: error, ownerId, domain }, 'a domain could not be checked');
    }
  }

  /** While the key is there that its secret was sealed with. */
  private async sealAgain(ownerId: string): Promise<void> {
    await this.teams.change(ownerId, (team) => {
      const sso = ssoOf(team);
      const provider = sso.provider && sealedAgain(this.seals, ownerId, sso.provider);
      return provider && ssoChange(team, { ...sso, provider }, this.clock.now());
    });
  }
}
