import { Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';
import { domainOfEmail } from '@vault/contracts';
import { isOpen } from '../domain/team.ts';
import { isVerified } from '../domain/team-sso.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { ssoOf } from './sso-change.ts';

/** A requirement that holds for an address. */
export interface HeldRequirement {
  readonly team: TeamDocument;
  readonly emergencyOwner: string;
  /** The refusal of everything else than the provider. */
  readonly refusal: AppError;
}

/** Whether people with an address must sign in at a provider. */
@Injectable()
export class SsoRequirements {
  constructor(private readonly teams: TeamRepository) {}

  /** The open team with a provider that has verified the domain of an address. */
  async teamOf(email: string): Promise<TeamDocument | undefined> {
    const domain = domainOfEmail(email);
    const team = await this.teams.ofDomain(domain);
    return team && isOpen(team) && ssoOf(team).provider ? team : undefined;
  }

  async of(email: string): Promise<HeldRequirement | undefined> {
    const team = await this.teamOf(email);
    const domain = domainOfEmail(email);
    const requirement = team?.sso?.requirement;
    if (!team?.sso || !requirement || !isVerified(team.sso, domain)) return undefined;
    const refusal = new AppError('forbidden', `${domain} signs in with single sign-on.`);
    return { team, emergencyOwner: requirement.emergencyOwner, refusal };
  }

  /** @param userId of the account, if there is one @throws {AppError} `forbidden` when a password opens nothing */
  async assertNone(email: string, userId?: string): Promise<void> {
    const held = await this.of(email);
    if (held && held.emergencyOwner !== userId) throw held.refusal;
  }
}
