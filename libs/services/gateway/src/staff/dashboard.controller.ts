import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { auditQuery } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { parse } from '../http/parse.ts';
import { DashboardService } from './dashboard.service.ts';
import { CurrentStaff, StaffGuard } from './staff.guard.ts';
import { toAuditRow } from './to-audit-row.ts';

/** A filter may match few of many lines. */
const auditDeadline = { deadlineMs: 10_000 };

/** The dashboard and the audit log. */
@Controller('api/admin')
@UseGuards(StaffGuard)
export class DashboardController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    private readonly dashboards: DashboardService,
  ) {}

  @Get('dashboard')
  async dashboard(@CurrentStaff() caller: adminRpc.StaffCaller) {
    return { status: 'success', data: await this.dashboards.get(caller) };
  }

  @Get('audit')
  async audit(@CurrentStaff() caller: adminRpc.StaffCaller, @Query() query: unknown) {
    const { actor = '', action = '', subject = '', ...rest } = parse(auditQuery, query);
    const { entries, total } = await this.admin.listAudit(
      { caller, actor, action, subject, ...rest },
      auditDeadline,
    );
    return { status: 'success', data: entries.map(toAuditRow), total };
  }
}
