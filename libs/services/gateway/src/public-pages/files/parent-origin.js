/**
 * Where messages to the embedding page go; empty when it is not known, and `*` when it has no origin, as in a sandbox: only
 * pages that the owner of the portal named may embed this one.
 */
export function parentOrigin(named, referrer) {
  if (named === '*' || named === 'null') return '*';
  const address = named ?? referrer;
  if (!URL.canParse(address)) return '';
  const { origin } = new URL(address);
  return origin === 'null' ? '' : origin;
}
