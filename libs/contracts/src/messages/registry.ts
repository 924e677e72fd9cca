import type { z } from 'zod';
import { serviceNames, type ServiceName } from '../common/services.ts';
import { adminCommands } from './admin.messages.ts';
import { auditMessages } from './audit.messages.ts';
import { authCommands, authEvents } from './auth.messages.ts';
import { chapteringCommands, chapteringEvents } from './chaptering.messages.ts';
import { clipCommands, searchCommands } from './clip.messages.ts';
import { factsOf, type MessageFacts } from './message.ts';
import { outcomeMessages } from './outcome.messages.ts';
import { portalCommands, portalEvents } from './portal.messages.ts';
import { auditTopic, commandsTopic, deadLettersTopic, eventsTopic, outcomesTopic } from './topics.ts';
import { uploadCommands, uploadEvents } from './upload.messages.ts';

/** Commands: the sender requests a change from the owning service and waits for the outcome. */
export const commandSchemas = {
  ...adminCommands,
  ...authCommands,
  ...uploadCommands,
  ...chapteringCommands,
  ...searchCommands,
  ...clipCommands,
  ...portalCommands,
};

/** Events: an owner publishes what has happened. */
export const eventSchemas = { ...authEvents, ...uploadEvents, ...chapteringEvents, ...portalEvents };

/**
 * Events that only say what to read again, and for which nobody waits: of several about one subject within a short time
 * only the last is published.
 */
export const changeNotices: ReadonlySet<string> = new Set<keyof typeof eventSchemas>([
  'upload.video-progressed.v1',
  'upload.details-saved.v1',
  'chaptering.chapters-changed.v1',
]);

/** Every message type there is, by name. A breaking change is a new version beside the old. */
export const messageSchemas = { ...commandSchemas, ...eventSchemas, ...outcomeMessages, ...auditMessages };

export type CommandType = keyof typeof commandSchemas;

type WithoutVersion<Type extends string> = Type extends `${infer Name}.v${number}` ? Name : never;

/** Changes of a workspace that are no commands: calls, because they carry or reveal secrets, and what the product does by itself. */
export const loggedCalls = [
  'admin.set-log-stream',
  'auth.add-domain',
  'auth.emergency-sign-in',
  'auth.invite',
  'auth.join',
  'auth.link-sign-on',
  'auth.lose-domain',
  'auth.remove-domain',
  'auth.remove-provider',
  'auth.require-sign-on',
  'auth.set-people',
  'auth.set-provider',
  'auth.sign-on',
  'auth.verify-domain',
  'upload.begin-upload',
] as const;

/** The entry of a call that somebody tried without its permission: nothing was done. */
export const refusedAction = 'refused';

/** What an entry of the audit log of a workspace says was done. */
export type LoggedAction =
  | typeof refusedAction
  | WithoutVersion<Exclude<CommandType, AdminCommandType | 'auth.delete-account.v1'>>
  | (typeof loggedCalls)[number];

/** The action that a command is in the audit log of its workspace; undefined when it has no entry. */
export function loggedActionOf(type: CommandType): LoggedAction | undefined {
  return factsOfMessage(type).logs && (type.replace(/\.v\d+$/, '') as LoggedAction);
}

/** Every action of the audit log of a workspace. */
export function loggedActions(): LoggedAction[] {
  const types = Object.keys(commandSchemas) as CommandType[];
  return [...types.flatMap((type) => loggedActionOf(type) ?? []), ...loggedCalls, refusedAction];
}

export type AdminCommandType = keyof typeof adminCommands;
export type EventType = keyof typeof eventSchemas;
export type MessageType = keyof typeof messageSchemas;

/** The `data` of a message type. */
export type MessageData<Type extends MessageType> = z.infer<(typeof messageSchemas)[Type]>;

export function factsOfMessage(type: MessageType): MessageFacts {
  return factsOf(messageSchemas[type]);
}

/** The events that a service consumes. */
export function eventsFor(service: ServiceName): EventType[] {
  const types = Object.keys(eventSchemas) as EventType[];
  return types.filter((type) => factsOfMessage(type).others.includes(service));
}

/** The commands that a service sends. */
export function commandsBy(service: ServiceName): CommandType[] {
  const types = Object.keys(commandSchemas) as CommandType[];
  return types.filter((type) => factsOfMessage(type).others.includes(service));
}

export function isMessageType(type: string): type is MessageType {
  return Object.hasOwn(messageSchemas, type);
}

export function isCommandType(type: string): type is CommandType {
  return Object.hasOwn(commandSchemas, type);
}

/** The service that a message type begins with: it publishes the event, or handles the command. */
export function ownerOf(type: MessageType): ServiceName {
  const owner = serviceNames.find((name) => type.startsWith(`${name}.`));
  if (!owner) throw new Error(`No service owns the message type "${type}".`);
  return owner;
}

/** The topic that carries a message type: its owner's commands, its owner's events, the outcomes, or the entries. */
export function topicOf(type: MessageType): string {
  if (Object.hasOwn(outcomeMessages, type)) return outcomesTopic;
  if (Object.hasOwn(auditMessages, type)) return auditTopic;
  const owner = ownerOf(type);
  return isCommandType(type) ? commandsTopic(owner) : eventsTopic(owner);
}

/** Every topic of the product: of all message types, and of dead letters. */
export function allTopics(): string[] {
  const types = Object.keys(messageSchemas) as MessageType[];
  return [...new Set(types.map(topicOf)), deadLettersTopic].sort();
}
