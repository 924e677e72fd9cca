import type { UserSettings } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';

/** The prompts with the field names of the API. */
export function toUserSettings(settings: authRpc.Settings): UserSettings {
  return {
    custom_prompt: settings.customPrompt,
    quote_ct: settings.quoteCount,
    base_search_prompt: settings.baseSearchPrompt,
  };
}
