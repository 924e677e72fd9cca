import { Body, Controller, Delete, Get, Headers, Inject, Ip, Patch, Query, UseGuards } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { accountBody, changePasswordBody, deleteAccountBody, ledgerQuery } from '@vault/contracts';
import { AppError, COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { PostRoute } from '../http/post-route.ts';
import { hashingDeadline } from '../auth/hashing-deadline.ts';
import { parse } from '../http/parse.ts';
import { SessionService, type Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { LedgerService } from './ledger.service.ts';
import { toAccountRecord } from './to-account-record.ts';

/** Routes of a person about their own account. */
@Controller('api/account')
@UseGuards(UserGuard)
export class AccountController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly sessions: SessionService,
    private readonly ledger: LedgerService,
  ) {}

  @Get()
  async get(@CurrentCaller() { user }: Caller) {
    return { status: 'success', data: toAccountRecord(await this.auth.getAccount({ userId: user.id })) };
  }

  @Patch()
  async edit(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
    @Headers('authorization') authorization?: string,
  ) {
    const { firstname, lastname, ready_mail: readyMail } = parse(accountBody, body);
    const userId = caller.user.id;
    const edit = { userId, firstname, lastname, readyMail, by: 'user' };
    await this.commands.send('auth.edit-account.v1', edit, { subject: userId });
    // The next request must see the new name.
    this.sessions.forget(authorization);
    return this.get(caller);
  }

  @Get('ledger')
  async listLedger(@CurrentCaller() { user }: Caller, @Query() query: unknown) {
    return { status: 'success', ...(await this.ledger.list(user.id, parse(ledgerQuery, query))) };
  }

  @PostRoute('password')
  @UseGuards(ThrottlerGuard)
  async changePassword(
    @CurrentCaller() { user, sessionId }: Caller,
    @Body() body: unknown,
    @Ip() clientAddress: string,
  ) {
    const { password, new_password: newPassword } = parse(changePasswordBody, body);
    await this.auth.changePassword(
      { userId: user.id, sessionId, password, newPassword, clientAddress },
      hashingDeadline,
    );
    return { status: 'success', msg: 'Your password was changed.' };
  }

  @Delete()
  async delete(
    @CurrentCaller() { user }: Caller,
    @Body() body: unknown,
    @Headers('authorization') authorization?: string,
  ) {
    const { email } = parse(deleteAccountBody, body);
    if (email !== user.email)
      throw new AppError('invalid-input', 'This is not your e-mail address. Nothing was deleted.');
    const userId = user.id;
    await this.commands.send('auth.delete-account.v1', { userId, by: 'user' }, { subject: userId });
    this.sessions.forget(authorization);
    return { status: 'success', msg: 'Your account was deleted.' };
  }

  @PostRoute('upgrade-request')
  async requestUpgrade(@CurrentCaller() { user }: Caller) {
    await this.commands.send('auth.request-upgrade.v1', { userId: user.id }, { subject: user.id });
    return { status: 'success', msg: 'We received your request and will contact you.' };
  }
}
