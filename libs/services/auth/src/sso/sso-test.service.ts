import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { domainOfEmail } from '@vault/contracts';
import type { SsoIdentity } from '@vault/identity';
import { roleOf, type SsoCheck, type TeamSso } from '../domain/team-sso.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { ssoChange, ssoOf } from './sso-change.ts';
import { addressOf } from './sso-people.service.ts';

const shownGroups = 20;

/** Shows an owner what a sign-in at the provider would do, without doing it. */
@Injectable()
export class SsoTestService {
  constructor(
    private readonly teams: TeamRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores what a sign-in shows. */
  async run(ownerId: string, by: string, finish: () => Promise<SsoIdentity>): Promise<void> {
    const seen = await finish().catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    await this.teams.change(ownerId, (team) => {
      const at = this.clock.now();
      const checks = seen instanceof AppError ? [failed(seen)] : checksOf(team, seen);
      return ssoChange(team, { ...ssoOf(team), test: { at, by, checks } }, at);
    });
  }
}

/** The words of the cause are ours or the library's: no provider writes them. */
function failed(error: AppError): SsoCheck {
  const { cause, message } = error;
  const why = cause instanceof Error ? ` (${cause.message.slice(0, 200)})` : '';
  return { what: 'answer', is_ok: false, text: `${message}${why}` };
}

function checksOf(team: TeamDocument, identity: SsoIdentity): SsoCheck[] {
  const { algorithm, keyId, clockSeconds } = identity.proof;
  const key = keyId === undefined ? '' : `, key ${keyId}`;
  const clock = clockSeconds === 0 ? '' : ` Its clock differs by ${String(Math.abs(clockSeconds))} s.`;
  return [
    { what: 'answer', is_ok: true, text: `Signed with ${algorithm}${key}.${clock}` },
    addressCheck(team, identity),
    groupsCheck(ssoOf(team), identity),
    removalCheck(ssoOf(team), identity),
  ];
}

function addressCheck(team: TeamDocument, identity: SsoIdentity): SsoCheck {
  try {
    const email = addressOf(team, identity);
    const by =
      identity.isEmailVerified === true ? 'confirmed by the provider' : 'trusted because you verified it';
    return { what: 'address', is_ok: true, text: `${email}, in ${domainOfEmail(email)}, ${by}.` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { what: 'address', is_ok: false, text: error.message };
  }
}

function groupsCheck(sso: TeamSso, { groups }: SsoIdentity): SsoCheck {
  const names = groups.slice(0, shownGroups).join(', ') || 'No groups';
  const role = roleOf(sso, groups);
  const text = role === undefined ? `${names}. Only who was invited comes in.` : `${names} → ${role}.`;
  return { what: 'groups', is_ok: true, text: text.slice(0, 500) };
}

function removalCheck({ provider }: TeamSso, { refreshToken }: SsoIdentity): SsoCheck {
  const isAsked = refreshToken !== undefined;
  const text = isAsked
    ? 'Sessions end within 10 minutes of a removal.'
    : 'The provider gives no refresh token: sessions last 8 hours.';
  const channel =
    provider?.hasBackChannel === true ? ' It can also sign people out at once (back channel).' : '';
  return { what: 'removal', is_ok: isAsked, text: `${text}${channel}` };
}
