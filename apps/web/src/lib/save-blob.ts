/** Time that the browser gets to read the bytes after the click. */
const readableMs = 60_000;

/** Downloads a blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, readableMs);
}
