/**
 * A condition that a field contains this text, ignoring case. The text is matched literally, with the same result on
 * every store.
 */
export function containsText(text: string): { readonly $regex: string; readonly $options: 'i' } {
  const $regex = text.replaceAll('\0', '').replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return { $regex, $options: 'i' };
}
