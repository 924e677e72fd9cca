import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, correlationId, LOGGER, toAppError, type Clock, type Logger } from '@vault/platform';
import type { AuditEntry } from '../audit/audit-entry.schema.ts';
import { AuditRepository } from '../audit/audit.repository.ts';
import type { ShownFields } from '../domain/employee-edit.ts';
import type { Caller } from '../sessions/staff-session.service.ts';
import { CommandPerformer } from './command-performer.ts';
import { StaffActionRepository } from './staff-action.repository.ts';
import { StaffPerformer } from './staff-performer.ts';
import type { ActionWork, StaffAction } from './staff-action.schema.ts';

/** The call that began it has ended by then, one way or another. */
const ownedByCallMs = 30_000;
const againAfterMs = 10_000;
/** After this nobody tries any more. */
const givenUpAfterMs = 10 * 60_000;

/** Something that staff want done. */
export interface WantedAction {
  /** The id of the action; one is made when left out. */
  readonly id?: string;
  readonly action: AuditEntry['action'];
  /** What is acted on: an id, and an e-mail address or a title as it is now. */
  readonly subject: { readonly id: string; readonly name: string };
  readonly before?: ShownFields;
  readonly requested?: ShownFields;
  readonly work: ActionWork;
}

/** Who wants it. */
export interface Actor {
  readonly id: string;
  readonly email: string;
  readonly clientAddress: string;
}

/**
 * Does what staff want, with a line in the audit log before and one after. The action is stored first: whatever happens
 * to this process, somebody finishes it, and nothing is done twice.
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
   * @throws {AppError} why it was refused; `unavailable` when it is not known whether it was done, and then it will be
   *   finished later, unless somebody else has changed the same meanwhile
   */
  async run(actor: Actor, wanted: WantedAction): Promise<void> {
    const action = this.begin(actor, wanted);
    await this.actions.insert(action);
    await this.audit.append(startOf(action));
    try {
      await this.end(action, 'done', { after: await this.perform(action, false) });
    } catch (error) {
      const known = toAppError(error);
      if (known.code === 'unavailable') throw await this.leave(action, error);
      await this.end(action, 'failed', { msg: known.message });
      throw known;
    }
  }

  /** Takes up an action that whoever began it did not end. @throws when it is still not known how it ends */
  async finish(action: StaffAction): Promise<void> {
    await this.audit.append(startOf(action));
    try {
      await this.end(action, 'done', { after: await this.perform(action, true) });
    } catch (error) {
      const known = toAppError(error);
      const age = this.clock.now().getTime() - action.startedAt.getTime();
      if (known.code === 'unavailable' && age < givenUpAfterMs) throw error;
      const msg = known.code === 'unavailable' ? 'It is not known whether this was done.' : known.message;
      await this.end(action, 'failed', { msg });
    }
  }

  private begin({ id: actorId, email, clientAddress }: Actor, wanted: WantedAction): StaffAction {
    const { id = randomUUID(), action, subject, before, requested, work } = wanted;
    const startedAt = this.clock.now();
    return {
      _id: id,
      ...{ actorId, actorEmail: email, clientAddress, action },
      ...{ subjectId: subject.id, subjectName: subject.name, work },
      ...{ before: shown(before), requested: shown(requested) },
      ...{ correlationId: correlationId(), startedAt },
      nextCheckAt: new Date(startedAt.getTime() + ownedByCallMs),
    };
  }

  private perform(action: StaffAction, isLate: boolean): Promise<ShownFields> {
    const { work } = action;
    return work.kind === 'command'
      ? this.commands.perform(action, work, isLate)
      : this.staff.perform(action, work);
  }

  /** The end is in the log before the action goes: at worst it is written twice, and the same line twice is one. */
  private async end(
    action: StaffAction,
    state: 'done' | 'failed',
    { after, msg = '' }: { readonly after?: ShownFields; readonly msg?: string },
  ): Promise<void> {
    const at = this.clock.now();
    const { _id: startedId, action: kind, subjectId } = action;
    const started = startOf(action);
    const over = { _id: `${startedId}.end`, at, state, startedId, before: '', requested: '' };
    await this.audit.append({ ...started, ...over, after: shown(after), msg });
    await this.actions.remove(startedId);
    this.logger.info({ action: kind, subjectId, staffId: action.actorId, state }, 'an action of staff ended');
  }

  private async leave(action: StaffAction, cause: unknown): Promise<AppError> {
    await this.actions.putOff(action._id, new Date(this.clock.now().getTime() + againAfterMs));
    const msg =
      'No answer came in time. The change may still be made: look at the audit log before you try it again.';
    return new AppError('unavailable', msg, { cause });
  }
}

/** Who calls, as the audit log names them. */
export function actorOf({ member, clientAddress }: Caller): Actor {
  return { id: member.id, email: member.email, clientAddress };
}

function startOf(action: StaffAction): AuditEntry {
  const { _id, startedAt: at, actorId, actorEmail, subjectId, subjectName } = action;
  const { clientAddress, before, requested } = action;
  return {
    ...{ _id, at, actorId, actorEmail, action: action.action, subjectId, subjectName },
    ...{ state: 'started', startedId: '', clientAddress, before, requested, after: '', msg: '' },
  };
}

function shown(fields: ShownFields | undefined): string {
  return fields && Object.keys(fields).length > 0 ? JSON.stringify(fields) : '';
}
