import type { Api } from '../../../e2e/src/testing/api/api.ts';
import { uploadVideo } from '../../../e2e/src/testing/api/send-file.ts';
import { silentVideo } from '../../../e2e/src/testing/api/talk.ts';

/** Uploads a short video without speech and waits until it is ready. @returns its id */
export async function readyVideo(api: Api, title = 'A video'): Promise<string> {
  const { video } = await uploadVideo(api, silentVideo(), title);
  await api.untilReady(video.id);
  return video.id;
}
