import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { domainOfEmail, usualGroupsClaim } from '@vault/contracts';
import { answerParts, InvalidAnswer, type AnswerPart, type SsoIdentity } from '@vault/identity';
import { roleOf, setsRoles, type SsoCheck, type TeamProvider, type TeamSso } from '../domain/team-sso.ts';
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
      const checks = seen instanceof AppError ? checksOfFailure(ssoOf(team), seen) : checksOf(team, seen);
      return ssoChange(team, { ...ssoOf(team), test: { at, by, checks } }, at);
    });
  }
}

type Words = (provider: Pick<TeamProvider, 'issuer' | 'clientId'>) => string;

/** What is said of each part of an answer, without a word of the provider. */
const words: Readonly<Record<AnswerPart, { readonly right: Words; readonly wrong: Words }>> = {
  issuer: {
    right: ({ issuer }) => `It is ${issuer}, as you have entered it.`,
    wrong: ({ issuer }) =>
      `The answer names another one than ${issuer}. It must be the same to the last character.`,
  },
  audience: {
    right: ({ clientId }) => `The answer is for the client ${clientId}.`,
    wrong: ({ clientId }) =>
      `The answer is not for the client ${clientId} alone. Check the client id at the provider.`,
  },
  nonce: {
    right: () => 'The answer is for this sign-in.',
    wrong: () => 'The answer is for another sign-in, or does not say for which one.',
  },
  signature: {
    right: () => 'A key of the provider has signed it.',
    wrong: () => 'No key of the provider has signed it, or in a way that the provider does not announce.',
  },
  time: {
    right: () => 'The clocks agree.',
    wrong: () => 'The answer has ended, or is from another time. The clocks may differ by 60 s at most.',
  },
};

/** What could not be checked, because something else is wrong, is left out. */
function checksOfFailure({ provider }: TeamSso, error: AppError): SsoCheck[] {
  const found = error instanceof InvalidAnswer ? error.checks : {};
  const checks = answerParts.flatMap((what) => {
    const isRight = found[what];
    if (isRight === undefined || !provider) return [];
    return { what, is_ok: isRight, text: words[what][isRight ? 'right' : 'wrong'](provider) };
  });
  return checks.every(({ is_ok: isOk }) => isOk) ? [...checks, wholeAnswer(error)] : checks;
}

/** The words of the cause are ours or the library's: no provider writes them. */
function wholeAnswer({ cause, message }: AppError): SsoCheck {
  const why = cause instanceof Error ? ` (${cause.message.slice(0, 200)})` : '';
  return { what: 'answer', is_ok: false, text: `${message}${why}` };
}

function checksOf(team: TeamDocument, identity: SsoIdentity): SsoCheck[] {
  const sso = ssoOf(team);
  return [
    ...proofChecks(sso, identity),
    addressCheck(team, identity),
    groupsCheck(sso, identity),
    removalCheck(sso, identity),
  ];
}

/** What the client has checked before it says who somebody is. */
function proofChecks({ provider }: TeamSso, { proof }: SsoIdentity): SsoCheck[] {
  if (!provider) return [];
  const { algorithm, keyId, clockSeconds } = proof;
  const seen: Partial<Record<AnswerPart, string>> = {
    signature: `Signed with ${algorithm}${keyId === undefined ? '' : `, key ${keyId}`}.`,
    ...(clockSeconds !== 0 && { time: `The clock differs by ${String(Math.abs(clockSeconds))} s.` }),
  };
  return answerParts.map((what) => ({ what, is_ok: true, text: seen[what] ?? words[what].right(provider) }));
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

function groupsCheck(sso: TeamSso, { groups, proof }: SsoIdentity): SsoCheck {
  const { groupsClaim = usualGroupsClaim } = sso;
  const none = proof.namesGroups ? 'No groups' : `The answer has no claim ${groupsClaim}`;
  const names = groups.slice(0, shownGroups).join(', ');
  const role = roleOf(sso, groups);
  const text =
    role === undefined
      ? `${names || none}. Only who was invited comes in.`
      : names === ''
        ? `${none}. The role is ${role}.`
        : `${names} → ${role}.`;
  return { what: 'groups', is_ok: proof.namesGroups || !setsRoles(sso), text: text.slice(0, 500) };
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
