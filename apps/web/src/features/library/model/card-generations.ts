import type { OperationKind } from '@vault/contracts';
import { useEffect, useState } from 'react';
import { Generation } from '../../../api/generation.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { selectGenerations } from '../../../api/generations.slice.ts';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import {
  generationStrings,
  runningText,
  unrequestedEnd,
} from '../../../components/generation/generation.strings.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { requiredContext } from '../../../lib/state/required-context.ts';
import { useAppSelector, useAppStore } from '../../../store/hooks.ts';

/** Returns the running operations of the video with this `id`. */
type CardGenerations = (videoId: string) => Generation;

export const [CardGenerationsContext, useCardGenerations] =
  requiredContext<CardGenerations>('CardGenerationsContext');

/** The running operations of the library's videos, which last longer than a card: scrolling removes it. */
export function useLibraryGenerations(): CardGenerations {
  const store = useAppStore();
  const [generations] = useState(() => new Map<string, Generation>());
  const [generationOf] = useState(() => (videoId: string) => {
    const generation =
      generations.get(videoId) ??
      new Generation(videoId, store, {
        ...videoCalls(store.dispatch, videoId),
        onUnrequestedEnd: (operation) => showToast({ ...unrequestedEnd(operation), durationMs: 2500 }),
      });
    generations.set(videoId, generation);
    return generation;
  });
  useEffect(() => {
    for (const generation of generations.values()) generation.open();
    return () => {
      for (const generation of generations.values()) generation.close();
    };
  }, [generations]);
  return generationOf;
}

/** Follows the operations that the videos list, from an earlier visit or another page. */
export function useFollowListed(videos: readonly LibraryVideo[] | undefined): void {
  const generationOf = useCardGenerations();
  const mayGenerate = useMay()('generate');
  useEffect(() => {
    if (!mayGenerate) return;
    for (const video of videos ?? [])
      if (video.operations.length > 0) generationOf(video.id).followListed(video);
  }, [generationOf, videos, mayGenerate]);
}

/** The running operation of a kind; undefined when there is none. */
export function useCardGeneration(videoId: string, kind: OperationKind) {
  return useAppSelector((state) => selectGenerations(state, videoId)[kind]);
}

const kinds = Object.keys(generationStrings) as OperationKind[];

/** What is being generated for a video, in words; empty when nothing is. */
export function useGeneratingText(videoId: string): string {
  const generations = useAppSelector((state) => selectGenerations(state, videoId));
  return kinds
    .filter((kind) => generations[kind])
    .map((kind) => runningText(kind, generations[kind]?.isFirst))
    .join(' · ');
}
