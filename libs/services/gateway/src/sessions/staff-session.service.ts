import { Injectable } from '@nestjs/common';
import type { adminRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { BearerSessions } from './bearer-sessions.ts';
import type { Credentials } from './credentials.ts';

/** Checks bearer tokens of staff with the admin service; tokens of users are refused. */
@Injectable()
export class StaffSessionService {
  private readonly sessions: BearerSessions<adminRpc.StaffPrincipal>;

  constructor(@InjectClient('admin') private readonly admin: ClientOf<'admin'>) {
    this.sessions = new BearerSessions(({ token }) => admin.checkSession({ token }));
  }

  /** @throws {AppError} unauthenticated or forbidden */
  verify({ authorization }: Credentials): Promise<adminRpc.StaffPrincipal> {
    return this.sessions.verify({ authorization });
  }

  async end(authorization: string | undefined, caller: adminRpc.StaffCaller): Promise<void> {
    await this.admin.logout({ caller });
    this.sessions.forget({ authorization });
  }
}
