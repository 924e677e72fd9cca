import { Body, Controller, Headers, Ip, UseGuards } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import {
  changePasswordBody,
  loginBody,
  type StaffMember,
  type StaffRole,
  type StaffSession,
} from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { PostRoute } from '../http/post-route.ts';
import { hashingDeadline } from '../auth/hashing-deadline.ts';
import { parse } from '../http/parse.ts';
import { StaffSessionService } from './staff-session.service.ts';
import { CurrentMember, CurrentStaff, StaffGuard } from './staff.guard.ts';

@Controller('api/admin')
export class StaffSessionController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    private readonly sessions: StaffSessionService,
  ) {}

  @PostRoute('login')
  @UseGuards(ThrottlerGuard)
  async login(@Body() body: unknown, @Ip() clientAddress: string) {
    const request = { ...parse(loginBody, body), clientAddress };
    const { id, token, email } = await this.admin.login(request, hashingDeadline);
    const data: StaffSession = { id, token, email };
    return { status: 'success', data };
  }

  @PostRoute('check')
  @UseGuards(StaffGuard)
  check(@CurrentMember() { staffId, email, role }: adminRpc.StaffPrincipal) {
    const data: StaffMember = { id: staffId, email, role: role as StaffRole };
    return { status: 'success', data };
  }

  @PostRoute('logout')
  @UseGuards(StaffGuard)
  async logout(
    @CurrentStaff() caller: adminRpc.StaffCaller,
    @Headers('authorization') authorization?: string,
  ) {
    await this.sessions.end(authorization, caller);
    return { status: 'success', data: {} };
  }

  @PostRoute('password')
  @UseGuards(StaffGuard)
  async changePassword(@CurrentStaff() caller: adminRpc.StaffCaller, @Body() body: unknown) {
    const { password, new_password: newPassword } = parse(changePasswordBody, body);
    await this.admin.changePassword({ caller, password, newPassword }, hashingDeadline);
    return { status: 'success', msg: 'Your password was changed.' };
  }
}
