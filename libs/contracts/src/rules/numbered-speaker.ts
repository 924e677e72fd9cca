/** Whether a speaker has a number of one recording, as recognition gives it (`Speaker 2`), and no name yet. */
export function isNumberedSpeaker(name: string | undefined): boolean {
  return name !== undefined && /^Speaker \d{1,3}$/.test(name);
}
