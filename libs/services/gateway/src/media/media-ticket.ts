import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError } from '@vault/base';
import type { MediaFile, PlaybackKey } from '@vault/integrations/media';
import { sealed, unsealed } from './sealed-text.ts';

/** Who may load media: while this session lasts, or while this moment or portal is open (then it is the `id`). */
export interface Viewer {
  readonly role: 'user' | 'staff' | 'moment' | 'portal';
  readonly id: string;
  /** Of a portal: a private link, or {@link noSession}. */
  readonly sessionId: string;
  /** Of a portal: the video, which it must still show. Of a user: the team of the video, whose member they must be. */
  readonly within?: string | undefined;
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
  /^(user|staff|moment|portal)\.([0-9a-z]{1,12})\.([\w-]{1,128})\.([\w-]{1,128})(?:\.([\w-]{1,64}))?\.([\w-]{22})$/;

/**
 * Makes a ticket, which ends after at most a day. It is short, because it is a part of addresses. Whoever learns an address
 * does not learn the secret of a moment or of a private link, which opens more and longer.
 * @returns a text that is safe in a path
 */
export function signTicket(files: Files, viewer: Viewer, key: PlaybackKey, now: Date): string {
  const { role, within } = viewer;
  const end = (Math.floor(now.getTime() / 1_000 / stepSeconds) + 2) * stepSeconds;
  const { id, sessionId } = withSecret(viewer, (secret) => sealed(secret, secretOf(key, 'media secrets')));
  const claims = [role, end.toString(36), id, sessionId, ...(within === undefined ? [] : [within])].join('.');
  return `${claims}.${signatureOf(files, claims, key)}`;
}

/** @throws {AppError} unauthenticated, when it is forged, expired, or for other files */
export function readTicket(ticket: string, files: Files, keys: readonly PlaybackKey[], now: Date): Viewer {
  const [, role, end = '', id = '', sessionId = '', within, signature = ''] =
    ticketPattern.exec(ticket) ?? [];
  const claims = ticket.slice(0, -signatureLength - 1);
  const signer = keys.find((key) => isSame(signature, signatureOf(files, claims, key)));
  if (!signer || Number.parseInt(end, 36) * 1_000 <= now.getTime()) throw unauthorized();
  const viewer = { role: role as Viewer['role'], id, sessionId, within };
  return withSecret(viewer, (text) => {
    const secret = unsealed(text, secretOf(signer, 'media secrets'));
    if (secret === undefined) throw unauthorized();
    return secret;
  });
}

/** The viewer with its secret changed: the id of a moment, or of a private link. */
function withSecret(viewer: Viewer, change: (secret: string) => string): Viewer {
  const { role, id, sessionId } = viewer;
  if (role === 'moment') return { ...viewer, id: change(id) };
  if (role === 'portal' && sessionId !== noSession) return { ...viewer, sessionId: change(sessionId) };
  return viewer;
}

function unauthorized(): AppError {
  return new AppError('unauthenticated', 'Unauthorized');
}

function signatureOf({ kind, playbackId }: Files, claims: string, key: PlaybackKey): string {
  const text = JSON.stringify([kind, playbackId, claims]);
  const hmac = createHmac('sha256', secretOf(key, 'media tickets'));
  return hmac.update(text).digest('base64url').slice(0, signatureLength);
}

/** Every replica of the gateway has the key of playback, so it needs no other secret. */
function secretOf({ privateKey }: PlaybackKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', privateKey, '', purpose, 32));
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
