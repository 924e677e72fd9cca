import { Controller, Inject } from '@nestjs/common';
import { CONFIG } from '@vault/base';
import type { StaffRole } from '@vault/contracts';
import { staffRoutes as routes } from '@vault/contracts/openapi';
import type { adminRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { hashingDeadline, ssoDeadline } from '../auth/hashing-deadline.ts';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { StaffSessionService } from '../sessions/staff-session.service.ts';
import { pageOrigin, readBrowserKey, setBrowserKey } from '../sessions/browser-key.ts';
import { CurrentMember } from '../sessions/staff.guard.ts';

@Controller()
export class StaffSessionController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    private readonly sessions: StaffSessionService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Route(routes.staffLogin)
  async login({ body, request }: RequestOf<typeof routes.staffLogin>) {
    const credentials = { ...body, clientAddress: request.ip };
    const { id, token, email } = await this.admin.login(credentials, hashingDeadline);
    return { data: { id, token, email } };
  }

  @Route(routes.getStaffSso)
  async getSso() {
    const { isOffered } = await this.admin.getStaffSso({});
    return { data: { is_offered: isOffered } };
  }

  @Route(routes.beginStaffSso)
  async beginSso({ request, reply }: RequestOf<typeof routes.beginStaffSso>) {
    const origin = pageOrigin(this.config.PUBLIC_URL, request);
    const { url, browserKey } = await this.admin.beginStaffSso(
      { redirectUrl: `${origin}/admin/login` },
      ssoDeadline,
    );
    setBrowserKey(reply, origin, browserKey);
    return { data: { url } };
  }

  @Route(routes.finishStaffSso)
  async finishSso({ body, request, reply }: RequestOf<typeof routes.finishStaffSso>) {
    const origin = pageOrigin(this.config.PUBLIC_URL, request);
    const browserKey = readBrowserKey(request, origin);
    const returned = { query: body.query, browserKey, clientAddress: request.ip };
    const { id, token, email } = await this.admin.finishStaffSso(returned, ssoDeadline);
    setBrowserKey(reply, origin, '');
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
