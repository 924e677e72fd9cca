import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  CLOCK,
  DueRecordPoller,
  LOGGER,
  PeriodicTaskProvider,
  withActor,
  type Clock,
  type Logger,
} from '@vault/base';
import { Seals, Sessions, SsoClient } from '@vault/identity';
import { LRUCache } from 'lru-cache';
import { isOpen } from '../domain/team.ts';
import { cameThrough, type TeamProvider, type TeamSso } from '../domain/team-sso.ts';
import { SessionService } from '../sessions/session.service.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import { ssoOf } from './sso-change.ts';
import { SsoPeopleService } from './sso-people.service.ts';
import type { SsoSession } from './sso-session.schema.ts';
import { SsoSessions } from './sso-sessions.repository.ts';
import { toProvider } from './to-provider.ts';

const minuteMs = 60_000;
/** The provider is asked this often, spread over two minutes: a removed person is out within ten. */
const everyMs = 7 * minuteMs;
const spreadMs = 2 * minuteMs;
/** How long sessions outlive their provider. */
const toleratedMs = 60 * minuteMs;
const whileAwayMs = 2 * minuteMs;
/** One that did not answer just now is not asked for the next person: others would wait. */
const restMs = 30_000;
const maxResting = 1_000;

/** Asks the providers whether people who have signed in through them may still do so, and ends the sessions of others. */
@Injectable()
export class SessionRefresh extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<SsoSession>;
  /** Until when, in epoch milliseconds, by the id of the team. */
  private readonly resting = new LRUCache<string, number>({ max: maxResting });

  constructor(
    private readonly ssoSessions: SsoSessions,
    private readonly stored: Sessions,
    private readonly sessions: SessionService,
    private readonly teams: TeamRepository,
    private readonly people: SsoPeopleService,
    private readonly client: SsoClient,
    private readonly seals: Seals,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.work = new DueRecordPoller({
      name: 'asking providers',
      clock,
      logger,
      records: ssoSessions.dueRecords,
      check: (session) => this.check(session),
    });
  }

  /** Ends a session, as its provider has. Idempotent. */
  async end({ _id, userId, ownerId }: SsoSession, why: string): Promise<void> {
    await this.sessions.end(userId, _id);
    await this.ssoSessions.remove(_id);
    this.logger.info({ userId, ownerId, why }, 'a session of a provider was ended');
  }

  private async check(session: SsoSession): Promise<void> {
    const { _id, ownerId, userId, sealedToken = '' } = session;
    if (!(await this.isOpen(session))) return this.ssoSessions.remove(_id);
    const team = await this.teams.findAsKnown(ownerId);
    const sso = team && isOpen(team) ? ssoOf(team) : undefined;
    const token = this.seals.open(sealedToken, tokenPlaceOf(_id));
    // The token is of the provider that the session came through, and of no other one's business.
    if (!team || !sso?.provider || !cameThrough(session, sso.provider) || token === undefined)
      return this.end(session, 'it has no provider any more');
    try {
      const answer = await this.ask(ownerId, sso.provider, sso, token);
      if (!answer) {
        await this.end(session, 'the provider has ended it');
        return;
      }
      const { refreshToken = token, groups } = answer;
      const isNew = refreshToken !== token || !this.seals.isCurrent(sealedToken);
      await this.ssoSessions.dueRecords.keep(session, {
        nextCheckAt: nextRefreshAt(this.clock.now()),
        ...(isNew && { sealedToken: this.seals.seal(refreshToken, tokenPlaceOf(_id)) }),
      });
      const actor = { id: userId };
      if (groups)
        await withActor(
          () => actor,
          () => this.people.applyGroups(team, userId, groups),
        );
    } catch (error) {
      if (!AppError.is(error, 'unavailable', 'conflict')) throw error;
      await this.bear(session);
    }
  }

  private async ask(ownerId: string, provider: TeamProvider, sso: TeamSso, token: string) {
    if (this.clock.now().getTime() < (this.resting.get(ownerId) ?? 0)) throw AppError.unavailable();
    try {
      return await this.client.refresh(toProvider(this.seals, ownerId, provider, sso), token);
    } catch (error) {
      if (AppError.is(error, 'unavailable')) this.resting.set(ownerId, this.clock.now().getTime() + restMs);
      throw error;
    }
  }

  /** For as long as is tolerated. */
  private async bear(session: SsoSession): Promise<void> {
    const now = this.clock.now();
    const { awaySince = now } = session;
    if (now.getTime() - awaySince.getTime() >= toleratedMs)
      return this.end(session, 'the provider was away for an hour');
    const nextCheckAt = new Date(now.getTime() + whileAwayMs);
    await this.ssoSessions.dueRecords.keep(session, { awaySince, nextCheckAt });
  }

  private async isOpen({ _id, userId }: SsoSession): Promise<boolean> {
    try {
      await this.stored.find(userId, _id);
      return true;
    } catch (error) {
      if (AppError.is(error, 'unauthenticated')) return false;
      throw error;
    }
  }
}

/** Where a refresh token is sealed for. */
export function tokenPlaceOf(sessionId: string): string {
  return `sso_sessions ${sessionId}`;
}

export function nextRefreshAt(now: Date): Date {
  return new Date(now.getTime() + everyMs + Math.random() * spreadMs);
}
