import { Controller } from '@nestjs/common';
import type { StaffRole } from '@vault/contracts';
import { staffRoutes as routes } from '@vault/contracts/openapi';
import type { adminRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { hashingDeadline } from '../auth/hashing-deadline.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { StaffSessionService } from '../sessions/staff-session.service.ts';
import { CurrentMember } from '../sessions/staff.guard.ts';

@Controller()
export class StaffSessionController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    private readonly sessions: StaffSessionService,
  ) {}

  @Route(routes.staffLogin)
  async login({ body, request }: RequestOf<typeof routes.staffLogin>) {
    const credentials = { ...body, clientAddress: request.ip };
    const { id, token, email } = await this.admin.login(credentials, hashingDeadline);
    return { data: { id, token, email } };
  }

  @Route(routes.staffCheck)
  check(_: RequestOf<typeof routes.staffCheck>, @CurrentMember() member: adminRpc.StaffPrincipal) {
    return { data: { id: member.staffId, email: member.email, role: member.role as StaffRole } };
  }

  @Route(routes.staffLogout)
  async logout({ caller, request }: RequestOf<typeof routes.staffLogout>) {
    await this.sessions.end(request.headers.authorization, caller);
  }

  @Route(routes.staffChangePassword)
  async changePassword({ caller, body }: RequestOf<typeof routes.staffChangePassword>) {
    const { password, new_password: newPassword } = body;
    await this.admin.changePassword({ caller, password, newPassword }, hashingDeadline);
  }
}
