import { Readable } from 'node:stream';
import { Controller, Res } from '@nestjs/common';
import { workspaceLogRoutes as routes } from '@vault/contracts/openapi';
import type { FastifyReply } from 'fastify';
import { Route, type RequestOf } from '../routes/route.ts';
import { toCsv, toJsonLines } from './to-log-row.ts';
import { WorkspaceLogService } from './workspace-log.service.ts';

/** The audit log of the workspace of a request. */
@Controller()
export class WorkspaceLogController {
  constructor(private readonly log: WorkspaceLogService) {}

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
