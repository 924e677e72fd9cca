import { z } from 'zod';
import {
  beforeStart,
  hangMs,
  HandlerStarts,
  hasHung,
  type MessagePlace,
  type StartedMessage,
} from '../../events/handler-starts.ts';
import type { Start } from '../topics/start-offsets.ts';

/** The broker keeps 4,096 bytes with an offset. */
const maxNotes = 100;
const [waits, runs, hangs] = [0, 1, 2];

/** What a member keeps with the committed offset of a partition. */
const noteSchema = z.object({
  /** The member that handles messages; absent once it has stopped, or has given the partition back. */
  by: z.string().optional(),
  /** Messages before this offset are noted before they are handled: a process has died, perhaps of one of them. */
  until: z.number().optional(),
  /** Messages by offset: starts, hangs, and whether a handler waits, runs, or has run for long. */
  started: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).optional(),
});
type Note = z.infer<typeof noteSchema>;

const now = () => performance.now();

/**
 * Which messages of a partition end their process. A member only notes that it handles messages, once per assignment.
 * When the next member finds that note the process has died: from then on, the messages that it may have read are noted
 * before they are handled, as {@link HandlerStarts} demands.
 */
export class PartitionStarts {
  private readonly owner: string | undefined;
  private readonly starts: HandlerStarts;
  private readonly until: number;

  /**
   * @param owner this member, by a name that no other process has; without it nothing is noted
   * @param span how many messages after the committed one a process may have read
   */
  constructor(owner?: string, start?: Start, span = 0) {
    this.owner = owner;
    const note = owner !== undefined && start ? read(start.metadata) : {};
    const { by, until = 0 } = note;
    const hasDied = by !== undefined && by !== owner;
    this.starts = new HandlerStarts(startedIn(note, start?.topic ?? '', hasDied), now);
    this.until = start && hasDied ? Math.max(until, Math.min(start.offset + span, start.high)) : until;
  }

  /** Whether the message must be noted before it is handled. */
  mustNote(place: MessagePlace): boolean {
    return place.offset < this.until || this.countOf(place) > 0;
  }

  countOf(place: MessagePlace): number {
    return this.starts.countOf(place);
  }

  isDeadly(place: MessagePlace): boolean {
    return this.starts.isDeadly(place);
  }

  begin(place: MessagePlace): void {
    this.starts.begin(place);
  }

  end(place: MessagePlace): void {
    this.starts.end(place);
  }

  cancel(place: MessagePlace): void {
    this.starts.cancel(place);
  }

  /**
   * What to commit with an offset.
   * @param isLeaving another member may take the partition, and this process has not died
   */
  note(offset: number, isLeaving: boolean): string {
    if (this.owner === undefined) return '';
    const open = this.starts.all.filter((message) => message.offset >= offset);
    const started = (isLeaving ? open.flatMap((message) => beforeStart(message) ?? []) : open)
      .slice(0, maxNotes)
      .map((message): [number, number, number, number] => [
        ...([message.offset, message.starts, message.hangs] as const),
        stateOf(message),
      ]);
    const note: Note = {
      ...(!isLeaving && { by: this.owner }),
      ...(this.until > offset && { until: this.until }),
      ...(started.length > 0 && { started }),
    };
    return Object.keys(note).length > 0 ? JSON.stringify(note) : '';
  }
}

/** A start counts only when the process has died after it. */
function startedIn({ started = [] }: Note, topic: string, hasDied: boolean): StartedMessage[] {
  return started.flatMap(([offset, starts, hung, state]) => {
    const message = { topic, offset, starts, hangs: hung };
    if (state === waits) return [message];
    const begun = { ...message, begunAt: state === hangs ? now() - hangMs : now() };
    return hasDied ? [begun] : (beforeStart(begun) ?? []);
  });
}

function stateOf(message: StartedMessage): number {
  if (message.begunAt === undefined) return waits;
  return hasHung(message, now()) ? hangs : runs;
}

/** Other programs may write any text. */
function read(text: string): Note {
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
