/**
 * An address to which the browser may be led.
 * @throws for one that is no web address: a script in it would run as this page
 */
export function webAddress(address: string): string {
  const { protocol, href } = new URL(address, window.location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`${protocol} is no web address.`);
  return href;
}
