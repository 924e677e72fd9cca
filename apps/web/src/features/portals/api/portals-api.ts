import type { PortalLink, PortalRecord, PortalSettings } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';

/** The portals of the signed-in user. */
export interface PortalList {
  portals: PortalRecord[];
  /** How many the plan allows; 0: it has none. */
  limit: number;
}

/** What to change of a portal, and the version that was edited. */
interface PortalEdit extends Partial<PortalSettings> {
  readonly id: string;
  readonly version: number;
}

/** Which page to show, with settings that need not be saved. */
export interface PreviewRequest {
  readonly id: string;
  readonly settings: PortalSettings;
  /** Empty: the first page. */
  readonly videoId: string;
  /** Not sent: another logo is another page. */
  readonly logo: string | null;
}

const urlOf = (id: string, path = '') => `/portals/${encodeURIComponent(id)}${path}`;

interface Cache {
  dispatch: (action: unknown) => unknown;
  queryFulfilled: Promise<{ data: PortalRecord }>;
}

/** The portal in an answer replaces the one in the list, unless that one is newer. */
async function storeAnswer(_arg: unknown, { dispatch, queryFulfilled }: Cache): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (!answer) return;
  dispatch(
    portalsApi.util.updateQueryData('portals', undefined, ({ portals }) => {
      const place = portals.findIndex(({ id }) => id === answer.data.id);
      const listed = portals[place];
      if (!listed) portals.push(answer.data);
      else if (listed.version <= answer.data.version) portals[place] = answer.data;
    }),
  );
}

/** Public pages of the signed-in user's videos. */
export const portalsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    portals: build.query<PortalList, undefined>({
      query: () => ({ url: '/portals', cache: 'no-store' }),
    }),

    createPortal: build.mutation<PortalRecord, Pick<PortalSettings, 'name' | 'slug'>>({
      query: (body) => ({ url: '/portals', method: 'POST', body }),
      onQueryStarted: storeAnswer,
    }),

    editPortal: build.mutation<PortalRecord, PortalEdit>({
      query: ({ id, ...body }) => ({ url: urlOf(id), method: 'PATCH', body }),
      onQueryStarted: storeAnswer,
    }),

    /** A picture in base64; null removes the logo. */
    setLogo: build.mutation<PortalRecord, { id: string; image: string | null }>({
      query: ({ id, image }) => ({ url: urlOf(id, '/logo'), method: 'POST', body: { image } }),
      onQueryStarted: storeAnswer,
    }),

    publishPortal: build.mutation<PortalRecord, Pick<PortalRecord, 'id' | 'is_published'>>({
      query: ({ id, is_published }) => ({
        url: urlOf(id, '/publication'),
        method: 'POST',
        body: { is_published },
      }),
      onQueryStarted: storeAnswer,
    }),

    addPortalLink: build.mutation<PortalRecord, { id: string } & Pick<PortalLink, 'label' | 'ends_at'>>({
      query: ({ id, ...body }) => ({ url: urlOf(id, '/links'), method: 'POST', body }),
      onQueryStarted: storeAnswer,
    }),

    endPortalLink: build.mutation<PortalRecord, { id: string; link: string }>({
      query: ({ id, link }) => ({ url: urlOf(id, `/links/${encodeURIComponent(link)}`), method: 'DELETE' }),
      onQueryStarted: storeAnswer,
    }),

    deletePortal: build.mutation<unknown, string>({
      query: (id) => ({ url: urlOf(id), method: 'DELETE' }),
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const isDeleted = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!isDeleted) return;
        dispatch(
          portalsApi.util.updateQueryData('portals', undefined, (list) => {
            list.portals = list.portals.filter((portal) => portal.id !== id);
          }),
        );
      },
    }),

    /** A page as a document of its own. A query, although it is a POST: of two, the answer of the later one counts. */
    portalPreview: build.query<string, PreviewRequest>({
      query: ({ id, settings, videoId }) => ({
        url: urlOf(id, '/preview'),
        method: 'POST',
        body: { ...settings, ...(videoId === '' ? {} : { video_id: videoId }) },
      }),
      transformResponse: ({ html }: { html: string }) => html,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  usePortalsQuery,
  useCreatePortalMutation,
  useEditPortalMutation,
  useSetLogoMutation,
  usePublishPortalMutation,
  useAddPortalLinkMutation,
  useEndPortalLinkMutation,
  useDeletePortalMutation,
  usePortalPreviewQuery,
} = portalsApi;
