/** The address as the app's router compares it: decoded, in lower case, without slashes at the end. */
export function addressOf(path: string): string {
  const parts = path.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2f'));
  return parts.join('/').toLowerCase().replace(/\/+$/, '') || '/';
}

/** Whether an address matches a route such as `/asset/:id`, where a part with a colon stands for any one part. */
export function matches(route: string, address: string): boolean {
  const [pattern, parts] = [route.toLowerCase().split('/'), address.split('/')];
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}
