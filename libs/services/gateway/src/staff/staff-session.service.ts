import { Injectable } from '@nestjs/common';
import type { adminRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { ChangeLog } from '../read-cache/change-log.ts';
import { BearerSessions } from '../sessions/bearer-sessions.ts';

/** Checks bearer tokens of staff with the admin service; tokens of users are refused. */
@Injectable()
export class StaffSessionService {
  private readonly sessions: BearerSessions<adminRpc.StaffPrincipal>;

  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    changes: ChangeLog,
  ) {
    this.sessions = new BearerSessions({
      query: (token) => this.admin.checkSession({ token }),
      changes,
      idOf: ({ staffId }) => staffId,
    });
  }

  /** @throws {AppError} unauthenticated or forbidden */
  verify(authorization: string | undefined): Promise<adminRpc.StaffPrincipal> {
    return this.sessions.verify(authorization);
  }

  async end(authorization: string | undefined, caller: adminRpc.StaffCaller): Promise<void> {
    await this.admin.logout({ caller });
    this.sessions.forget(authorization);
  }
}
