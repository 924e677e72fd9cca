import { Injectable } from '@nestjs/common';
import type { portalRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc/clients';

/** The moments whose links work. */
@Injectable()
export class OpenMoments {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('portal') private readonly portal: ClientOf<'portal'>,
  ) {}

  /** @throws {AppError} not-found, also when the link has ended or its owner's account is deactivated */
  async get(id: string): Promise<portalRpc.Moment> {
    const moment = await this.portal.openMoment({ id });
    const { isSwitchedOff } = await this.auth.getEntitlement({ ownerId: moment.ownerId });
    if (isSwitchedOff) throw AppError.notFound('The moment');
    return moment;
  }
}
