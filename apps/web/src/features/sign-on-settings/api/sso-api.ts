import type { SsoPeople, SsoRecord } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';

/** Without a secret, the one of the same issuer and client stays. */
interface Provider {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret?: string;
}

interface Requirement {
  /** The id of an owner; null ends the requirement. */
  readonly emergency_owner: string | null;
  /** The ids of members who are removed with it. */
  readonly also_remove?: readonly string[];
}

interface Started {
  readonly dispatch: (action: never) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: SsoRecord }>;
}

const ssoApi = userApi.enhanceEndpoints({ addTagTypes: ['Sso', 'Members'] }).injectEndpoints({
  endpoints: (build) => ({
    /** How the people of the team that this tab shows sign in. */
    sso: build.query<SsoRecord, undefined>({
      query: () => ({ url: '/workspace/sso', cache: 'no-store' }),
      providesTags: ['Sso'],
    }),
    addDomain: build.mutation<SsoRecord, string>({
      query: (domain) => ({ url: '/workspace/domains', method: 'POST', body: { domain } }),
      onQueryStarted: keepAnswer,
    }),
    checkDomain: build.mutation<SsoRecord, string>({
      query: (name) => ({ url: `${addressOfDomain(name)}/check`, method: 'POST' }),
      onQueryStarted: keepAnswer,
    }),
    removeDomain: build.mutation<SsoRecord, string>({
      query: (name) => ({ url: addressOfDomain(name), method: 'DELETE' }),
      onQueryStarted: keepAnswer,
    }),
    setProvider: build.mutation<SsoRecord, Provider>({
      query: (body) => ({ url: '/workspace/sso/provider', method: 'PUT', body }),
      onQueryStarted: keepAnswer,
    }),
    removeProvider: build.mutation<SsoRecord, undefined>({
      query: () => ({ url: '/workspace/sso/provider', method: 'DELETE' }),
      onQueryStarted: keepAnswer,
    }),
    setPeople: build.mutation<SsoRecord, SsoPeople>({
      query: (body) => ({ url: '/workspace/sso/people', method: 'PUT', body }),
      onQueryStarted: keepAnswer,
    }),
    /** Answers the address at which somebody signs in for the test. */
    testSso: build.mutation<{ readonly url: string }, undefined>({
      query: () => ({ url: '/workspace/sso/test', method: 'POST' }),
    }),
    setRequirement: build.mutation<SsoRecord, Requirement>({
      query: (body) => ({ url: '/workspace/sso/requirement', method: 'PUT', body }),
      invalidatesTags: (_sso, _error, { also_remove: ids = [] }) => (ids.length > 0 ? ['Members'] : []),
      onQueryStarted: keepAnswer,
    }),
  }),
});

export const {
  useSsoQuery,
  useAddDomainMutation,
  useCheckDomainMutation,
  useRemoveDomainMutation,
  useSetProviderMutation,
  useRemoveProviderMutation,
  useSetPeopleMutation,
  useTestSsoMutation,
  useSetRequirementMutation,
} = ssoApi;

const addressOfDomain = (name: string) => `/workspace/domains/${encodeURIComponent(name)}`;

/** The answer of a change is the present state; after a refusal it is read again. */
async function keepAnswer(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  const action = answer
    ? ssoApi.util.upsertQueryData('sso', undefined, answer.data)
    : ssoApi.util.invalidateTags(['Sso']);
  await dispatch(action as never);
}
