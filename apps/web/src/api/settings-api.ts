import type { QuotePromptBody, SearchPromptBody, UserSettings } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** The signed-in user's settings for generated texts, requested by user id. */
export const settingsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<UserSettings, string>({
      query: (userId) => ({ url: '/auth/', method: 'POST', body: { userId } }),
    }),

    updateQuotePrompt: build.mutation<UserSettings, QuotePromptBody & { userId: string }>({
      query: (body) => ({ url: '/muxupload/update-custom-prompt', method: 'POST', body }),
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) await dispatch(cacheSettings(userId, answer.data));
      },
    }),

    updateSearchPrompt: build.mutation<UserSettings, SearchPromptBody & { userId: string }>({
      query: (body) => ({ url: '/muxupload/update-base-search-prompt', method: 'POST', body }),
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) await dispatch(cacheSettings(userId, answer.data));
      },
    }),
  }),
});

/** Caches the settings that the answer to a change contains. */
function cacheSettings(userId: string, settings: UserSettings) {
  return settingsApi.util.upsertQueryData('settings', userId, settings);
}

export const { useSettingsQuery, useUpdateQuotePromptMutation, useUpdateSearchPromptMutation } = settingsApi;
