/**
 * A condition on a field: it holds this text somewhere, in any case. The same on every store: what means something in a
 * pattern is taken literally.
 */
export function containsText(text: string): { readonly $regex: string; readonly $options: 'i' } {
  const $regex = text.replaceAll('\0', '').replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return { $regex, $options: 'i' };
}
