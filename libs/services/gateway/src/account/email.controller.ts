import { Body, Controller, Ip, UseGuards } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { changeEmailBody, emailLinkBody } from '@vault/contracts';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { hashingDeadline } from '../auth/hashing-deadline.ts';
import { parse } from '../http/parse.ts';
import { PostRoute } from '../http/post-route.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';

/** Routes that change a person's e-mail address. */
@Controller('api')
@UseGuards(ThrottlerGuard)
export class EmailController {
  constructor(@InjectClient('auth') private readonly auth: ClientOf<'auth'>) {}

  /** Answers the same when the address has an account. */
  @PostRoute('account/email')
  @UseGuards(UserGuard)
  async change(@CurrentCaller() { user }: Caller, @Body() body: unknown, @Ip() clientAddress: string) {
    const { email, password } = parse(changeEmailBody, body);
    const request = { userId: user.id, email, password, clientAddress };
    await this.auth.requestEmailChange(request, hashingDeadline);
    return { status: 'success', msg: 'If this address can be used, we have sent it a link.' };
  }

  @PostRoute('auth/confirm-email')
  async confirm(@Body() body: unknown) {
    await this.auth.confirmEmailChange(parse(emailLinkBody, body));
    return { status: 'success', msg: 'Your e-mail address was changed.' };
  }

  @PostRoute('auth/undo-email')
  async undo(@Body() body: unknown) {
    await this.auth.undoEmailChange(parse(emailLinkBody, body), hashingDeadline);
    const msg = 'Your old address is restored. We have sent it a link to set a new password.';
    return { status: 'success', msg };
  }
}
