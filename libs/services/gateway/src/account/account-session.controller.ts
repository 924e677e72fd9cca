import { Controller } from '@nestjs/common';
import { ownAccountRoutes as routes } from '@vault/contracts/openapi';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { Route, type RequestOf } from '../routes/route.ts';
import { credentialsOf } from '../sessions/credentials.ts';
import { SessionService } from '../sessions/session.service.ts';
import { toAccountSession } from './to-account-record.ts';

/** The sessions of a person. */
@Controller()
export class AccountSessionController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    private readonly sessions: SessionService,
  ) {}

  @Route(routes.listSessions)
  async list({ caller: { user, sessionId } }: RequestOf<typeof routes.listSessions>) {
    const { sessions } = await this.auth.listSessions({ userId: user.id });
    return { data: sessions.map((session) => toAccountSession(session, sessionId)) };
  }

  @Route(routes.endOtherSessions)
  async endOthers({ caller: { user, sessionId } }: RequestOf<typeof routes.endOtherSessions>) {
    await this.auth.endOtherSessions({ userId: user.id, sessionId });
  }

  @Route(routes.endSession)
  async end({ caller, params, request }: RequestOf<typeof routes.endSession>) {
    const sessionId = params.id;
    await this.auth.endSession({ userId: caller.user.id, sessionId });
    if (sessionId === caller.sessionId) this.sessions.forget(credentialsOf(request));
  }
}
