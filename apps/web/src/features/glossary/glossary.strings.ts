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
  cancel: 'Cancel',
  undo: 'Undo',
  notLoaded: `The glossary could not be loaded. ${checkConnection}`,
  notSaved: `This was not saved. ${checkConnection}`,
  offer: (from: string, to: string, count: number) =>
    `You changed “${from}” to “${to}”${timesOf(count)}. Always write it like this?`,
  moreOffers: (count: number) => `Show ${formatNumber(count)} more`,
  addOffer: (from: string, to: string) => `Add: always correct “${from}” to “${to}”`,
  dismissOffer: (from: string, to: string) => `Dismiss “${from}” for “${to}”`,
  offerAdded: (from: string, to: string) => `In new videos, “${from}” becomes “${to}” from now on.`,
  added: (term: string) => `“${term}” is in the glossary.`,
  full: `A glossary has at most ${formatNumber(glossaryLimits.terms)} terms. Remove one to add another.`,

  terms: 'Terms',
  count: (count: number) => countOf(count, 'term'),
  found: (count: number, all: number) => `${formatNumber(count)} of ${countOf(all, 'term')}`,
  search: 'Search the terms',
  noneFound: (keyword: string) => `No term or misheard form contains “${keyword}”.`,
  showAll: (count: number) => `Show all ${formatNumber(count)} terms`,

  nameOf: (term: string) => `Name of “${term}”`,
  formsOf: (term: string) => `“${term}” is often heard as`,
  addForm: (term: string) => `Add what is heard for “${term}”`,
  removeForm: (form: string) => `Remove “${form}”`,
  formRemoved: (form: string) => `“${form}” is removed.`,
  formAdded: (form: string) => `“${form}” is added.`,
  exactCase: 'Match case',
  exactCaseOf: (term: string) => `Match case for “${term}”: only words in exactly this case are corrected`,
  remove: (term: string) => `Remove “${term}” from the glossary`,
  removed: (term: string) => `“${term}” is removed from the glossary.`,
  notImported: `The file was not imported. ${checkConnection}`,
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
  notExported: `The glossary could not be exported. ${checkConnection}`,

  applyTitle: 'Apply to the library',
  notFound: `The videos could not be searched. ${checkConnection}`,
  places: (count: number, ofVideos: number) => `${lines(count)} in ${videos(ofVideos)}`,
  untitled: 'Untitled webinar',
  chooseVideo: (title: string, count: number) => `Change ${lines(count)} of ${title}`,
  choosePlace: (found: string, time: string) => `Replace “${found}” at ${time}`,
  chosen: (count: number, all: number) => `${formatNumber(count)} of ${lines(all)} chosen`,
  apply: (count: number) => (count === 0 ? 'Apply' : `Apply to ${lines(count)}`),
  failed: `Not changed. ${checkConnection}`,
} as const;
