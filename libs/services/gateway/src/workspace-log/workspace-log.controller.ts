import { Readable } from 'node:stream';
import { Controller, Res } from '@nestjs/common';
import { workspaceLogRoutes as routes } from '@vault/contracts/openapi';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { FastifyReply } from 'fastify';
import { Route, type RequestOf } from '../routes/route.ts';
import { requireTeam } from '../workspaces/workspace.controller.ts';
import { toCsv, toJsonLines, toStreamRecord } from './to-log-row.ts';
import { WorkspaceLogService } from './workspace-log.service.ts';

/** The usual one of syslog over TLS. */
const syslogPort = 6514;
/** The collector has 8 s to connect, and 8 s to take the entry. */
const testDeadline = { deadlineMs: 20_000 };

/** The audit log of the workspace of a request. */
@Controller()
export class WorkspaceLogController {
  constructor(
    private readonly log: WorkspaceLogService,
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
  ) {}

  @Route(routes.listWorkspaceLog)
  async list({ caller, query }: RequestOf<typeof routes.listWorkspaceLog>) {
    return { data: await this.log.page(caller.workspace.id, query) };
  }

  @Route(routes.exportWorkspaceLog)
  export(request: RequestOf<typeof routes.exportWorkspaceLog>, @Res() reply: FastifyReply) {
    return send(reply, 'csv', toCsv(this.entriesOf(request)));
  }

  @Route(routes.exportWorkspaceLogLines)
  exportLines(request: RequestOf<typeof routes.exportWorkspaceLogLines>, @Res() reply: FastifyReply) {
    return send(reply, 'jsonl', toJsonLines(this.entriesOf(request)));
  }

  @Route(routes.getLogStream)
  async getStream({ caller }: RequestOf<typeof routes.getLogStream>) {
    const ownerId = requireTeam(caller.workspace);
    return { data: toStreamRecord(await this.admin.getLogStream({ ownerId })) };
  }

  @Route(routes.setLogStream)
  async setStream({ caller, body }: RequestOf<typeof routes.setLogStream>) {
    const { kind, url, host, port = syslogPort, secret } = body;
    const place = kind === 'https' ? { url, secret } : kind === 'syslog' ? { host, port } : {};
    const request = { ownerId: requireTeam(caller.workspace), kind, ...place };
    return { data: toStreamRecord(await this.admin.setLogStream(request)) };
  }

  @Route(routes.testLogStream)
  async testStream({ caller }: RequestOf<typeof routes.testLogStream>) {
    await this.admin.testLogStream({ ownerId: requireTeam(caller.workspace) }, testDeadline);
  }

  private entriesOf({
    caller,
    query,
  }: Pick<RequestOf<typeof routes.exportWorkspaceLog>, 'caller' | 'query'>) {
    return this.log.all(caller.workspace.id, query);
  }
}

const types = { csv: 'text/csv', jsonl: 'application/x-ndjson' };

/** A failure after the first page closes the connection, because the answer has begun. */
async function send(
  reply: FastifyReply,
  extension: keyof typeof types,
  text: AsyncIterable<string>,
): Promise<void> {
  await reply
    .type(`${types[extension]}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="audit-log.${extension}"`)
    .send(Readable.from(text, { objectMode: false }));
}
