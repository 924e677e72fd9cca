/** The file that an address of media names, whoever it was given to: without the ticket of the gateway. */
export function mediaFileOf(address: string): string {
  return new URL(address, 'http://product').pathname.replace(/^\/api\/media\/[^/]+/, '');
}
