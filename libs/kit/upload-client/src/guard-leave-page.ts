import type { Upload, UploadState } from './upload.ts';

const unfinished = new Set<UploadState>(['uploading', 'pausing', 'paused', 'offline']);

/**
 * Makes the browser ask for confirmation before the page is left while the upload is unfinished. The listener is
 * registered only then, because it prevents some browsers from caching the page. Disposing of the upload removes it.
 * @returns a function that removes the guard
 */
export function guardLeavePage(upload: Upload, page: Window = window): () => void {
  const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();
  const update = (): void => {
    if (unfinished.has(upload.snapshot().state)) page.addEventListener('beforeunload', confirmLeaving);
    else page.removeEventListener('beforeunload', confirmLeaving);
  };
  const unsubscribe = upload.subscribe(update);
  update();
  return () => {
    unsubscribe();
    page.removeEventListener('beforeunload', confirmLeaving);
  };
}
