import type { Upload, UploadState } from './upload.ts';

const UNFINISHED = new Set<UploadState>(['uploading', 'pausing', 'paused', 'offline']);

/**
 * Has the browser ask before the page is left while the upload is unfinished. The listener is there only then, since
 * its mere presence keeps some browsers from caching the page. Disposing of the upload removes it too.
 * @returns a function that ends the guard
 */
export function guardLeavePage(upload: Upload, page: Window = window): () => void {
  const ask = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
  };
  const follow = (): void => {
    if (UNFINISHED.has(upload.snapshot().state)) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  };
  const unsubscribe = upload.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    page.removeEventListener('beforeunload', ask);
  };
}
