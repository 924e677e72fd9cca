import { Injectable } from '@nestjs/common';
import { OwnerDeletion } from '@vault/store';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { PortalAccessService } from './audit/portal-access.service.ts';
import { SubjectNamesService } from './audit/subject-names.service.ts';
import { WorkspaceLogService } from './workspace-log/workspace-log.service.ts';

/** Entries of the logs of workspaces, and events about deleted users and videos, and about who can see portals. */
@Injectable()
export class AdminListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
    'upload.video-deleted.v1': ({ videoId }) => this.names.removeAll(videoId),
    'audit.entry.v1': (data, { message }) => this.logs.record(data, message),
    'portal.access-changed.v1': (data, { message }) => this.portals.record(data, message),
  };

  constructor(
    private readonly owners: OwnerDeletion,
    private readonly names: SubjectNamesService,
    private readonly portals: PortalAccessService,
    private readonly logs: WorkspaceLogService,
  ) {}
}
