import type { MakeClipBody } from '@vault/contracts';
import { createSlice, nanoid } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { errorMessage } from '../../../api/http/error-message.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { downloadFile } from '../../../lib/browser/save-file.ts';
import { formatTimeCode } from '../../../lib/format/format-duration.ts';
import type { AppDispatch, AppThunk } from '../../../store/hooks.ts';
import { ownerChanged, rootReducer } from '../../../store/root-reducer.ts';
import { clipsApi } from '../api/clips-api.ts';
import { areWhole } from './clip-ends.ts';
import { clipFileName, extensionOf, lookText } from './clip-text.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    clips: PendingClips;
  }
}

/** The pause between two checks whether a clip is ready, in milliseconds. */
export const checkEveryMs = 5000;
/** After this many checks the download fails with a timeout. */
export const maxChecks = 120;

/** A requested clip. */
export interface ClipOrder {
  readonly videoId: string;
  readonly assetId: string;
  /** The title of the video. */
  readonly title: string;
  readonly clip: MakeClipBody;
  readonly toast: ToastStyle;
}

/** A clip that is not ready yet. */
export interface PendingClip extends Pick<ClipOrder, 'videoId' | 'title' | 'clip'> {
  readonly id: string;
  /** `requesting` until the server has accepted it, then `making`. */
  readonly phase: 'requesting' | 'making';
}

/** Oldest first. */
type PendingClips = readonly PendingClip[];

/** The pending clips of all pages: a clip is downloaded also after the user has left its video. */
const clipsSlice = createSlice({
  name: 'clips',
  initialState: (): PendingClips => [],
  reducers: {
    requested: (clips, { payload }: PayloadAction<PendingClip>) => [...clips, payload],
    accepted: (clips, { payload: id }: PayloadAction<string>) =>
      clips.map((clip) => (clip.id === id ? { ...clip, phase: 'making' } : clip)),
    /** The clip is downloaded, failed, or nobody waits for it: the server goes on making it, so that a later order finds it ready. */
    clipEnded: (clips, { payload: id }: PayloadAction<string>) => clips.filter((clip) => clip.id !== id),
  },
  extraReducers: (builder) => builder.addCase(ownerChanged, () => []),
  selectors: { selectPendingClips: (clips) => clips },
});

const { requested, accepted, clipEnded } = clipsSlice.actions;
export { clipEnded };
export const { selectPendingClips } = clipsSlice.injectInto(rootReducer).selectors;

/** What an order needs besides the store. */
interface ClipPorts {
  /** Requests a clip. @returns the link where it will be; empty while unknown @throws an Error with a sentence for the user */
  readonly cut: (order: ClipOrder, dispatch: AppDispatch) => Promise<string>;
  /** Whether a file is ready. @throws when the server does not answer */
  readonly isReady: (link: string) => Promise<boolean>;
  readonly download: (link: string, name: string) => void;
  readonly showToast: typeof showToast;
}

const serverPorts: ClipPorts = {
  cut: async ({ videoId, assetId, clip }, dispatch) => {
    const { cutClip, makeClip } = clipsApi.endpoints;
    const times = { timeIn: formatTimeCode(clip.from), timeOut: formatTimeCode(clip.to) };
    try {
      if (areWhole(clip) && lookText(clip) === '')
        return await dispatch(cutClip.initiate({ passthrough: assetId, ...times })).unwrap();
      return (await dispatch(makeClip.initiate({ videoId, ...clip })).unwrap()).link ?? '';
    } catch (cause) {
      throw new Error(errorMessage(cause, 'Error to cut video'), { cause });
    }
  },
  isReady: async (link) =>
    (await fetch(link, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(checkEveryMs) })).ok,
  download: downloadFile,
  showToast,
};

/** Requests a clip, shows the outcome, and downloads the clip when it is ready. @returns whether it is being made */
export const orderClip =
  (order: ClipOrder, ports = serverPorts): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const { videoId, title, clip, toast } = order;
    const isSame = (pending: PendingClip) =>
      pending.videoId === videoId && clipFileName(pending.clip) === clipFileName(clip);
    if (selectPendingClips(getState()).some(isSame)) {
      ports.showToast({ kind: 'info', text: 'This clip is already being made.', ...toast });
      return true;
    }
    const id = nanoid();
    const isPending = () => selectPendingClips(getState()).some((pending) => pending.id === id);
    dispatch(requested({ id, videoId, title, clip, phase: 'requesting' }));
    try {
      const link = await ports.cut(order, dispatch);
      if (!isPending()) return true;
      const text = 'Video clip successful. It may take a moment before it starts to download.';
      ports.showToast({ kind: 'success', text, ...toast });
      dispatch(link === '' ? clipEnded(id) : accepted(id));
      if (link !== '') void dispatch(deliverClip(id, link, order, { ...ports, isPending }));
      return true;
    } catch (error) {
      if (!isPending()) return true;
      dispatch(clipEnded(id));
      ports.showToast({ kind: 'error', text: (error as Error).message || 'Error to cut video', ...toast });
      return false;
    }
  };

const deliverClip =
  (
    id: string,
    link: string,
    { clip, toast }: ClipOrder,
    ports: ClipPorts & { readonly isPending: () => boolean },
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const isReady = await waitUntilReady(link, ports);
    if (!ports.isPending()) return;
    dispatch(clipEnded(id));
    if (isReady) ports.download(link, `${clipFileName(clip)}.${extensionOf(link)}`);
    else ports.showToast({ kind: 'error', text: 'Timeout reached', ...toast });
  };

async function waitUntilReady(
  link: string,
  { isReady, isPending }: Parameters<typeof deliverClip>[3],
): Promise<boolean> {
  for (let check = 1; check <= maxChecks; check += 1) {
    const pause = new Promise((resolve) => setTimeout(resolve, checkEveryMs));
    try {
      if (await isReady(link)) return true;
    } catch (error) {
      // It counts as not ready: the connection may be back at the next check.
      console.info('The readiness of a clip could not be checked.', error);
    }
    if (check < maxChecks) await pause;
    if (!isPending()) return false;
  }
  return false;
}
