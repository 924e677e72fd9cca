import type { VideoRecord } from '@vault/contracts';
import { useLayoutEffect, useState } from 'react';
import { cacheWords, editTranscript, transcript } from '../../../api/transcript-api.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import { requiredContext } from '../../../lib/state/required-context.ts';
import { useAppSelector, useAppStore } from '../../../store/hooks.ts';
import type { AppStore } from '../../../store/hooks.ts';
import { offerName } from './name-offer.slice.ts';
import { StoredDrafts } from '../../../lib/drafts/stored-drafts.ts';
import { useDraftPage } from '../../../lib/drafts/use-draft-page.ts';
import { transcriptDrafts } from './transcript-drafts.ts';
import { TranscriptEdits } from './transcript-edits.ts';
import { selectTranscript } from './transcript-edits.slice.ts';

const untracked = { track: false } as const;

function editsOf({ id }: VideoRecord, store: AppStore): TranscriptEdits {
  const { dispatch } = store;
  return new TranscriptEdits(store, {
    save: async (changes) => {
      const copy = changes.map(({ before, after }) => ({ before: [...before], after: [...after] }));
      const record = await dispatch(editTranscript.initiate({ id, changes: copy }, untracked)).unwrap();
      void dispatch(offerName(id, changes));
      return record;
    },
    fetch: () => videoCalls(dispatch, id).fetch(),
    onSaved: (record, lines) => dispatch(cacheWords(record, lines)),
    fetchRecognised: async () => (await dispatch(transcript.initiate(id, untracked)).unwrap()).recognisedVtt,
    drafts: new StoredDrafts(transcriptDrafts, id),
  });
}

/** The edits of a video's transcript, updated by each record, the connection and closing the page. */
export function useTranscriptParts(video: VideoRecord): TranscriptEdits {
  const store = useAppStore();
  const [edits] = useState(() => editsOf(video, store));

  useDraftPage(edits);

  // Before the browser paints: the first render has no lines.
  useLayoutEffect(() => edits.adopt(video), [edits, video]);

  return edits;
}

export const [TranscriptEditsContext, useTranscriptEdits] =
  requiredContext<TranscriptEdits>('TranscriptEditsContext');

/** A part of the state of the transcript. */
export function useTranscriptState<Part>(part: (state: ReturnType<typeof selectTranscript>) => Part): Part {
  const { key } = useTranscriptEdits();
  return useAppSelector((state) => part(selectTranscript(state, key)));
}
