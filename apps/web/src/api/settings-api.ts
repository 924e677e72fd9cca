import type { QuotePromptBody, SearchPromptBody, UserSettings } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** What the signed-in user chooses about the words the product writes for them. Asked for by the user's id. */
export const settingsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<UserSettings, string>({
      query: (userId) => ({ url: '/auth/', method: 'POST', body: { userId } }),
    }),

    updateQuotePrompt: build.mutation<UserSettings, QuotePromptBody & { userId: string }>({
      query: (body) => ({ url: '/muxupload/update-custom-prompt', method: 'POST', body }),
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) await dispatch(keepSettings(userId, answer.data));
      },
    }),

    updateSearchPrompt: build.mutation<UserSettings, SearchPromptBody & { userId: string }>({
      query: (body) => ({ url: '/muxupload/update-base-search-prompt', method: 'POST', body }),
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) await dispatch(keepSettings(userId, answer.data));
      },
    }),
  }),
});

/** The answer of a change holds the new settings: nobody has to ask again. */
function keepSettings(userId: string, settings: UserSettings) {
  return settingsApi.util.upsertQueryData('settings', userId, settings);
}

export const { useSettingsQuery, useUpdateQuotePromptMutation, useUpdateSearchPromptMutation } = settingsApi;
