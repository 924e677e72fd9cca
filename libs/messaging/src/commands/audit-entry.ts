import { AsyncLocalStorage } from 'node:async_hooks';
import {
  factsOfMessage,
  loggedActionOf,
  loggedTextLimit,
  type CommandType,
  type LoggedAction,
  type LoggedFields,
  type ServiceName,
} from '@vault/contracts';
import { currentActor, withActor } from '@vault/base';
import type { Message } from '../events/message.ts';
import { createMessage } from './create-message.ts';

/** A change of a workspace that somebody asks for. */
export interface LoggedChange {
  /** The same when the same change is asked for again: it has one entry. */
  readonly id: string;
  readonly ownerId: string;
  readonly action: LoggedAction;
  readonly fields: LoggedFields;
  /** The values that they replace, where they are known. */
  readonly before?: LoggedFields;
  /** Whether the current actor is a member of staff. */
  readonly isStaff?: boolean;
  /** Whether the product did it by itself, whoever it works for just now: the entry names nobody. */
  readonly isByProduct?: boolean;
}

const current = new AsyncLocalStorage<LoggedChange | undefined>();

/** Executes a command: what is stored with its id is stored together with an entry of the audit log. */
export function withLoggedCommand<Result>(command: Message, data: unknown, execute: () => Result): Result {
  return current.run(toLoggedChange(command, data), execute);
}

/**
 * The entry for a change that the current command makes.
 * @param messageId what the change is stored with
 * @param before the values that it replaces
 * @returns undefined when this is no change of the command, or when its workspace keeps no log of it
 */
export function entryOfCommand(
  messageId: string | undefined,
  before: LoggedFields = {},
): Message | undefined {
  const change = current.getStore();
  return change && change.id === messageId ? auditEntry({ ...change, before }) : undefined;
}

/** The names of the fields that the entry of the current command repeats. */
export function fieldsOfCommand(): readonly string[] {
  return Object.keys(current.getStore()?.fields ?? {});
}

/** @returns undefined for what people do in their own workspace, and for what neither they nor the product did by itself */
export function auditEntry(change: LoggedChange): Message | undefined {
  const { id, ownerId, action, fields, before = {}, isStaff = false, isByProduct = false } = change;
  const actor = isByProduct ? undefined : currentActor();
  if (!isByProduct && (!actor || actor.id === ownerId)) return undefined;
  return withActor(
    () => actor,
    () =>
      createMessage({
        type: 'audit.entry.v1',
        id: `${id}-entry`,
        source: action.split('.', 1)[0] as ServiceName,
        subject: ownerId,
        data: { ownerId, action, isStaff, fields, before },
      }),
  );
}

function toLoggedChange({ id, type, source }: Message, data: unknown): LoggedChange | undefined {
  const action = loggedActionOf(type as CommandType);
  if (!action) return undefined;
  const given = data as Readonly<Record<string, unknown>>;
  const ownerId = given['ownerId'] ?? given['userId'];
  if (typeof ownerId !== 'string') return undefined;
  const { logs = [] } = factsOfMessage(type as CommandType);
  const fields = Object.fromEntries(logs.map((name) => [name, loggedValue(given[name])]));
  return { id, ownerId, action, fields: withoutAbsent(fields), isStaff: source === 'admin' };
}

/** A list is logged as its length, and settings as their names. */
function loggedValue(value: unknown): LoggedFields[string] | undefined {
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) return short(Object.keys(value).sort().join(', '));
  if (typeof value === 'string') return short(value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
}

function short(text: string): string {
  return text.slice(0, loggedTextLimit);
}

function withoutAbsent(fields: Record<string, LoggedFields[string] | undefined>): LoggedFields {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as LoggedFields;
}
