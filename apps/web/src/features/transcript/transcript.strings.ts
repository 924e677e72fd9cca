const changes = (count: number) => (count === 1 ? '1 change' : `${String(count)} changes`);

export const transcriptStrings = {
  notSaved: (count: number) => `Not saved: ${changes(count)} of the transcript only on this page.`,
  notSavedYet: (count: number) => `${changes(count)} of the transcript not saved yet.`,
  toChoose: (count: number) =>
    count === 1 ? '1 line was changed elsewhere too.' : `${String(count)} lines were changed elsewhere too.`,
  leaveText: 'Changes of the transcript are not saved, and this browser cannot keep them.',
  recognisedWords: 'Recogniser’s words',
} as const;
