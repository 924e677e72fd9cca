export const editorStrings = {
  chapters: 'Chapters',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  expand: (title: string) => `Show details of ${title}`,
  playFrom: (time: string, title: string) => `Play from ${time}: ${title}`,
  playQuote: (time: string) => `Play this quote from ${time}`,
} as const;
