import assert from 'node:assert/strict';
import type { Api } from './api.ts';

/** Opens uploads until the plan's limit of videos is reached, and asserts that one more is refused. */
export async function assertPlanLimit(api: Api, limit: number, used: number): Promise<void> {
  for (let open = used; open < limit; open += 1) await api.openUpload();
  const { json } = await api.send('POST', '/api/auth/can-upload-video');
  const { canUpload, msg } = json!.data as { canUpload: boolean; msg: string };
  assert.equal(canUpload, false);
  assert.match(msg, new RegExp(`${String(limit)} of ${String(limit)} videos`));
  assert.equal((await api.send('GET', '/api/muxupload')).status, 403);
}
