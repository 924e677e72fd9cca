import { Controller } from '@nestjs/common';
import { adminRoutes, staffRoutes } from '@vault/contracts/openapi';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { Route, type RequestOf } from '../routes/route.ts';
import { DashboardService } from './dashboard.service.ts';
import { toAuditRow } from './to-audit-row.ts';

/** A filter may match few of many lines. */
const auditDeadline = { deadlineMs: 10_000 };

/** The dashboard and the audit log. */
@Controller()
export class DashboardController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    private readonly dashboards: DashboardService,
  ) {}

  @Route(adminRoutes.getDashboard)
  async dashboard({ caller }: RequestOf<typeof adminRoutes.getDashboard>) {
    return { data: await this.dashboards.get(caller) };
  }

  @Route(staffRoutes.listAudit)
  async audit({ caller, query }: RequestOf<typeof staffRoutes.listAudit>) {
    const { actor = '', action = '', subject = '', ...rest } = query;
    const { entries, total } = await this.admin.listAudit(
      { caller, actor, action, subject, ...rest },
      auditDeadline,
    );
    return { data: entries.map(toAuditRow), total };
  }
}
