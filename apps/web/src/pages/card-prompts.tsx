import { useEffect, useMemo } from 'react';
import { withKnownChapters } from '../api/known-chapters.ts';
import type { LibraryVideo } from '../api/library-api.ts';
import { useVideoQuery } from '../api/videos-api.ts';
import { saying } from '../features/editor/say.ts';
import { useEditorCalls } from '../features/editor/use-editor-calls.ts';
import { useEditorDialogs } from '../features/editor/use-editor-dialogs.tsx';
import { useEditorParts } from '../features/editor/use-editor-parts.ts';
import { usePromptDialogs } from './use-prompt-dialogs.tsx';

const toast = { durationMs: 2500 };
/** What is typed on the page of the video stays there: from a card is written what the server has. */
const page = { say: saying(toast), drafts: { read: () => [], write: () => undefined } };

/** What somebody asked for on a card; each time another object. */
export interface CardPrompt {
  readonly video: LibraryVideo;
  readonly kind: 'quotes' | 'search';
}

/** The popups that send a prompt for a chapter, from a card. While it is there, it says how the writing ended. */
export function CardPrompts({ asked, userId }: { asked: CardPrompt; userId: string }) {
  // A card may be old: what is written anew is what is there now.
  const { currentData, refetch } = useVideoQuery(asked.video.id);
  const video = useMemo(
    () => withKnownChapters(currentData ?? asked.video, asked.video),
    [currentData, asked.video],
  );
  const calls = useEditorCalls(video.id);
  const { edits, writing } = useEditorParts(video, calls, page);
  const prompts = usePromptDialogs(userId, toast, true);
  const { dialogs, openPrompt } = useEditorDialogs({ video, edits, writing, calls, prompts, say: page.say });

  useEffect(() => {
    void refetch();
    openPrompt(asked.kind, asked.video.chapters[0]?.start ?? '');
    // Once for each time that it is asked for, whatever has changed meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked]);

  return dialogs;
}
