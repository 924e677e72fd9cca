import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_BUS, type CommandBus } from '@vault/platform';

/** No session has this id, so none stays. */
const noSession = '';

/** Cancels open uploads of ended sessions, because the url of an upload is valid without a session. */
@Injectable()
export class SessionUploadsService {
  constructor(@Inject(COMMAND_BUS) private readonly commands: CommandBus) {}

  async endOf(ownerId: string, sessionId: string): Promise<void> {
    const data = { ownerId, sessionId, which: 'of-session' } as const;
    await this.commands.send('upload.cancel-uploads.v1', data, { subject: ownerId });
  }

  /** @param sessionId the session that stays */
  async endOfOthers(ownerId: string, sessionId: string): Promise<void> {
    const data = { ownerId, sessionId, which: 'of-others' } as const;
    await this.commands.send('upload.cancel-uploads.v1', data, { subject: ownerId });
  }

  async endOfAll(ownerId: string): Promise<void> {
    await this.endOfOthers(ownerId, noSession);
  }
}
