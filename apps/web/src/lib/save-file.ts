/** A picture is made when it is asked for, which may take its turn behind others. */
const withinMs = 30_000;

/**
 * Downloads what is at an address under a name. Fetched first: a link alone cannot name a file of another origin, nor
 * say that it failed.
 * @throws when it cannot be had
 */
export async function saveFile(url: string, name: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  if (!answer.ok) throw new Error(`${name} was answered ${String(answer.status)}.`);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after this call.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, withinMs);
}
