/** Labels of the controls around an upload, for any user interface built on the engine. */
export const uploadLabels = {
  pause: 'Pause',
  pausing: 'Pausing...',
  resume: 'Resume',
  tryAgain: 'Try again',
} as const;
