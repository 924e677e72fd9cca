import { z } from 'zod';
import { serviceNames } from '../services.ts';
import { authCommands, authEvents } from './auth.messages.ts';
import { chapteringCommands, chapteringEvents } from './chaptering.messages.ts';
import { outcomeMessages } from './outcome.messages.ts';
import { commandsTopic, deadLettersTopic, eventsTopic, outcomesTopic } from './topics.ts';
import { uploadCommands, uploadEvents } from './upload.messages.ts';

/** A time as a person typed it, valid or not: the clip service validates it. */
const typedTime = z.string().max(32);

const clipCommands = {
  /** Cuts the span from `timeIn` to `timeOut` (`HH:MM:SS`) out of the video. Idempotent for the same span. */
  'clip.cut-clip.v1': z.object({
    videoId: z.string(),
    ownerId: z.string(),
    timeIn: typedTime,
    timeOut: typedTime,
  }),
};

const searchCommands = {
  /** Reads the video from its owners again and updates the search index. */
  'search.index-video.v1': z.object({ videoId: z.string(), ownerId: z.string() }),
};

/** Commands: the sender requests a change of its owner and waits for the outcome. */
export const commandSchemas = {
  ...authCommands,
  ...uploadCommands,
  ...chapteringCommands,
  ...searchCommands,
  ...clipCommands,
};

/** Events: an owner publishes what has happened. */
export const eventSchemas = { ...authEvents, ...uploadEvents, ...chapteringEvents };

/** Every message type there is, by name. A breaking change is a new version beside the old. */
export const messageSchemas = { ...commandSchemas, ...eventSchemas, ...outcomeMessages };

export type CommandType = keyof typeof commandSchemas;
export type EventType = keyof typeof eventSchemas;
export type MessageType = keyof typeof messageSchemas;

/** The `data` of a message type. */
export type MessageData<Type extends MessageType> = z.infer<(typeof messageSchemas)[Type]>;

export function isMessageType(type: string): type is MessageType {
  return Object.hasOwn(messageSchemas, type);
}

export function isCommandType(type: string): type is CommandType {
  return Object.hasOwn(commandSchemas, type);
}

/** The topic that carries a message type: its owner's commands, its owner's events, or the outcomes. */
export function topicOf(type: MessageType): string {
  if (Object.hasOwn(outcomeMessages, type)) return outcomesTopic;
  const owner = serviceNames.find((name) => type.startsWith(`${name}.`));
  if (!owner) throw new Error(`No service owns the message type "${type}".`);
  return isCommandType(type) ? commandsTopic(owner) : eventsTopic(owner);
}

/** Every topic of the product: those of all message types, and the dead letters. */
export function allTopics(): string[] {
  const types = Object.keys(messageSchemas) as MessageType[];
  return [...new Set(types.map(topicOf)), deadLettersTopic].sort();
}
