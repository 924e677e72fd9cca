import { Inject, Injectable } from '@nestjs/common';
import type { CommandType, MessageData } from '@vault/contracts';
import { authRpc } from '@vault/contracts/rpc';
import {
  AppError,
  COMMAND_BUS,
  LOGGER,
  RPC,
  type CommandBus,
  type Logger,
  type Rpc,
  type RpcClient,
} from '@vault/platform';
import { shownFields, type ShownFields } from '../domain/employee-edit.ts';
import type { CommandWork, StaffAction } from './staff-action.schema.ts';

/** Two of them fit into the patience of the gateway. */
const outcomeWithinMs = 5_000;

/** Has owners do what staff want, each action once: its id is that of the command. */
@Injectable()
export class CommandPerformer {
  private readonly auth: RpcClient<typeof authRpc.AuthServiceService>;

  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(RPC) rpc: Rpc,
  ) {
    this.auth = rpc.client('auth', authRpc.AuthServiceService);
  }

  /**
   * @param isLate whoever wanted it has gone: what others have changed since stays
   * @returns the fields that were to change, as they are now
   */
  async perform(action: StaffAction, work: CommandWork, isLate: boolean): Promise<ShownFields> {
    const guard = isLate && work.lateVersion !== undefined ? { version: work.lateVersion } : {};
    await this.send(action._id, work, { ...work.data, ...guard });
    return this.fieldsNow(action, work);
  }

  /** Sent once more when nobody heard the outcome: the owner, which knows the id, does it once. */
  private async send(id: string, { type, subject }: CommandWork, data: object): Promise<void> {
    const send = () =>
      this.commands.send<CommandType>(type, data as MessageData<CommandType>, {
        ...{ subject, id, deadlineMs: outcomeWithinMs },
      });
    try {
      await send();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
      await send();
    }
  }

  /** The change is made: that it cannot be read back is no reason to call it failed. */
  private async fieldsNow({ before }: StaffAction, { userId }: CommandWork): Promise<ShownFields> {
    if (before === '' || userId === '') return {};
    try {
      const names = Object.keys(JSON.parse(before) as ShownFields);
      return shownFields(await this.auth.getAccount({ userId }), names);
    } catch (error) {
      this.logger.warn({ err: error }, 'what a change came to could not be read for the audit log');
      return {};
    }
  }
}
