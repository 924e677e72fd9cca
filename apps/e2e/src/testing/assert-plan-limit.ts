import assert from 'node:assert/strict';
import type { Api } from './api.ts';

/** Opens as many uploads as the plan has places left, and one more. */
export async function assertPlanLimit(api: Api, places: number, used: number): Promise<void> {
  for (let open = used; open < places; open += 1) await api.openUpload();
  const { json } = await api.send('POST', '/api/auth/can-upload-video');
  const { canUpload, msg } = json!.data as { canUpload: boolean; msg: string };
  assert.equal(canUpload, false);
  assert.match(msg, new RegExp(`${String(places)} of ${String(places)} videos`));
  assert.equal((await api.send('GET', '/api/muxupload')).status, 403);
}
