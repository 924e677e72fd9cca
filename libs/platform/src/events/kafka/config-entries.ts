/** Converts topic settings to the protocol's list. */
export function toConfigEntries(
  configs: Readonly<Record<string, string>>,
): { name: string; value: string }[] {
  return Object.entries(configs).map(([name, value]) => ({ name, value }));
}
