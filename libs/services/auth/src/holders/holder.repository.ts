import { Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';
import type { EditablePlan, EditDecision } from '../domain/account-edit.ts';
import type { PromptSettings } from '../domain/default-settings.ts';
import { teamChanged } from '../teams/team-events.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import { accessEnded, eventsOfEdit } from '../users/account-events.ts';
import { UserRepository } from '../users/user.repository.ts';

/** Whoever has a plan, tokens and prompts: a person, or a team. */
export interface Holder extends EditablePlan {
  readonly _id: string;
  /** Of a team. */
  readonly name?: string;
  readonly settings: PromptSettings;
}

/** Finds and changes holders by the id of their workspace. A person is far more often asked for, and comes first. */
@Injectable()
export class HolderRepository {
  constructor(
    private readonly users: UserRepository,
    private readonly teams: TeamRepository,
  ) {}

  /** @throws {AppError} `not-found` */
  async get(ownerId: string): Promise<Holder> {
    const user = await this.users.find(ownerId);
    if (user) return user;
    const team = await this.teams.find(ownerId);
    if (!team) throw AppError.notFound('The account');
    // A team that is to be deleted is closed like an account that is switched off.
    return { ...team, isActive: team.isActive && team.deletesAt === undefined };
  }

  /** Changes the plan, publishes it, and whether access ends with it. @throws {AppError} `not-found` */
  async changePlan(
    ownerId: string,
    decide: (holder: Holder) => EditDecision | undefined,
    messageId: string,
  ): Promise<Holder> {
    if (await this.isPerson(ownerId))
      return this.users.change(
        ownerId,
        (user) => {
          const decision = decide(user);
          return decision && { ...decision, events: eventsOfEdit(ownerId, decision) };
        },
        messageId,
      );
    return this.teams.change(
      ownerId,
      (team) => {
        const decision = decide(team);
        if (!decision) return undefined;
        const { set, accessEnd } = decision;
        const ended = accessEnd ? [accessEnded(ownerId, accessEnd)] : [];
        return { ...decision, events: [teamChanged(ownerId, set.contentVersion), ...ended] };
      },
      messageId,
    );
  }

  /** Sets some prompt settings. A redelivery of the message has no effect. @throws {AppError} `not-found` */
  async changeSettings(ownerId: string, choice: Partial<PromptSettings>, messageId: string): Promise<void> {
    if (await this.isPerson(ownerId)) await this.users.changeSettings(ownerId, choice, messageId);
    else
      await this.teams.change(
        ownerId,
        ({ settings }) => ({ set: { settings: { ...settings, ...choice } } }),
        messageId,
      );
  }

  /** @returns false for a team @throws {AppError} `not-found` */
  private async isPerson(ownerId: string): Promise<boolean> {
    return 'email' in (await this.get(ownerId));
  }
}
