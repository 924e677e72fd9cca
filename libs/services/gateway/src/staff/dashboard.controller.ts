import { Controller, Res } from '@nestjs/common';
import type { AuditRow } from '@vault/contracts';
import { adminRoutes, staffRoutes } from '@vault/contracts/openapi';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { FastifyReply } from 'fastify';
import type { ListPage, PageRequest } from '../http/send-list.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { DashboardService } from './dashboard.service.ts';
import { sendSpreadsheet } from './spreadsheets/send-spreadsheet.ts';
import { auditLog } from './spreadsheets/spreadsheets.ts';
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
  async audit(request: RequestOf<typeof staffRoutes.listAudit>) {
    const { rows, total } = await this.readAudit(request, request.query);
    return { data: rows, total };
  }

  @Route(staffRoutes.exportAudit)
  exportAudit(request: RequestOf<typeof staffRoutes.exportAudit>, @Res() reply: FastifyReply) {
    return sendSpreadsheet(reply, auditLog, (page) => this.readAudit(request, page));
  }

  private async readAudit(
    { caller, query }: Pick<RequestOf<typeof staffRoutes.exportAudit>, 'caller' | 'query'>,
    { page, limit }: PageRequest,
  ): Promise<ListPage<AuditRow>> {
    const { actor = '', action = '', subject = '', from, to } = query;
    const request = { caller, actor, action, subject, from, to, page, limit };
    const { entries, total } = await this.admin.listAudit(request, auditDeadline);
    return { rows: entries.map(toAuditRow), total };
  }
}
