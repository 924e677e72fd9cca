import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { auditQuery } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { MediaLinksService } from '../media/media-links.service.ts';
import { parse } from '../http/parse.ts';
import { CurrentStaff, StaffGuard } from './staff.guard.ts';
import { toAuditRow } from './to-audit-row.ts';
import { toDashboard } from './to-dashboard.ts';

/** The admin service queries several services. */
const longDeadline = { deadlineMs: 10_000 };

/** The dashboard and the audit log. */
@Controller('api/admin')
@UseGuards(StaffGuard)
export class DashboardController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    private readonly links: MediaLinksService,
  ) {}

  @Get('dashboard')
  async dashboard(@CurrentStaff() caller: adminRpc.StaffCaller) {
    const dashboard = await this.admin.getDashboard({ caller }, longDeadline);
    return { status: 'success', data: toDashboard(dashboard, this.links.forStaff(caller)) };
  }

  @Get('audit')
  async audit(@CurrentStaff() caller: adminRpc.StaffCaller, @Query() query: unknown) {
    const { actor = '', action = '', subject = '', ...rest } = parse(auditQuery, query);
    const { entries, total } = await this.admin.listAudit(
      { caller, actor, action, subject, ...rest },
      longDeadline,
    );
    return { status: 'success', data: entries.map(toAuditRow), total };
  }
}
