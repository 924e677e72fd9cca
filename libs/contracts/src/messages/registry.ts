import { z } from 'zod';
import { serviceNames, type ServiceName } from '../common/services.ts';
import { chapteringCommands, chapteringEvents } from './chaptering.messages.ts';
import { command, event, factsOf, type MessageFacts } from './message.ts';
import { outcomeMessages } from './outcome.messages.ts';
import { portalCommands, portalEvents } from './portal.messages.ts';
import { uploadCommands, uploadEvents } from './upload.messages.ts';
import { commandsTopic, deadLettersTopic, eventsTopic, outcomesTopic } from './topics.ts';
import { clipLook } from '../rules/clip-look.ts';
import { addedTokensLimit, planIds } from '../rules/plans.ts';
import { promptLimit, promptMinimum, quoteCounts } from '../rules/prompts.ts';
import { memberLimit, publishers, roles, teamVideoLimit, workspaceNameLimit } from '../rules/roles.ts';
import { latestTime } from '../rules/utc-day.ts';

const user = { userId: z.string() };
/** A workspace, which owns videos, tokens and settings. */
const owner = { ownerId: z.string() };
/** Who requested the change: `user` for the person themselves, else the id of a member of staff. */
const by = z.string().min(1).max(64);
/** Text that a person typed; bounded to keep messages small. */
const prompt = z.string().min(promptMinimum).max(promptLimit);
const name = z.string().max(100);
const teamName = z.string().min(1).max(workspaceNameLimit);

/** The changes of an account that staff may request; absent fields stay unchanged. */
const accountEdit = {
  firstname: name.optional(),
  lastname: name.optional(),
  plan: z.enum(planIds).optional(),
  isActive: z.boolean().optional(),
  /** Epoch seconds. */
  membershipEnd: z.number().min(0).max(latestTime).optional(),
  /** Below 0 removes tokens, at most those that are left. */
  addTokens: z.number().int().min(-addedTokensLimit).max(addedTokensLimit).optional(),
  version: z.number().int().optional(),
};

const { firstname: _first, lastname: _last, ...planEdit } = accountEdit;

/** The changes of a team that staff may request. */
const teamEdit = {
  ...planEdit,
  /** In place of what the plan allows; null: what the plan allows. */
  videoLimit: z.number().int().min(0).max(teamVideoLimit).nullable().optional(),
  memberLimit: z.number().int().min(1).max(memberLimit).optional(),
};

const authCommands = {
  'auth.update-quote-prompt.v1': command({
    says: 'Set the quote prompt of the person, and the number of quotes of a chapter.',
    data: {
      ...user,
      customPrompt: prompt,
      quoteCount: z.literal(quoteCounts),
    },
  }),
  'auth.update-search-prompt.v1': command({
    says: 'Set the system prompt of the person’s chapter searches.',
    data: { ...user, baseSearchPrompt: prompt },
  }),
  'auth.edit-account.v1': command({
    by: ['gateway', 'admin'],
    says: 'Change the given fields of the account; with `version` only when it has not changed since. `addTokens` makes one ledger entry for each message id.',
    data: { ...user, ...accountEdit, readyMail: z.boolean().optional(), by },
  }),
  'auth.delete-account.v1': command({
    by: ['gateway', 'admin'],
    says: 'Delete the account and all data of this owner in every service. Succeeds when it is already deleted.',
    data: { ...user, by },
  }),
  'auth.request-upgrade.v1': command({
    says: 'Record that the person requests the executive plan, until staff grant it. At most one request is open.',
    data: user,
  }),
  'auth.grant-upgrade.v1': command({
    by: ['admin'],
    says: 'Grant the person the executive plan, confirmed, until a month from now or their present end if that is later, and close an open request.',
    data: { ...user, by },
  }),
  'auth.edit-team-plan.v1': command({
    by: ['admin'],
    says: 'Change the given fields of the plan of the team; with `version` only when it has not changed since. `addTokens` makes one ledger entry for each message id.',
    data: { ...owner, ...teamEdit, by },
  }),
  'auth.create-team.v1': command({
    says: 'Make a team. The actor becomes its owner. Succeeds when the actor has made it already.',
    data: { ...owner, name: teamName },
  }),
  'auth.edit-team.v1': command({
    says: 'Change the given fields of the team; with `version` only when it has not changed since.',
    data: {
      ...owner,
      name: teamName.optional(),
      publishers: z.enum(publishers).optional(),
      version: z.number().int().optional(),
    },
  }),
  'auth.delete-team.v1': command({
    says: 'Close the team for everybody, and delete it and all its data a week later. Succeeds when it is closed already.',
    data: owner,
  }),
  'auth.restore-team.v1': command({
    says: 'Open a team again that was to be deleted. Succeeds when it is open.',
    data: owner,
  }),
  'auth.set-role.v1': command({
    says: 'Give a member of the team another role. Only an owner makes or changes owners, and one always remains.',
    data: { ...owner, ...user, role: z.enum(roles) },
  }),
  'auth.remove-member.v1': command({
    says: 'The actor leaves the team, or an admin removes a member. Succeeds when there is no such member.',
    data: { ...owner, ...user },
  }),
  'auth.withdraw-invitation.v1': command({
    says: 'End an invitation, whose link then no longer works. Succeeds when there is none.',
    data: { ...owner, invitationId: z.string().max(64) },
  }),
};

const id = z.string().min(1).max(128);
/** The member of staff, whose session and role admin checks, and their address for the audit log. */
const caller = z.object({ staffId: id, sessionId: id, clientAddress: z.string().max(64) });
const aboutUser = { caller, userId: id };

/** Changes that staff request: admin records them in its audit log, and commands the service that owns the data. */
const adminCommands = {
  'admin.edit-user.v1': command({
    says: 'Staff change the given fields of a user; with `version` only when the account has not changed since. Recorded in the audit log.',
    data: { ...aboutUser, ...accountEdit },
  }),
  'admin.delete-user.v1': command({
    says: 'Staff delete a user. Recorded in the audit log.',
    data: aboutUser,
  }),
  'admin.grant-upgrade.v1': command({
    says: 'Staff grant a user the executive plan. Recorded in the audit log.',
    data: aboutUser,
  }),
  'admin.edit-team.v1': command({
    says: 'Staff change the given fields of a team; with `version` only when it has not changed since. Recorded in the audit log.',
    data: { caller, ownerId: id, ...teamEdit },
  }),
  'admin.retry-video.v1': command({
    says: 'Staff retry the failed step of a user’s video. Recorded in the audit log.',
    data: { caller, videoId: id },
  }),
  'admin.remove-staff.v1': command({
    says: 'An owner removes a member of staff. Recorded in the audit log. Succeeds when there is no such member.',
    data: { caller, id },
  }),
};

const authEvents = {
  'auth.account-changed.v1': event({
    to: ['gateway'],
    says: 'A field of the account that its owner and staff see has changed. `version` rises with each edit.',
    data: { ...user, version: z.number() },
  }),
  'auth.access-ended.v1': event({
    to: ['gateway', 'upload', 'chaptering'],
    says: 'The owner, a person or a team, may no longer upload or spend tokens: the running operations are ended and the tokens returned.',
    data: { ...user, reason: z.enum(['deactivated', 'expired', 'deleted']) },
  }),
  'auth.sessions-ended.v1': event({
    to: ['gateway', 'upload'],
    says: 'The session `sessionId` has ended; without it, every session of the person that auth does not list as open.',
    data: { ...user, sessionId: z.string().optional() },
  }),
  'auth.member-changed.v1': event({
    to: ['gateway', 'upload'],
    says: 'A person has another role in a team now; without a role they are no member any more.',
    data: { ...owner, ...user, role: z.enum(roles).optional() },
  }),
  'auth.team-changed.v1': event({
    to: ['gateway'],
    says: 'The name of a team has changed, or who may publish in it. `version` rises with each change.',
    data: { ...owner, version: z.number() },
  }),
  'auth.account-deleted.v1': event({
    to: ['gateway', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'],
    says: 'The account of a person, or a team, was deleted; each service deletes its data of this owner.',
    data: user,
  }),
};

const video = { videoId: z.string(), ownerId: z.string() };

/** A time as a person typed it, valid or not: the clip service validates it. */
const typedTime = z.string().max(32);

const clipCommands = {
  'clip.cut-clip.v1': command({
    says: 'Cut the span from `timeIn` to `timeOut` (`HH:MM:SS`) out of the video. Idempotent: the same span is the same clip.',
    data: {
      videoId: z.string(),
      ownerId: z.string(),
      timeIn: typedTime,
      timeOut: typedTime,
    },
  }),
  'clip.make-clip.v1': command({
    says: 'Make a clip of a span in seconds, in a frame, with or without the words in the picture. Idempotent: the outcome has the id of the clip.',
    data: {
      ...video,
      from: z.number(),
      to: z.number(),
      ...clipLook,
    },
  }),
  'clip.delete-clip.v1': command({
    says: 'Delete one clip. `not-found` when the owner has no such clip of the video.',
    data: { ...video, clipId: z.string() },
  }),
};

const searchCommands = {
  'search.index-video.v1': command({
    says: 'Read the video from its owners again and update the search index.',
    data: { videoId: z.string(), ownerId: z.string() },
  }),
};

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
export const messageSchemas = { ...commandSchemas, ...eventSchemas, ...outcomeMessages };

export type CommandType = keyof typeof commandSchemas;
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

/** The topic that carries a message type: its owner's commands, its owner's events, or the outcomes. */
export function topicOf(type: MessageType): string {
  if (Object.hasOwn(outcomeMessages, type)) return outcomesTopic;
  const owner = ownerOf(type);
  return isCommandType(type) ? commandsTopic(owner) : eventsTopic(owner);
}

/** Every topic of the product: of all message types, and of dead letters. */
export function allTopics(): string[] {
  const types = Object.keys(messageSchemas) as MessageType[];
  return [...new Set(types.map(topicOf)), deadLettersTopic].sort();
}
