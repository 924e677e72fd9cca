/**
 * One event or command as it travels: a CloudEvents 1.0 message. It carries ids and small facts only;
 * passwords, tokens and transcripts stay with their owner.
 */
export interface Message<T = unknown> {
  /** Unique for ever; consumers drop an id they have handled. */
  id: string;
  /** Kind and version, like `upload.video-ready.v1`. */
  type: string;
  /** Name of the service that says it. */
  source: string;
  /** When it happened, ISO 8601. */
  time: string;
  /** Id of the aggregate it is about. This is the key: order holds per subject within a topic. */
  subject: string;
  /** Ties together everything that one request set off. */
  correlationid: string;
  /** Commands only, ISO 8601: the owner drops a command that it receives later than this. */
  deadline?: string;
  /** What is told, as JSON. */
  data: T;
}
