import type {
  Glossary,
  GlossaryBody,
  GlossaryImportBody,
  GlossaryImport,
  GlossaryOffer,
  GlossaryPlaces,
  GlossaryPlacesQuery,
  GlossaryProposal,
  GlossaryProposals,
  GlossaryTerm,
} from '@vault/contracts';
import { saveFile } from '../lib/browser/save-file.ts';
import type { AppThunk } from '../store/hooks.ts';
import { withEdit, withoutFormEdit, wrongFormEdit } from './glossary-edits.ts';
import type { TermConflict, TermEdit } from './glossary-edits.ts';
import { errorStatus } from './http/error-message.ts';
import { readUserSession } from './session/user-session.ts';
import { workspaceHeaders } from './session/workspace.ts';
import { userApi } from './user-api.ts';

const timeoutMs = 30_000;
/** The whole library is searched. */
const placesTimeoutMs = 60_000;
const conflictStatus = 409;
const unconfirmedStatus = 422;
/** Saves that others may overtake before a change fails. */
const triesLimit = 4;
const untracked = { track: false } as const;

/** The glossary of the signed-in user, and what it finds in transcripts. */
const glossaryApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    glossary: build.query<Glossary, undefined>({
      query: () => ({ url: '/glossary', cache: 'no-store', timeout: timeoutMs }),
    }),
    /** Replaces the whole list: {@link editTerm} and its neighbours rebase one change. */
    saveGlossary: build.mutation<Glossary, GlossaryBody>({
      query: (body) => ({ url: '/glossary', method: 'PUT', body, timeout: timeoutMs }),
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(
          glossaryApi.util.updateQueryData('glossary', undefined, (cached) =>
            cached.version > answer.data.version ? cached : answer.data,
          ),
        );
      },
    }),
    importGlossary: build.mutation<GlossaryImport, GlossaryImportBody>({
      query: (body) => ({ url: '/glossary/import', method: 'POST', body, timeout: timeoutMs }),
    }),
    /** Not cached: each save of a transcript changes them. */
    glossaryPlaces: build.mutation<GlossaryPlaces, GlossaryPlacesQuery>({
      query: (params) => ({ url: '/glossary/places', params, cache: 'no-store', timeout: placesTimeoutMs }),
    }),
    /** Words of one video that sound like terms. @param id of the video, and of its captions */
    glossaryProposals: build.query<GlossaryProposal[], { id: string; captionsTrackId: string }>({
      query: ({ id }) => ({
        url: `/muxvideos/${encodeURIComponent(id)}/glossary-proposals`,
        cache: 'no-store',
        timeout: timeoutMs,
      }),
      transformResponse: ({ proposals }: GlossaryProposals) => proposals,
    }),
  }),
});

export const {
  useGlossaryQuery,
  useImportGlossaryMutation,
  useGlossaryPlacesMutation,
  useGlossaryProposalsQuery,
} = glossaryApi;
const { glossary, saveGlossary, glossaryPlaces, glossaryProposals } = glossaryApi.endpoints;

/** The glossary: read again, or as it was read last. */
const readGlossary =
  (isFresh: boolean): AppThunk<Promise<Glossary>> =>
  (dispatch) =>
    dispatch(glossary.initiate(undefined, { subscribe: false, forceRefetch: isFresh })).unwrap();

/** What a save changes of the present glossary; null: nothing. */
type Change<Conflict> = (
  present: Glossary,
) => Pick<GlossaryBody, 'terms' | 'dismissed'> | { conflict: Conflict } | null;

/**
 * Makes a change of the glossary and saves it, also over what others have saved meanwhile.
 * @param ordinaryForms wrong forms that are ordinary words, and that a person has confirmed
 * @returns the conflict that a person has to decide; null when it is saved
 * @throws the status and the answer of a failed call
 */
const changeGlossary =
  <Conflict = never>(
    change: Change<Conflict>,
    ordinaryForms: readonly string[] = [],
  ): AppThunk<Promise<Conflict | null>> =>
  async (dispatch) => {
    for (let tries = 1; ; tries += 1) {
      const present = await dispatch(readGlossary(tries > 1));
      const next = change(present);
      if (!next) return null;
      if ('conflict' in next) return next.conflict;
      try {
        const confirmed = ordinaryForms.length > 0 && { ordinaryForms: [...ordinaryForms] };
        const body = { version: present.version, ...next, ...confirmed };
        await dispatch(saveGlossary.initiate(body, untracked)).unwrap();
        return null;
      } catch (error) {
        if (errorStatus(error) !== conflictStatus || tries === triesLimit) throw error;
      }
    }
  };

/** Changes one term. See {@link changeGlossary}. */
export const editTerm = (
  edit: TermEdit,
  ordinaryForms: readonly string[] = [],
): AppThunk<Promise<TermConflict | null>> =>
  changeGlossary<TermConflict>(({ terms }) => {
    const next = withEdit(terms, edit);
    if ('before' in next) return { conflict: next };
    return next === terms ? null : { terms: [...next] };
  }, ordinaryForms);

/**
 * Makes words a wrong form of a term, which may be new. See {@link changeGlossary}.
 * @returns whether the term is new
 */
export const addWrongForm =
  (term: string, form: string, ordinaryForms: readonly string[] = []): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    let isTermNew = false;
    const add = changeGlossary(({ terms }) => {
      const edit = wrongFormEdit(terms, term, form);
      isTermNew = edit?.before === null;
      return changedTerms(terms, edit);
    }, ordinaryForms);
    await dispatch(add);
    return isTermNew;
  };

/** Takes a wrong form back, and its term that was added with it. See {@link changeGlossary}. */
export const removeWrongForm = (added: {
  term: string;
  form: string;
  isTermNew: boolean;
}): AppThunk<Promise<null>> =>
  changeGlossary(({ terms }) => changedTerms(terms, withoutFormEdit(terms, added)));

function changedTerms(terms: readonly GlossaryTerm[], edit: TermEdit | null) {
  const next = edit && withEdit(terms, edit);
  return next && !('before' in next) ? { terms: [...next] } : null;
}

/** What people have corrected and may add, as it is now. @throws the status and the answer of a failed call */
export const freshOffers = (): AppThunk<Promise<readonly GlossaryOffer[]>> => async (dispatch) =>
  (await dispatch(readGlossary(true))).offers;

/** The wrong forms that a failed save asks about: ordinary words. Empty: it failed for another reason. */
export function unconfirmedForms(error: unknown): readonly string[] {
  if (errorStatus(error) !== unconfirmedStatus) return [];
  const { data } = error as { data?: { data?: { ordinaryForms?: readonly string[] } } };
  return data?.data?.ordinaryForms ?? [];
}

/** Where wrong forms stand in one video. @throws the status and the answer of a failed call */
export const findGlossaryPlaces =
  (videoId: string): AppThunk<Promise<GlossaryPlaces>> =>
  (dispatch) =>
    dispatch(glossaryPlaces.initiate({ videoId }, untracked)).unwrap();

/** Reads the proposals of a video again, where a page shows them. */
export const refreshProposals =
  (video: { id: string; captionsTrackId: string }): AppThunk =>
  (dispatch) =>
    void dispatch(glossaryProposals.initiate(video, { subscribe: false, forceRefetch: true }));

/** Refuses offers and proposals: they are not made again. See {@link changeGlossary}. */
export const dismissOffers = (
  offers: readonly Pick<GlossaryOffer, 'from' | 'to'>[],
): AppThunk<Promise<null>> =>
  changeGlossary(({ terms }) => ({ terms, dismissed: offers.map(({ from, to }) => ({ from, to })) }));

/** Downloads the terms as CSV. @throws when that fails */
export const downloadGlossary = (): Promise<void> =>
  saveFile('/api/glossary.csv', 'glossary.csv', {
    token: readUserSession()?.token,
    headers: workspaceHeaders(),
  });
