import type { UploadRecord } from '../catalogue/records.ts';

/** Formats an upload as Mux's REST API and webhooks do. */
export function presentUpload(upload: UploadRecord, publicUrl: string): Record<string, unknown> {
  return {
    id: upload.id,
    status: upload.status,
    timeout: upload.timeout,
    cors_origin: upload.corsOrigin,
    asset_id: upload.assetId,
    error: upload.error,
    url: `${publicUrl}/uploads/${upload.secret}`,
  };
}
