/** Settings of a topic as the protocol lists them. */
export function toConfigEntries(
  configs: Readonly<Record<string, string>>,
): { name: string; value: string }[] {
  return Object.entries(configs).map(([name, value]) => ({ name, value }));
}
