import { Injectable } from '@nestjs/common';
import type { OwnerData } from '@vault/store';
import { LogStreamRepository } from '../log-streams/log-stream.repository.ts';
import { WorkspaceLogService } from '../workspace-log/workspace-log.service.ts';
import { SubjectNamesService } from './subject-names.service.ts';

/** What admin keeps of people and teams. */
@Injectable()
export class AdminOwnerData implements OwnerData {
  constructor(
    private readonly names: SubjectNamesService,
    private readonly logs: WorkspaceLogService,
    private readonly streams: LogStreamRepository,
  ) {}

  async removeSome(ownerId: string): Promise<boolean> {
    await this.streams.remove(ownerId);
    return (await this.names.removeSome(ownerId)) || (await this.logs.removeSome(ownerId));
  }
}
