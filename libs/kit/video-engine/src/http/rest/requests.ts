import { parseWebVtt } from '@vault/webvtt';
import { z } from 'zod';
import { renditionResolutions, type AssetSettings } from '../../catalogue/records.ts';

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

/** The engine has one policy for all assets: signed when it has keys. */
const policies = z.array(z.enum(['public', 'signed'])).max(1, 'only one playback policy is supported');

/** Of an asset: the body of POST assets, or `new_asset_settings` of an upload. */
export const assetSettings = z.object({
  inputs: z.array(input).max(10).optional(),
  passthrough: z.string().max(255).optional(),
  meta: z.record(z.string().max(64), z.string().max(512)).optional(),
  playback_policies: policies.optional(),
  static_renditions: z
    .array(z.object({ resolution: z.enum(renditionResolutions) }))
    .max(2)
    .optional(),
});

/** Body of POST uploads. */
export const uploadBody = z.object({
  cors_origin: z.string().max(2048).default('*'),
  timeout: z.number().int().min(60).max(604_800).default(3600),
  new_asset_settings: z.looseObject({}).default({}),
});

/** Body of POST generate-subtitles. */
export const subtitlesBody = z.object({ generated_subtitles: z.array(subtitle).min(1).max(10) });

export function toAssetSettings(body: z.output<typeof assetSettings>): AssetSettings {
  return {
    passthrough: body.passthrough,
    meta: body.meta,
    subtitles: body.inputs?.flatMap((one) => one.generated_subtitles ?? []) ?? [],
    renditions: body.static_renditions ?? [],
  };
}
