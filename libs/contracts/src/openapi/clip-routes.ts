import { z } from 'zod';
import { clipRecordAnswer, clipsAnswer, doneAnswer } from '../routes/answers.ts';
import { clipId, makeClipBody, type ClipRecord } from '../routes/clip.routes.ts';
import { publicVideoId } from '../routes/video.routes.ts';
import { answerOf, apiRoute } from './api-route.ts';

const params = z.object({ id: publicVideoId });
const path = '/muxvideos/{id}/clips';
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

export const clipRoutes = [
  apiRoute({
    id: 'listClips',
    method: 'get',
    path,
    tag: 'Editor',
    summary: 'The clips of a video',
    description: 'At most 50 are kept: a further one replaces the oldest. Poll it while one is being made.',
    params,
    answer: answerOf(clipsAnswer, { status: 'success', data: { clips: [ready], canChangePicture: true } }),
  }),
  apiRoute({
    id: 'makeClip',
    method: 'post',
    path,
    tag: 'Editor',
    summary: 'Make a clip of words',
    description:
      'The same request is the same clip; with burned-in captions only while the words are the same. `beside` only notes that the client keeps the words in a file. With `recorded` and `none` it is the clip that `POST /muxupload/video-cut` makes of the same span.',
    params,
    body: { schema: makeClipBody, example: newClip },
    answer: answerOf(clipRecordAnswer, { status: 'success', data: making }),
    failures: {
      403: 'The membership has ended.',
      409: 'The video is not ready for this, or the picture cannot be changed; `msg` says why.',
      429: 'Several of your clips are being made: wait for one of them.',
    },
  }),
  apiRoute({
    id: 'deleteClip',
    method: 'delete',
    path: `${path}/{clipId}`,
    tag: 'Editor',
    summary: 'Delete a clip',
    description:
      'It leaves the list at once. For 30 s, the request that made it undoes this; then its file is deleted, and its link stops working.',
    params: z.object({ id: publicVideoId, clipId }),
    answer: answerOf(doneAnswer, { status: 'success', data: {} }),
    failures: { 404: 'There is no such clip of this video, or it is somebody else’s.' },
  }),
];
