/** Time that the browser gets to read the bytes: it loads tracks and downloads some time after the page names them. */
const readableMs = 60_000;

/** Frees the memory behind the address of a blob that the page no longer shows. */
export function revokeLater(address: string): void {
  setTimeout(() => URL.revokeObjectURL(address), readableMs);
}
