import { saveBlob } from './save-blob.ts';

/** Downloads a text as a file. */
export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type }), name);
}
