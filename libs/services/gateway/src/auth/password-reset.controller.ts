import { Body, Controller, Ip, UseGuards } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { checkResetLinkBody, forgotPasswordBody, resetPasswordBody } from '@vault/contracts';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { hashingDeadline } from './hashing-deadline.ts';

/** Routes to reset a forgotten password. */
@Controller('api/auth')
@UseGuards(ThrottlerGuard)
export class PasswordResetController {
  constructor(@InjectClient('auth') private readonly auth: ClientOf<'auth'>) {}

  /** Answers the same with and without an account. */
  @PostRoute('forgot-password')
  async forgot(@Body() body: unknown, @Ip() clientAddress: string) {
    const { email } = parse(forgotPasswordBody, body);
    await this.auth.requestPasswordReset({ email, clientAddress });
    return { status: 'success', msg: 'If an account has this address, we have sent it a link.' };
  }

  /** For the page of the link, before somebody types a password. */
  @PostRoute('check-reset-link')
  async check(@Body() body: unknown) {
    await this.auth.checkPasswordReset(parse(checkResetLinkBody, body));
    return { status: 'success', data: {} };
  }

  @PostRoute('reset-password')
  async reset(@Body() body: unknown) {
    const { token, password: newPassword } = parse(resetPasswordBody, body);
    await this.auth.resetPassword({ token, newPassword }, hashingDeadline);
    return { status: 'success', msg: 'Your password was changed. Please sign in.' };
  }
}
