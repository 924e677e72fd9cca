import { Inject, Injectable } from '@nestjs/common';
import type { CommandType, MessageData } from '@vault/contracts';
import { COMMAND_BUS, withActor } from '@vault/base';
import type { CommandBus, CommandResult, SendOptions } from '@vault/messaging';
import { shownFields, type ShownFields } from '../domain/user-edit.ts';
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
  constructor(@Inject(COMMAND_BUS) private readonly commands: CommandBus) {}

  /** @returns the new values of the fields that were to change */
  async perform(
    action: StaffAction,
    work: CommandWork,
    { isLate, publish }: CommandAttempt,
  ): Promise<ShownFields> {
    const { type, subject, lateVersion } = work;
    const guard = isLate && lateVersion !== undefined ? { version: lateVersion } : {};
    const data = { ...work.data, ...guard } as MessageData<CommandType>;
    const actor = { id: action.actorId, address: action.clientAddress };
    const options = { subject, id: action._id, deadlineMs: outcomeWithinMs, ...(publish && { publish }) };
    const send = () => this.commands.send<CommandType>(type, data, options);
    const { account } = await withActor(() => actor, send);
    return fieldsAfter(action, account);
  }
}

/** The values of the fields that were to change: names as requested, because no outcome contains them. */
function fieldsAfter({ before, requested }: StaffAction, account: CommandResult['account']): ShownFields {
  if (before === '' || !account) return {};
  const names = Object.keys(JSON.parse(before) as ShownFields);
  const asRequested = requested === '' ? {} : (JSON.parse(requested) as ShownFields);
  const values = { ...shownFields(account, names), ...asRequested };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
