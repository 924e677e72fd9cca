import { Inject, Injectable } from '@nestjs/common';
import type { CommandType, MessageData } from '@vault/contracts';
import {
  AppError,
  COMMAND_BUS,
  LOGGER,
  InjectClient,
  type CommandBus,
  type Logger,
  type ClientOf,
} from '@vault/platform';
import { shownFields, type ShownFields } from '../domain/employee-edit.ts';
import type { CommandWork, StaffAction } from './staff-action.schema.ts';

/** Two of these fit into the gateway's deadline. */
const outcomeWithinMs = 5_000;

/** Sends the commands of staff actions. The command has the id of its action, so each action has its effect once. */
@Injectable()
export class CommandPerformer {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
  ) {}

  /**
   * @param isLate true for a retry after the call has ended: changes that others made since then stay
   * @returns the current values of the fields that were to change
   */
  async perform(action: StaffAction, work: CommandWork, isLate: boolean): Promise<ShownFields> {
    const guard = isLate && work.lateVersion !== undefined ? { version: work.lateVersion } : {};
    await this.send(action._id, work, { ...work.data, ...guard });
    return this.fieldsNow(action, work);
  }

  /** Sends the command once more when no outcome arrived: the receiver handles each id once. */
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

  /** The change is made: a failed read of the new values does not make it fail. */
  private async fieldsNow({ before }: StaffAction, { userId }: CommandWork): Promise<ShownFields> {
    if (before === '' || userId === '') return {};
    try {
      const names = Object.keys(JSON.parse(before) as ShownFields);
      return shownFields(await this.auth.getAccount({ userId }), names);
    } catch (error) {
      this.logger.warn({ err: error }, 'the values after a change could not be read for the audit log');
      return {};
    }
  }
}
