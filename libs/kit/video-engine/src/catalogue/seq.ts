let last = 0;

/** A number that rises with each call, and with the clock from one process to the next: its hundredths of milliseconds. */
export function nextSeq(): number {
  last = Math.max(last + 1, Date.now() * 100);
  return last;
}
