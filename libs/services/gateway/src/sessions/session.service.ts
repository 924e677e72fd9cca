import { Injectable } from '@nestjs/common';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { BearerSessions } from './bearer-sessions.ts';

/** The user of a request. */
export interface Caller {
  readonly sessionId: string;
  readonly user: authRpc.User;
}

/** Checks bearer tokens of users with the auth service. */
@Injectable()
export class SessionService {
  private readonly sessions: BearerSessions<Caller>;

  constructor(@InjectClient('auth') private readonly auth: ClientOf<'auth'>) {
    this.sessions = new BearerSessions(async (token) => toCaller(await auth.verifySession({ token })));
  }

  /** @throws {AppError} unauthenticated or forbidden */
  verify(authorization: string | undefined): Promise<Caller> {
    return this.sessions.verify(authorization);
  }

  /** The caller of a download ticket, which is used up. @throws {AppError} unauthenticated or forbidden */
  async redeem(ticket: string): Promise<Caller> {
    return toCaller(await this.auth.redeemDownloadTicket({ ticket }));
  }

  async end(authorization: string | undefined, caller: Caller): Promise<void> {
    await this.auth.logout({ sessionId: caller.sessionId, userId: caller.user.id });
    this.forget(authorization);
  }

  /** The next request with this token is verified again. */
  forget(authorization: string | undefined): void {
    this.sessions.forget(authorization);
  }
}

function toCaller({ sessionId, user }: authRpc.Principal): Caller {
  if (!user) throw new AppError('unauthenticated', 'Unauthorized');
  return { sessionId, user };
}
