/** A picture is made when it is asked for, which may take its turn behind others. */
const withinMs = 30_000;

function follow(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/**
 * Downloads what is at an address under a name. Fetched first: a link alone cannot name a file of another origin, nor
 * say that it failed.
 * @throws when it cannot be had
 */
export async function saveFile(url: string, name: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  if (!answer.ok) throw new Error(`${name} was answered ${String(answer.status)}.`);
  const address = URL.createObjectURL(await answer.blob());
  follow(address, name);
  // The browser reads it after this call.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, withinMs);
}

/**
 * Has the browser download a file under a name, however large: nothing of it passes through the page. The video host
 * is told the name, too, for a browser names files of another origin as that origin says.
 */
export function downloadFile(url: string, name: string): void {
  const address = new URL(url, window.location.href);
  address.searchParams.set('download', name);
  follow(address.href, name);
}
