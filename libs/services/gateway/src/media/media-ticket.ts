import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError } from '@vault/base';
import type { MediaFile, PlaybackKey } from '@vault/integrations/media';

/** Who may load media: while this session lasts, or while this moment or portal is open (then it is the `id`). */
export interface Viewer {
  readonly role: 'user' | 'staff' | 'moment' | 'portal';
  readonly id: string;
  /** Of a portal: a private link, or {@link noSession}. */
  readonly sessionId: string;
  /** Of a portal: the video, which it must still show. */
  readonly videoId?: string | undefined;
}

/** The files that a ticket is for: those of one kind of one video. */
type Files = Pick<MediaFile, 'kind' | 'playbackId'>;

/** In tickets of viewers who need no session. */
export const noSession = '0';
/** Tickets of the same half day are the same text, so that browsers use their caches. */
const stepSeconds = 12 * 60 * 60;
/** 128 bits in base64url. */
const signatureLength = 22;
const ticketPattern =
  /^(user|staff|moment|portal)\.([0-9a-z]{1,12})\.([\w-]{1,64})\.([\w-]{1,64})(?:\.([\w-]{1,64}))?\.([\w-]{22})$/;

/**
 * Makes a ticket, which ends after at most a day. It is short, because it is a part of addresses.
 * @returns a text that is safe in a path
 */
export function signTicket(
  files: Files,
  { role, id, sessionId, videoId }: Viewer,
  key: PlaybackKey,
  now: Date,
): string {
  const end = (Math.floor(now.getTime() / 1_000 / stepSeconds) + 2) * stepSeconds;
  const claims = [role, end.toString(36), id, sessionId, ...(videoId === undefined ? [] : [videoId])].join(
    '.',
  );
  return `${claims}.${signatureOf(files, claims, key)}`;
}

/** @throws {AppError} unauthenticated, when it is forged, expired, or for other files */
export function readTicket(ticket: string, files: Files, keys: readonly PlaybackKey[], now: Date): Viewer {
  const [, role, end = '', id = '', sessionId = '', videoId, signature = ''] =
    ticketPattern.exec(ticket) ?? [];
  const claims = ticket.slice(0, -signatureLength - 1);
  const isSigned = keys.some((key) => isSame(signature, signatureOf(files, claims, key)));
  if (!isSigned || Number.parseInt(end, 36) * 1_000 <= now.getTime())
    throw new AppError('unauthenticated', 'Unauthorized');
  return { role: role as Viewer['role'], id, sessionId, videoId };
}

function signatureOf({ kind, playbackId }: Files, claims: string, { privateKey }: PlaybackKey): string {
  // Every replica of the gateway has the key of playback, so it needs no other secret.
  const secret = Buffer.from(hkdfSync('sha256', privateKey, '', 'media tickets', 32));
  const text = JSON.stringify([kind, playbackId, claims]);
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, signatureLength);
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
