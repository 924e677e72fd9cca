import { Injectable } from '@nestjs/common';
import type { WorkspaceItem } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { toWorkspaceItem } from '../workspaces/to-workspace-item.ts';
import { BearerSessions } from './bearer-sessions.ts';
import type { Credentials } from './credentials.ts';

/** Who makes a request, and whose data it is about. */
export interface Caller {
  readonly sessionId: string;
  readonly user: authRpc.User;
  /** Its id is the owner of videos, tokens and settings in every service. */
  readonly workspace: WorkspaceItem;
}

/** Checks bearer tokens of users with the auth service. */
@Injectable()
export class SessionService {
  private readonly sessions: BearerSessions<Caller>;

  constructor(@InjectClient('auth') private readonly auth: ClientOf<'auth'>) {
    this.sessions = new BearerSessions(async (question) => toCaller(await auth.verifySession(question)));
  }

  /** @throws {AppError} unauthenticated or forbidden */
  verify(credentials: Credentials): Promise<Caller> {
    return this.sessions.verify(credentials);
  }

  /** The caller of a download ticket, which is used up. @throws {AppError} unauthenticated or forbidden */
  async redeem(ticket: string): Promise<Caller> {
    return toCaller(await this.auth.redeemDownloadTicket({ ticket }));
  }

  async end(credentials: Credentials, caller: Caller): Promise<void> {
    await this.auth.logout({ sessionId: caller.sessionId, userId: caller.user.id });
    this.forget(credentials);
  }

  /** The next request that shows these is verified again. */
  forget(credentials: Credentials): void {
    this.sessions.forget(credentials);
  }
}

function toCaller({ sessionId, user, workspace }: authRpc.Principal): Caller {
  if (!user || !workspace) throw new AppError('unauthenticated', 'Unauthorized');
  return { sessionId, user, workspace: toWorkspaceItem(workspace) };
}
