import { Injectable } from '@nestjs/common';
import type { OwnerData } from '@vault/store';
import { WorkspaceLogService } from '../workspace-log/workspace-log.service.ts';
import { SubjectNamesService } from './subject-names.service.ts';

/** What admin keeps of people and teams. */
@Injectable()
export class AdminOwnerData implements OwnerData {
  constructor(
    private readonly names: SubjectNamesService,
    private readonly logs: WorkspaceLogService,
  ) {}

  async removeSome(ownerId: string): Promise<boolean> {
    return (await this.names.removeSome(ownerId)) || (await this.logs.removeSome(ownerId));
  }
}
