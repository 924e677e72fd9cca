import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import type { ClipBody } from '@vault/contracts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { downloadFile } from '../../../lib/browser/save-file.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { ClipDownloads, checkEveryMs } from '../model/clip-downloads.ts';
import type { PendingClip } from '../model/clip-downloads.ts';
import { userApi } from '../../../api/user-api.ts';
import { requiredContext } from '../../../lib/state/required-context.ts';

/** Longer than the server takes to accept or refuse a clip. */
const deadlineMs = 60_000;

/** Clips of the signed-in user's own videos. */
const clipsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the address that the clip will have; the clip does not exist yet. Equal spans give the same address. */
    cutClip: build.mutation<string, ClipBody>({
      query: (body) => ({ url: '/muxupload/video-cut', method: 'POST', body, timeout: deadlineMs }),
    }),
  }),
});

/** Requests and downloads clips. */
export const [ClipsContext, useClips] = requiredContext<ClipDownloads>('ClipsContext');

/** Starts a mutation outside React. */
type Runner = (action: unknown) => { unwrap(): Promise<string> };

async function isReady(link: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(link, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(checkEveryMs)]),
  });
  return answer.ok;
}

function createClips(run: Runner): ClipDownloads {
  return new ClipDownloads({
    isReady,
    download: downloadFile,
    showToast: showToast,
    cut: ({ assetId, times }) =>
      run(clipsApi.endpoints.cutClip.initiate({ passthrough: assetId, ...times }))
        .unwrap()
        .catch((cause: unknown) => {
          throw new Error(errorMessage(cause, 'Error to cut video'), { cause });
        }),
  });
}

/** Holds the pending clips above the pages, so that they are downloaded also after the user has left the video. */
export function ClipsProvider({ children }: { children: ReactNode }) {
  const run = useStore<unknown>().dispatch as unknown as Runner;
  const [clips] = useState(() => createClips(run));
  useEffect(
    () => () => {
      clips.stop();
    },
    [clips],
  );
  return <ClipsContext value={clips}>{children}</ClipsContext>;
}

/** The pending clips, oldest first. */
export function usePendingClips(): readonly PendingClip[] {
  const clips = useClips();
  return useSyncExternalStore(clips.subscribe, clips.snapshot);
}
