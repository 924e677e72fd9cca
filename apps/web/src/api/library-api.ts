import type { VideoRecord } from '@vault/contracts';
import { pageSizeLimit } from '@vault/contracts';
import { userApi } from './user-api.ts';
import { readUserSession } from './user-session.ts';

/** A video as the library shows it. `type` marks the placeholder of an upload whose record has not come yet. */
export type LibraryVideo = Omit<VideoRecord, 'vtt'> & { type?: 'uploading' };

/** The list of the library, and the only ways to change its cached copy. */
export const libraryApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    listVideos: build.query<LibraryVideo[], string>({
      query: (userId) => ({
        url: '/muxvideos',
        params: { userId, page: 1, limit: pageSizeLimit, view: 'card' },
      }),
      providesTags: ['Library'],
    }),
  }),
});

export const { useListVideosQuery } = libraryApi;

const isSame = (video: LibraryVideo, id: string) => video.id === id || video.uploadId === id;

function patchLibrary(change: (videos: LibraryVideo[]) => void) {
  return libraryApi.util.updateQueryData('listVideos', readUserSession()?.id ?? '', change);
}

/** Changes one video in the cached library, found by its session or upload id. */
export function patchInLibrary(id: string, change: (video: LibraryVideo) => void) {
  return patchLibrary((videos) => {
    const video = videos.find((candidate) => isSame(candidate, id));
    if (video) change(video);
  });
}

/** Puts a fresh record in the place of the card that stands for it. */
export function replaceInLibrary(record: VideoRecord) {
  const fresh = { ...record };
  delete fresh.vtt;
  return patchLibrary((videos) => {
    const index = videos.findIndex((video) => isSame(video, fresh.uploadId));
    if (index >= 0) videos[index] = fresh;
  });
}

/** Takes a video off the list. */
export function removeFromLibrary(id: string) {
  return patchLibrary((videos) => {
    const index = videos.findIndex((video) => isSame(video, id));
    if (index >= 0) videos.splice(index, 1);
  });
}

/** Puts a placeholder on top of the list, unless the video is there already. */
export function addToLibrary(placeholder: LibraryVideo) {
  return patchLibrary((videos) => {
    if (!videos.some((video) => isSame(video, placeholder.id))) videos.unshift(placeholder);
  });
}
