import { Controller, Delete, Get, Headers, Param, UseGuards } from '@nestjs/common';
import { accountSessionId } from '@vault/contracts';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { SessionService, type Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { toAccountSession } from './to-account-record.ts';

/** The sessions of a person. */
@Controller('api/account/sessions')
@UseGuards(UserGuard)
export class AccountSessionController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    private readonly sessions: SessionService,
  ) {}

  @Get()
  async list(@CurrentCaller() { user, sessionId }: Caller) {
    const { sessions } = await this.auth.listSessions({ userId: user.id });
    return { status: 'success', data: sessions.map((session) => toAccountSession(session, sessionId)) };
  }

  @Delete()
  async endOthers(@CurrentCaller() { user, sessionId }: Caller) {
    await this.auth.endOtherSessions({ userId: user.id, sessionId });
    return { status: 'success', data: {} };
  }

  @Delete(':id')
  async end(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Headers('authorization') authorization?: string,
  ) {
    const parsed = accountSessionId.safeParse(id);
    if (!parsed.success) throw new AppError('not-found', 'That is not the id of a session.');
    const userId = caller.user.id;
    await this.auth.endSession({ userId, sessionId: parsed.data });
    if (parsed.data === caller.sessionId) this.sessions.forget(authorization);
    return { status: 'success', data: {} };
  }
}
