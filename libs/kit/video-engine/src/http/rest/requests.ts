import { parseWebVtt } from '@vault/webvtt';
import { z } from 'zod';

import type { AssetSettings } from '../../catalogue/records.ts';

/** About 200 tokens, which is what models like Whisper read. */
const maxHintCharacters = 800;

const subtitle = z.object({
  language_code: z.string().min(2).max(16).default('en'),
  name: z.string().max(255).optional(),
  passthrough: z.string().max(255).optional(),
  hints: z
    .array(z.string().min(1).max(100))
    .refine((names) => names.join(', ').length <= maxHintCharacters, {
      error: `may have ${maxHintCharacters} characters together`,
    })
    .optional(),
});

const maxCaptionBytes = 64 * 1024;
const maxCues = 1_000;

/** WebVTT of a bounded size. */
const captionText = z
  .string()
  .max(maxCaptionBytes)
  .refine(
    (text) => {
      try {
        return Buffer.byteLength(text) <= maxCaptionBytes && parseWebVtt(text, { maxCues }).length > 0;
      } catch {
        return false;
      }
    },
    { error: `must be WebVTT of at most ${maxCaptionBytes} bytes, with 1 to ${maxCues} cues` },
  );

const input = z.object({
  url: z.string().max(2048).optional(),
  start_time: z.number().nonnegative().optional(),
  end_time: z.number().positive().optional(),
  sound: z.number().int().nonnegative().optional(),
  picture: z.number().int().nonnegative().optional(),
  generated_subtitles: z.array(subtitle).max(10).optional(),
  frame: z
    .object({
      aspect_ratio: z.enum(['1:1', '9:16']),
      centre: z.number().min(0).max(1).default(0.5),
      fit: z.enum(['crop', 'bars']).default('crop'),
    })
    .optional(),
  burned_captions: z.object({ text: captionText }).optional(),
});

export type AssetInput = z.output<typeof input>;

/** Body of POST static-renditions. */
export const renditionBody = z.object({
  resolution: z.enum([
    'highest',
    'audio-only',
    '2160p',
    '1440p',
    '1080p',
    '720p',
    '540p',
    '480p',
    '360p',
    '270p',
  ]),
  passthrough: z.string().max(255).optional(),
});

/** The engine has one policy for all assets: signed when it has keys. */
const policies = z.array(z.enum(['public', 'signed'])).max(1, 'only one playback policy is supported');

const meta = z.record(z.string().max(64), z.string().max(512));

const settings = z.object({
  input: z.array(input).max(10).optional(),
  inputs: z.array(input).max(10).optional(),
  passthrough: z.string().max(255).optional(),
  meta: meta.optional(),
  playback_policies: policies.optional(),
  playback_policy: policies.optional(),
  static_renditions: z.array(renditionBody).max(10).optional(),
  mp4_support: z.string().optional(),
});

/** Body of POST assets. */
export const assetBody = settings.extend({ test: z.boolean().optional() });

/** Body of POST uploads. */
export const uploadBody = z.object({
  cors_origin: z.string().max(2048).default('*'),
  timeout: z.number().int().min(60).max(604_800).default(3600),
  test: z.boolean().default(false),
  new_asset_settings: z.looseObject({}).default({}),
});

/** Body of PATCH assets. */
export const assetPatch = z.object({
  passthrough: z.string().max(255).optional(),
  meta: meta.optional(),
});

/** Body of POST generate-subtitles. */
export const subtitlesBody = z.object({ generated_subtitles: z.array(subtitle).min(1).max(10) });

/** Body of PATCH tracks. */
export const trackPatch = z.object({
  name: z.string().max(255).optional(),
  passthrough: z.string().max(255).optional(),
  language_code: z.string().min(2).max(16).optional(),
});

/** The schema of `new_asset_settings`. */
export const assetSettings = settings;

/** Reads the settings of an asset from `new_asset_settings` or the body of POST assets. */
export function toAssetSettings(body: z.output<typeof settings>): AssetSettings {
  const inputs = [...(body.inputs ?? []), ...(body.input ?? [])];
  const wantsMp4 = body.mp4_support !== undefined && body.mp4_support !== 'none';
  return {
    passthrough: body.passthrough,
    meta: body.meta,
    subtitles: inputs.flatMap((one) => one.generated_subtitles ?? []),
    renditions: body.static_renditions ?? (wantsMp4 ? [{ resolution: 'highest' }] : []),
  };
}
