import { Body, Controller, Headers, Ip, UseGuards } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { loginBody, registerBody, userIdBody, type SessionUser, type UserSettings } from '@vault/contracts';
import { currentRequestKey } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { requireOwnId } from '../sessions/require-own-id.ts';
import { SessionService, type Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { toUserSettings } from '../settings/to-user-settings.ts';
import { hashingDeadline } from './hashing-deadline.ts';
import { toCurrentUser, toSessionUser } from './to-session-user.ts';

@Controller('api/auth')
export class AuthController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    private readonly sessions: SessionService,
  ) {}

  @PostRoute('login')
  @UseGuards(ThrottlerGuard)
  async login(@Body() body: unknown, @Ip() clientAddress: string, @Headers('user-agent') userAgent?: string) {
    const client = { clientAddress, userAgent };
    const session = await this.auth.login({ ...parse(loginBody, body), ...client }, hashingDeadline);
    return success<SessionUser>(toSessionUser(session));
  }

  @PostRoute('register')
  @UseGuards(ThrottlerGuard)
  async register(
    @Body() body: unknown,
    @Ip() clientAddress: string,
    @Headers('user-agent') userAgent?: string,
  ) {
    const client = { clientAddress, userAgent };
    const request = { ...parse(registerBody, body), ...client, requestKey: currentRequestKey() };
    const session = await this.auth.register(request, hashingDeadline);
    return success<SessionUser>(toSessionUser(session));
  }

  @PostRoute('check')
  @UseGuards(UserGuard)
  check(@CurrentCaller() { user }: Caller) {
    return success(toCurrentUser(user));
  }

  @PostRoute('logout')
  @UseGuards(UserGuard)
  async logout(@CurrentCaller() caller: Caller, @Headers('authorization') authorization?: string) {
    await this.sessions.end(authorization, caller);
    return success({});
  }

  @PostRoute('can-upload-video')
  @UseGuards(UserGuard)
  async canUpload(@CurrentCaller() { user }: Caller) {
    const { canUpload, msg, used, videoLimit } = await this.auth.checkUploadAllowance({ userId: user.id });
    const data = { canUpload, msg, used: used ?? null, videoLimit };
    return { status: 'success', data, canUpload, msg };
  }

  @PostRoute()
  @UseGuards(UserGuard)
  async settings(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    requireOwnId(caller, parse(userIdBody, body).userId);
    const settings = await this.auth.getSettings({ userId: caller.user.id });
    return success<UserSettings>(toUserSettings(settings));
  }
}

function success<Data>(data: Data) {
  return { status: 'success' as const, data };
}
