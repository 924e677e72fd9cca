import { clipId, clipList, clipRecord, makeClipBody, type ClipRecord } from '../routes/clip.routes.ts';
import { done, success } from './answers.ts';
import { route } from './route.ts';
import { videoParams } from './shared.ts';

const newClip = {
  from: 331.2,
  to: 362.45,
  frame: 'portrait',
  centre: 0.4,
  fit: 'crop',
  captions: 'burned',
} as const;
const making: ClipRecord = {
  id: '5f2b0d0c8d0a6e0f4b7b52e3f6b9a1c4d7e8f90123456789abcdef0123456789',
  ...newClip,
  state: 'making',
  progress: 0,
  link: '/media/stream/Cl8vN3/highest.mp4',
  createdAt: 1_763_000_900,
};
const { progress: _, ...ready } = { ...making, state: 'ready' } as const;

export const clipRoutes = {
  listClips: route('Editor', 'GET /muxvideos/{id}/clips', {
    needs: 'library.read',
    summary: 'The clips of a video',
    description: 'At most 50 are kept: a further one replaces the oldest. Poll it while one is being made.',
    params: videoParams,
    answer: success(clipList, { clips: [ready], canChangePicture: true }),
  }),
  makeClip: route('Editor', 'POST /muxvideos/{id}/clips', {
    needs: 'library.edit',
    summary: 'Make a clip of words',
    description:
      'The same request is the same clip; with burned-in captions only while the words are the same. `beside` only notes that the client keeps the words in a file. With `recorded` and `none` it is the clip that `POST /muxupload/video-cut` makes of the same span.',
    params: videoParams,
    body: { schema: makeClipBody, example: newClip },
    answer: success(clipRecord, making),
    failures: {
      403: 'The membership has ended.',
      409: 'The video is not ready for this, or the picture cannot be changed; `msg` says why.',
      429: 'Several of your clips are being made: wait for one of them.',
    },
  }),
  deleteClip: route('Editor', 'DELETE /muxvideos/{id}/clips/{clipId}', {
    needs: 'library.edit',
    summary: 'Delete a clip',
    description:
      'It leaves the list at once. For 30 s, the request that made it undoes this; then its file is deleted, and its link stops working.',
    params: videoParams.extend({ clipId }),
    answer: done,
    failures: { 404: 'There is no such clip of this video, or it is somebody else’s.' },
  }),
};
