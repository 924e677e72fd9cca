import { z } from 'zod';

/**
 * How our own video engine recognises speech: which server does; without an address and a key the built-in model. Voices are
 * told apart by the engine in any case.
 */
export const speechServerSettings = z.object({
  SPEECH_API_KEY: z.string().min(1).optional(),
  /** Any server with `/audio/transcriptions` of OpenAI's API, with its `/v1`; OpenAI's when only a key is set. */
  SPEECH_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SPEECH_MODEL: z.string().min(1).default('whisper-1'),
  /** Deadline of one call, which has up to ten minutes of speech. */
  SPEECH_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(3_600_000).default(600_000),
  /** Minutes of speech that are recognised in a day (UTC), over all engines of a deployment; 0: no limit. */
  SPEECH_DAILY_MINUTES: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** Whether captions say who speaks, as "Speaker 1", where the voices of a recording are clearly apart. */
  SPEECH_SPEAKERS: z.enum(['on', 'off']).default('on'),
});

export type SpeechServerSettings = z.infer<typeof speechServerSettings>;

/** The address of the server; undefined where the built-in model recognises speech. */
export function speechServerOf({
  SPEECH_BASE_URL: url,
  SPEECH_API_KEY: key,
}: SpeechServerSettings): string | undefined {
  return url ?? (key === undefined ? undefined : 'https://api.openai.com/v1');
}
