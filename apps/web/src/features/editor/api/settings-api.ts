import type { QuotePromptBody, SearchPromptBody, UserSettings } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';

/** Caches the settings that the answer to a change contains. */
async function cacheAnswer(
  { userId }: { userId: string },
  api: { dispatch: (action: never) => unknown; queryFulfilled: Promise<{ data: UserSettings }> },
) {
  const answer = await api.queryFulfilled.catch(() => null);
  if (answer) api.dispatch(settingsApi.util.upsertQueryData('settings', userId, answer.data) as never);
}

/** The signed-in user's settings for generated texts, requested by user id. */
export const settingsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<UserSettings, string>({
      query: (userId) => ({ url: '/auth/', method: 'POST', body: { userId } }),
    }),

    updateQuotePrompt: build.mutation<UserSettings, QuotePromptBody & { userId: string }>({
      query: (body) => ({ url: '/muxupload/update-custom-prompt', method: 'POST', body }),
      onQueryStarted: cacheAnswer,
    }),

    updateSearchPrompt: build.mutation<UserSettings, SearchPromptBody & { userId: string }>({
      query: (body) => ({ url: '/muxupload/update-base-search-prompt', method: 'POST', body }),
      onQueryStarted: cacheAnswer,
    }),
  }),
});

export const { useSettingsQuery, useUpdateQuotePromptMutation, useUpdateSearchPromptMutation } = settingsApi;
