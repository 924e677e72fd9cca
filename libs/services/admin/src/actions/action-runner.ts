import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, toAppError, CLOCK, LOGGER, type Clock, correlationId, type Logger } from '@vault/base';
import type { Message } from '@vault/messaging';
import type { AuditEntry } from '../audit-entries/audit-entry.schema.ts';
import { AuditRepository } from '../audit-entries/audit.repository.ts';
import type { ShownFields } from '../domain/user-edit.ts';
import type { Caller } from '../sessions/staff-session.service.ts';
import { CommandPerformer, type CommandAttempt } from './command-performer.ts';
import { StaffActionRepository } from './staff-action.repository.ts';
import { StaffPerformer } from './staff-performer.ts';
import type { ActionWork, StaffAction } from './staff-action.schema.ts';

/** Longer than the call or command that started an action can run. */
const callLeaseMs = 30_000;
const retryAfterMs = 10_000;
/** An action of this age is not retried. */
const giveUpAfterMs = 10 * 60_000;

/** A change that a member of staff requests. */
export interface ActionRequest {
  /** The id of the command that requests it: a repeat continues the action. Generated when absent. */
  readonly id?: string;
  readonly action: AuditEntry['action'];
  /** The changed object: its id, and its current e-mail address or title. */
  readonly subject: { readonly id: string; readonly name: string };
  readonly before?: ShownFields;
  readonly requested?: ShownFields;
  readonly work: ActionWork;
}

/** The member of staff who requests it. */
export interface Actor {
  readonly id: string;
  readonly email: string;
  readonly clientAddress: string;
}

/** The member of staff who requests a change by a command, whose id its action has. */
export interface Requester {
  readonly actor: Actor;
  readonly actionId: string;
}

/**
 * Executes changes that staff request, with one audit line before and one after. The action is stored first: when this
 * process stops, another one finishes it, and no change is made twice. The first line and the command to the
 * other service are stored in one write.
 */
@Injectable()
export class ActionRunner {
  constructor(
    private readonly actions: StaffActionRepository,
    private readonly audit: AuditRepository,
    @Inject(CommandPerformer) private readonly commands: Pick<CommandPerformer, 'perform'>,
    private readonly staff: StaffPerformer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @throws {AppError} the reason of a refusal; `unavailable` when the outcome is unknown: the action is then finished
   *   later, unless the object was changed meanwhile
   */
  async run(actor: Actor, request: ActionRequest): Promise<void> {
    const action = this.toStaffAction(actor, request);
    if (!(await this.actions.insert(action))) {
      await this.resume(action._id);
      return;
    }
    const start = startedEntryOf(action);
    const publish = (command: Message) => this.audit.append(start, command);
    if (action.work.kind !== 'command') await this.audit.append(start);
    await this.end(action, { isLate: false, publish });
  }

  /**
   * Continues the action of a repeated command.
   * @returns false when it has none yet
   * @throws {AppError} as {@link run}
   */
  async resume(id: string): Promise<boolean> {
    const action = await this.actions.find(id);
    if (action) {
      await this.audit.append(startedEntryOf(action));
      await this.end(action, { isLate: false });
      return true;
    }
    const end = await this.audit.find(endedEntryIdOf(id));
    if (end?.state === 'failed') throw new AppError(end.code ?? 'internal', end.msg);
    return end !== null;
  }

  /** Finishes an action that has no outcome yet. @throws when the outcome is still unknown */
  async finish(action: StaffAction): Promise<void> {
    await this.audit.append(startedEntryOf(action));
    try {
      const after = await this.perform(action, { isLate: true });
      await this.recordOutcome(action, 'done', { after });
    } catch (error) {
      const { code, message } = toAppError(error);
      const age = this.clock.now().getTime() - action.startedAt.getTime();
      if (code === 'unavailable' && age < giveUpAfterMs) throw error;
      const msg = code === 'unavailable' ? 'The outcome of this action is unknown.' : message;
      await this.recordOutcome(action, 'failed', { code, msg });
    }
  }

  /** Performs an action for somebody who waits, and records how it ended. */
  private async end(action: StaffAction, attempt: CommandAttempt): Promise<void> {
    try {
      const after = await this.perform(action, attempt);
      await this.recordOutcome(action, 'done', { after });
    } catch (error) {
      const failure = toAppError(error);
      if (failure.code === 'unavailable') throw await this.postpone(action, error);
      await this.recordOutcome(action, 'failed', { code: failure.code, msg: failure.message });
      throw failure;
    }
  }

  private toStaffAction({ id: actorId, email, clientAddress }: Actor, request: ActionRequest): StaffAction {
    const { id = randomUUID(), action, subject, before, requested, work } = request;
    const startedAt = this.clock.now();
    return {
      _id: id,
      actorId,
      actorEmail: email,
      clientAddress,
      action,
      subjectId: subject.id,
      subjectName: subject.name,
      work,
      before: toJson(before),
      requested: toJson(requested),
      correlationId: correlationId(),
      startedAt,
      nextCheckAt: new Date(startedAt.getTime() + callLeaseMs),
    };
  }

  /** @returns the new values of the fields that were to change */
  private perform(action: StaffAction, attempt: CommandAttempt): Promise<ShownFields> {
    const { work } = action;
    if (work.kind === 'command') return this.commands.perform(action, work, attempt);
    return this.staff.perform(action, work);
  }

  /** The outcome is logged before the action is removed. A repeat appends the same line id, which has no effect. */
  private async recordOutcome(
    action: StaffAction,
    state: 'done' | 'failed',
    { after, msg = '', code }: Pick<Partial<AuditEntry>, 'msg' | 'code'> & { readonly after?: ShownFields },
  ): Promise<void> {
    const at = this.clock.now();
    const { _id: startedId, action: kind, subjectId } = action;
    const started = startedEntryOf(action);
    const outcome = { _id: endedEntryIdOf(startedId), at, state, startedId, before: '', requested: '' };
    await this.audit.append({ ...started, ...outcome, after: toJson(after), msg, ...(code && { code }) });
    await this.actions.remove(startedId);
    this.logger.info({ action: kind, subjectId, staffId: action.actorId, state }, 'a staff action ended');
  }

  private async postpone(action: StaffAction, cause: unknown): Promise<AppError> {
    const retryAt = new Date(this.clock.now().getTime() + retryAfterMs);
    await this.actions.dueRecords.postpone(action, retryAt);
    const msg =
      'The service did not answer in time. The change may still be made: check the audit log before you try again.';
    return new AppError('unavailable', msg, { cause });
  }
}

/** The caller as the actor of an audit line. */
export function actorOf({ member, clientAddress }: Caller): Actor {
  return { id: member.id, email: member.email, clientAddress };
}

function startedEntryOf(action: StaffAction): AuditEntry {
  const { _id, startedAt: at, actorId, actorEmail, subjectId, subjectName } = action;
  const { clientAddress, before, requested } = action;
  return {
    _id,
    at,
    actorId,
    actorEmail,
    action: action.action,
    subjectId,
    subjectName,
    state: 'started',
    startedId: '',
    clientAddress,
    before,
    requested,
    after: '',
    msg: '',
  };
}

/** The id of the line with the outcome of an action. */
function endedEntryIdOf(actionId: string): string {
  return `${actionId}.end`;
}

function toJson(fields: ShownFields | undefined): string {
  return fields && Object.keys(fields).length > 0 ? JSON.stringify(fields) : '';
}
