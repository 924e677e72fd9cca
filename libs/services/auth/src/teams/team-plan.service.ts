import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import type { MessageData } from '@vault/contracts';
import { editAccount } from '../domain/account-edit.ts';
import type { TokenAccount } from '../domain/token-account.ts';
import { TokenService } from '../tokens/token.service.ts';
import { accessEnded } from '../users/account-events.ts';
import { teamChanged } from './team-events.ts';
import { withoutRequirement } from '../domain/team-sso.ts';
import { TeamRepository } from './team.repository.ts';
import type { TeamDocument } from './team.schema.ts';

/** A team with its tokens. */
export interface TeamAccount {
  readonly team: TeamDocument;
  readonly tokens: TokenAccount;
}

/** Edits plans and limits of teams for staff. Each message has its effect once. */
@Injectable()
export class TeamPlanService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly tokens: TokenService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `not-found`; `conflict` when the team was changed since `version` */
  async edit(command: MessageData<'auth.edit-team-plan.v1'>, messageId: string): Promise<TeamAccount> {
    const { ownerId, version, addTokens = 0, by, membershipEnd, videoLimit, memberLimit, ...rest } = command;
    const { requiresSso, ...plan } = rest;
    const edit = {
      ...plan,
      ...(membershipEnd !== undefined && { membershipEnd: new Date(membershipEnd * 1_000) }),
    };
    const team = await this.teams.change(
      ownerId,
      (current) => {
        if (version !== undefined && version !== current.contentVersion)
          throw new AppError('conflict', 'Someone has changed this team since you opened it.');
        const decision = editAccount(current, edit, this.clock.now());
        const { contentVersion, plan: chosen } = { ...current, ...decision.set };
        // Whoever grants the plan grants the request for it.
        const isGranted = chosen === 'executive' && current.upgradeRequestedAt !== undefined;
        return {
          set: {
            ...decision.set,
            ...(typeof videoLimit === 'number' && { videoLimit }),
            ...(memberLimit !== undefined && { memberLimit }),
            ...(requiresSso === false && current.sso && { sso: withoutRequirement(current.sso) }),
          },
          unset: [
            ...decision.unset,
            ...(videoLimit === null ? (['videoLimit'] as const) : []),
            ...(isGranted ? (['upgradeRequestedAt'] as const) : []),
          ],
          events: [
            teamChanged(ownerId, contentVersion),
            ...(decision.accessEnd ? [accessEnded(ownerId, decision.accessEnd)] : []),
          ],
        };
      },
      messageId,
    );
    const granted = await this.tokens.accountOf(team);
    const tokens = addTokens === 0 ? granted : await this.tokens.add(team, addTokens, messageId);
    this.logger.info({ ownerId, by, edited: Object.keys(plan), addTokens }, 'the plan of a team was edited');
    return { team, tokens };
  }
}
