import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { PlaybackKey } from '../../common/options.ts';
import { HttpError } from '../answers/respond.ts';

/** What a token is for: the media and its texts, pictures at a time, or the storyboard. */
export type PlaybackAudience = 'v' | 't' | 's';

/** As in a query. */
const size = z
  .union([z.number(), z.string()])
  .refine((value) => /^\d{1,7}(\.\d{1,6})?$/.test(String(value)))
  .transform(Number)
  .optional();
const playbackClaims = z.object({ exp: z.number(), time: size, width: size });

/**
 * What a token says, and a caller cannot change: its end in epoch seconds; time in seconds and width in pixels of a picture.
 */
export type PlaybackClaims = Partial<z.output<typeof playbackClaims>>;

/** The clocks of two servers may differ by as much. */
const clockToleranceSeconds = 5;

/**
 * Checks a token of Mux's signed playback: a JWT (RS256) with the playback id as `sub`, its use as `aud`, and an end.
 *
 * @throws HttpError 403 when it is missing, forged, expired, or for something else
 */
export function verifyPlayback(
  keys: readonly PlaybackKey[],
  token: string | undefined,
  { playbackId, audience }: { playbackId: string; audience: PlaybackAudience },
): PlaybackClaims {
  if (token === undefined) throw forbidden('this playback id needs a token');
  // Mux's client writes the id of the key into the payload; others write it into the header.
  const { header, payload } = jwt.decode(token, { complete: true, json: true }) ?? {};
  const ids = [header?.kid, (payload as jwt.JwtPayload | undefined)?.kid];
  const key = keys.find(({ id }) => ids.includes(id));
  if (key === undefined) throw forbidden('the token is signed with an unknown key');
  // It names extensions that must be understood, and none is.
  if (header !== undefined && 'crit' in header) throw forbidden('the token has critical extensions');
  try {
    const options = { subject: playbackId, audience, clockTolerance: clockToleranceSeconds };
    const claims = jwt.verify(token, key.publicKey, { algorithms: ['RS256'], ...options });
    return playbackClaims.parse(claims);
  } catch (cause) {
    throw forbidden('the token has expired or is not valid for this', cause);
  }
}

function forbidden(message: string, cause?: unknown): HttpError {
  return Object.assign(new HttpError(403, 'forbidden', message), { cause });
}
