import { Inject, Injectable } from '@nestjs/common';
import type { CommandType, MessageData } from '@vault/contracts';
import { COMMAND_BUS, LOGGER, type Logger } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus, SendOptions } from '@vault/messaging';
import { shownFields, type ShownFields } from '../domain/employee-edit.ts';
import type { CommandWork, StaffAction } from './staff-action.schema.ts';

/** A repeat fits into the gateway's deadline too. */
const outcomeWithinMs = 5_000;

export interface CommandAttempt {
  /** True for a retry after the call has ended: changes that others made since then stay. */
  readonly isLate: boolean;
  /** Stores the command in an outbox instead of sending it. */
  readonly publish?: SendOptions['publish'];
}

/** Sends the commands of staff actions. The command has the id of its action, so each action has its effect once. */
@Injectable()
export class CommandPerformer {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
  ) {}

  /** @returns the current values of the fields that were to change */
  async perform(
    action: StaffAction,
    work: CommandWork,
    { isLate, publish }: CommandAttempt,
  ): Promise<ShownFields> {
    const { type, subject, lateVersion } = work;
    const guard = isLate && lateVersion !== undefined ? { version: lateVersion } : {};
    await this.commands.send<CommandType>(type, { ...work.data, ...guard } as MessageData<CommandType>, {
      ...{ subject, id: action._id, deadlineMs: outcomeWithinMs },
      ...(publish && { publish }),
    });
    return this.fieldsNow(action, work);
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
