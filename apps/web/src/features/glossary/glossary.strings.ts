import { glossaryLimits } from '@vault/contracts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';

const checkConnection = 'Check the connection, and try again.';
const lines = (count: number) => countOf(count, 'line');
const videos = (count: number) => countOf(count, 'video');
const timesOf = (count: number) =>
  count === 1 ? '' : count === 2 ? ' twice' : ` ${formatNumber(count)} times`;
const are = (count: number) => (count === 1 ? 'is' : 'are');

export const glossaryStrings = {
  title: 'Glossary',
  about:
    'Names and terms that the captions get wrong. In new videos, the forms that you list are corrected before chapters, titles and quotes are written. In earlier videos, you choose the lines.',
  loading: 'Loading',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  undo: 'Undo',
  notLoaded: `The glossary could not be loaded. ${checkConnection}`,
  notSaved: `This was not saved. ${checkConnection}`,
  notSavedYet: 'Not saved.',
  leaveText: 'The last change to the glossary is not saved yet.',

  offersTitle: 'Corrections that you made',
  offer: (from: string, to: string, count: number) =>
    `You changed “${from}” to “${to}”${timesOf(count)}. Always write it like this?`,
  moreOffers: (count: number) => `Show ${formatNumber(count)} more`,
  add: 'Add',
  addOffer: (from: string, to: string) => `Add: always correct “${from}” to “${to}”`,
  dismiss: 'Dismiss',
  dismissOffer: (from: string, to: string) => `Dismiss “${from}” for “${to}”`,
  offerAdded: (from: string, to: string) => `In new videos, “${from}” becomes “${to}” from now on.`,

  addTitle: 'New term',
  term: 'Correct spelling',
  wrongForms: 'Often heard as',
  wrongFormsHint: 'Separate them with commas. You can add them later.',
  addTerm: 'Add term',
  added: (term: string) => `“${term}” is in the glossary.`,
  noName: 'Please enter the correct spelling.',
  full: `A glossary has at most ${formatNumber(glossaryLimits.terms)} terms. Remove one to add another.`,

  terms: 'Terms',
  count: (count: number) => countOf(count, 'term'),
  found: (count: number, all: number) => `${formatNumber(count)} of ${countOf(all, 'term')}`,
  search: 'Search the terms',
  noneFound: (keyword: string) => `No term or misheard form contains “${keyword}”.`,
  showAll: (count: number) => `Show all ${formatNumber(count)} terms`,
  emptyTitle: 'No terms yet',
  emptyText: 'An example: a talk is about Thomas Piketty, and the captions say',
  emptyNext:
    'Add the name, and what the captions made of it. In new videos exactly these forms are then corrected. Others that sound alike are only suggested: the card of the video says how many names you have to check.',

  nameOf: (term: string) => `Name of “${term}”`,
  formsOf: (term: string) => `“${term}” is often heard as`,
  addForm: (term: string) => `Add what is heard for “${term}”`,
  addFormHere: 'Also heard as',
  removeForm: (form: string) => `Remove “${form}”`,
  formRemoved: (form: string) => `“${form}” is removed.`,
  formAdded: (form: string) => `“${form}” is added.`,
  exactCase: 'Match case',
  exactCaseOf: (term: string) => `Match case for “${term}”: only words in exactly this case are corrected`,
  remove: (term: string) => `Remove “${term}” from the glossary`,
  removed: (term: string) => `“${term}” is removed from the glossary.`,

  conflictTitle: 'Changed in two places',
  conflictText: 'Someone else, or another of your tabs, has changed this term. Choose which version to keep.',
  yours: 'Yours',
  theirs: 'The other version',
  gone: 'Removed',
  notReplaced: 'This was not saved: an ordinary word would be replaced everywhere.',

  later: 'Discard mine',
  keep: 'Keep my choice',

  importCsv: 'Import CSV',
  importFile: 'CSV file of a glossary',
  exportCsv: 'Export CSV',
  notImported: `The file was not imported. ${checkConnection}`,
  largeFile: 'The file is too large: a glossary has at most 1 MB.',
  notRead: 'The file could not be read.',
  imported: (added: number, changed: number) =>
    added + changed === 0
      ? 'Everything in the file is in the glossary already.'
      : [
          ...(added > 0 ? [`${countOf(added, 'term')} added`] : []),
          ...(changed > 0 ? [`${countOf(changed, 'term')} changed`] : []),
        ].join(', ') + '.',
  problemsTitle: (count: number) =>
    `Nothing was imported: ${countOf(count, 'line')} of the file ${are(count)} wrong.`,
  problemLine: (line: number) => `Line ${formatNumber(line)}`,
  leftOutTitle: (count: number) =>
    `${countOf(count, 'misheard form')} ${are(count)} left out: ordinary words would be replaced everywhere.`,
  leftOut: (form: string, term: string) => `“${form}” for “${term}”`,
  addLeftOut: 'Add them all the same',
  dismissProblems: 'Close the list of problems',
  notExported: `The glossary could not be exported. ${checkConnection}`,

  applyTitle: 'Apply to the library',
  applyAbout:
    'Every line in your library that contains a misheard form from your glossary. Nothing changes until you apply it, and you can undo it for ten minutes. Captions, the search, and the titles, summaries and quotes that repeat these words follow.',
  allTerms: 'Glossary',
  looking: 'Looking through your videos',
  notFound: `The videos could not be searched. ${checkConnection}`,
  nothing: 'Nothing to fix in your videos.',
  places: (count: number, ofVideos: number) => `${lines(count)} in ${videos(ofVideos)}`,
  more: 'There may be more lines than these.',
  findMore: 'Find more',
  findAgain: 'Search again',
  untitled: 'Untitled webinar',
  chooseVideo: (title: string, count: number) => `Change ${lines(count)} of ${title}`,
  choosePlace: (found: string, time: string) => `Replace “${found}” at ${time}`,
  chosen: (count: number, all: number) => `${formatNumber(count)} of ${lines(all)} chosen`,
  apply: (count: number) => (count === 0 ? 'Apply' : `Apply to ${lines(count)}`),

  waiting: 'Waiting',
  saving: 'Saving…',
  done: (count: number) => `${lines(count)} changed`,
  undone: (count: number) => `${lines(count)} restored`,
  changedElsewhere: 'These lines have since been changed elsewhere, so they stay as they are.',
  failed: `Not changed. ${checkConnection}`,
  running: (at: number, count: number) => `Video ${formatNumber(at)} of ${formatNumber(count)}`,
  progress: 'Videos that are changed',
  runLeaveText: 'The corrections are not finished yet. The videos that were not reached stay as they are.',
  ended: ({
    isUndo,
    count,
    ofVideos,
    failed,
  }: {
    isUndo: boolean;
    count: number;
    ofVideos: number;
    failed: number;
  }) =>
    [
      ...(count > 0 || failed === 0
        ? [`${lines(count)} in ${videos(ofVideos)} ${are(count)} ${isUndo ? 'restored' : 'corrected'}.`]
        : []),
      ...(failed > 0 ? [`${videos(failed)} could not be changed.`] : []),
    ].join(' '),

  undoTitle: 'Undo the corrections',
  undoText: (count: number, ofVideos: number) =>
    `The glossary corrected ${lines(count)} in ${videos(ofVideos)}. You can undo this for ten minutes.`,
  dismissUndo: 'Dismiss this offer',
} as const;
