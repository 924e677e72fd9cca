import { ConfigError, isSet, loadAll, type Environment } from '@vault/base';
import { engineSettings, videoHostSecrets } from '@vault/integrations/own-engine';
import { hostConfig, type HostConfig, incompleteAccounts } from '@vault/platform';
import { engineRoles, type EngineRole } from '@vault/video-engine';
import { z } from 'zod';

const isRole = (name: string): name is EngineRole => (engineRoles as readonly string[]).includes(name);

/** The configuration of the video engine, in addition to the common one. */
export const engineConfig = z.object({
  ...videoHostSecrets.shape,
  /** Where the gateway takes webhooks, such as `http://gateway:5000/api/webhooks/mux`. */
  WEBHOOK_URL: z.url(),
  /**
   * Where browsers reach this engine, such as `https://media.example.com/media`; all urls that it returns begin with
   * it.
   */
  VIDEO_ENGINE_PUBLIC_URL: z.url(),
  ...engineSettings.shape,
  /**
   * What this engine does, with commas between: `api` answers requests, `media` runs ffmpeg, `speech` writes captions; by
   * default everything. Engines with one bucket and one database share the work.
   */
  ENGINE_ROLES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine((names) => names.every(isRole), `must be some of ${engineRoles.join(', ')}, with commas between`)
    .transform((names) => names.filter(isRole))
    .optional(),
});

export interface EngineConfigs {
  readonly host: HostConfig;
  readonly engine: z.infer<typeof engineConfig>;
}

/** @throws {ConfigError} naming every problem */
export function loadEngineConfigs(env: Environment): EngineConfigs {
  const problems = [...problemsOfSharing(env), ...problemsOfSpeech(env)];
  try {
    const loaded = loadAll({ host: hostConfig, engine: engineConfig }, env) as unknown as EngineConfigs;
    if (problems.length === 0) return loaded;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  }
  throw new ConfigError(problems);
}

/** Only media in a bucket can be shared, so MongoDB is not used without one. */
function problemsOfSharing(env: Environment): string[] {
  if (isSet(env, 'MEDIA_BUCKET') && isSet(env, 'MONGO_URL'))
    return incompleteAccounts((name) => name.startsWith('MONGO_') && isSet(env, name));
  if (!isSet(env, 'ENGINE_ROLES')) return [];
  return ['MEDIA_BUCKET', 'MONGO_URL']
    .filter((name) => !isSet(env, name))
    .map((name) => `${name}: must be set when ENGINE_ROLES is, because engines share media and records`);
}

/** The services must know that there is a speech server, but not its key. */
function problemsOfSpeech(env: Environment): string[] {
  if (!isSet(env, 'SPEECH_API_KEY') || isSet(env, 'SPEECH_BASE_URL')) return [];
  return [
    'SPEECH_BASE_URL: must be set with SPEECH_API_KEY, here and for upload; for OpenAI https://api.openai.com/v1',
  ];
}
