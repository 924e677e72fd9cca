/**
 * One event or command: a CloudEvents 1.0 message. Events contain ids and small facts only, commands also what a
 * person typed; passwords, tokens and transcripts are never part of it.
 */
export interface Message<T = unknown> {
  /** Unique; consumers drop an id that they have handled. */
  id: string;
  /** Kind and version, like `upload.video-ready.v1`. */
  type: string;
  /** Name of the service that publishes it. */
  source: string;
  /** When it happened, ISO 8601. */
  time: string;
  /** Id of the aggregate it is about. This is the message key: order holds per subject within a topic. */
  subject: string;
  /** Identifies everything that one request caused. */
  correlationid: string;
  /** The account whose request caused it; absent when nobody's did, or a visitor's. */
  actorid?: string;
  /** The network address that the request of the actor came from. */
  actoraddress?: string;
  /** The W3C trace context of the span that created or sent it; absent without tracing. */
  traceparent?: string;
  /** Commands only, ISO 8601: the owner drops a command that it receives later than this. */
  deadline?: string;
  /** Commands and their outcomes: random, and known only to the sender and the owner, so others cannot write the outcome. */
  replytoken?: string;
  /** Commands only: names the request of a client that sent it, when the client chose an idempotency key. */
  requestkey?: string;
  /** Commands with a `requestkey`: the hash of what the client sent. */
  requesthash?: string;
  /** The payload, as JSON. */
  data: T;
}
