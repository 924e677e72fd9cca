import { createUpload, createResumableStore, uploadMessages } from '@vault/upload-client';
import type { UploadSession } from '@vault/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { addToLibrary } from '../../../api/library-api.ts';
import { userApi } from '../../../api/user-api.ts';
import { videosApi } from '../../../api/videos-api.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { uploadKeys } from '../model/stored-uploads.ts';
import { UnfinishedUploads } from '../model/unfinished-uploads.ts';
import type { UnfinishedUpload } from '../model/unfinished-uploads.ts';
import type { JobSession, UploadItem } from '../model/upload-item.ts';
import { UploadQueue } from '../model/upload-queue.ts';
import { uploadsApi } from '../api/uploads-api.ts';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { titleNotSaved, workspaceOf } from '../model/upload-item.ts';
import { readWorkspaceId, useTeam } from '../../../api/session/workspace.ts';
import { ownWorkspace } from '../../../api/http/workspace-header.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import type { AppDispatch } from '../../../store/hooks.ts';
import { requiredContext } from '../../../lib/state/required-context.ts';

interface Uploads {
  readonly queue: UploadQueue;
  readonly unfinished: UnfinishedUploads;
  /** Ends an upload that an earlier visit left unfinished. */
  readonly discard: (upload: UnfinishedUpload) => void;
  /** For log-out: removes all session urls, because a url alone permits writing to its session. */
  readonly forget: () => void;
}

/** The queue and the unfinished uploads of earlier visits. */
export const [UploadsContext, useUploads] = requiredContext<Uploads>('UploadsContext');
const toastMs = 2500;

function isSession(value: unknown): value is JobSession {
  const session = value as Partial<JobSession> | null;
  return (
    typeof session?.id === 'string' && typeof session.uploadId === 'string' && typeof session.url === 'string'
  );
}

function createUploads(userId: string, dispatch: AppDispatch): Uploads {
  const unfinished = new UnfinishedUploads(userId);
  const resumable = createResumableStore({ isSession, key: uploadKeys.sessions(userId) });
  // A session that cannot be ended now expires on the server.
  const endSession = (session: Pick<JobSession, 'id' | 'workspace'>) =>
    dispatch(videosApi.endpoints.deleteVideo.initiate({ id: session.id, workspace: workspaceOf(session) }))
      .unwrap()
      .then(
        () => undefined,
        () => undefined,
      );
  const queue = new UploadQueue({
    createUpload,
    unfinished,
    resumable,
    readWorkspace: readWorkspaceId,
    openSession: (workspace) =>
      dispatch(uploadsApi.endpoints.openUpload.initiate(workspace))
        .unwrap()
        .catch((cause: unknown) => {
          throw new Error(errorMessage(cause, 'The upload could not be started. Please try again.'), {
            cause,
          });
        }),
    endSession,
    saveTitle: async (session, title) => {
      await dispatch(
        videosApi.endpoints.saveVideo.initiate({
          passthrough: session.id,
          userId,
          title,
          workspace: workspaceOf(session),
        }),
      ).unwrap();
    },
    onUnsaved: (cause) => {
      showToast({
        kind: 'error',
        text: errorMessage(cause, titleNotSaved),
        durationMs: toastMs,
      });
    },
    onArrived: () => showToast({ kind: 'success', text: uploadMessages.complete, durationMs: toastMs }),
    onSaved: (session, title) => {
      if (workspaceOf(session) === readWorkspaceId())
        dispatch(addToLibrary(placeholderVideo(session, title)));
      dispatch(userApi.util.invalidateTags(['Allowance']));
    },
  });
  const forget = () => {
    queue.stop();
    resumable.clear();
    unfinished.clear();
  };
  const discard = (upload: UnfinishedUpload) => {
    unfinished.remove(upload.id);
    void endSession(upload);
  };
  return { queue, unfinished, discard, forget };
}

/** Holds the queue above the pages, so that uploads continue on other pages. */
export function UploadsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const [uploads] = useState(() => createUploads(userId, dispatch));
  useEffect(() => () => uploads.queue.stop(), [uploads]);
  return <UploadsContext value={uploads}>{children}</UploadsContext>;
}

/** The files of the queue, in the order they were added, also those for other workspaces. */
export function useUploadItems(): readonly UploadItem[] {
  const { queue } = useUploads();
  return useSyncExternalStore(queue.subscribe, queue.snapshot);
}

/** The files of the queue for the workspace that is shown. */
export function useShownUploads(): readonly UploadItem[] {
  const shown = useTeam()?.id ?? ownWorkspace;
  return useUploadItems().filter(({ workspace }) => workspace === shown);
}

/** The unfinished uploads of earlier visits to the workspace that is shown. */
export function useUnfinishedUploads(): readonly UnfinishedUpload[] {
  const { unfinished } = useUploads();
  const shown = useTeam()?.id ?? ownWorkspace;
  return useSyncExternalStore(unfinished.subscribe, unfinished.list).filter(
    (upload) => workspaceOf(upload) === shown,
  );
}

/** The card at the top of the library between the end of an upload and the arrival of its record. */
function placeholderVideo(session: UploadSession, title: string): LibraryVideo {
  return {
    type: 'uploading',
    id: session.id,
    uploadId: session.uploadId,
    title,
    description: '',
    assetId: '',
    thumbnail: '',
    playback_id: '',
    captionsTrackId: '',
    duration: 0,
    created_at: Math.floor(Date.now() / 1000),
    localVideo: '',
    chapters: [],
    version: 0,
    detailsVersion: 0,
    captionsSource: 'host',
    transcriptVersion: 0,
    operations: [],
    streamUrl: '',
    storyboardUrl: '',
    captionsUrl: '',
    summary: '',
    state: 'processing',
    progress: 0,
    stage: null,
    queuePosition: null,
    secondsLeft: null,
    failure: null,
    captions: 'pending',
    captionsReason: '',
    contents: [],
  };
}
