import { saveCommandLimit } from '../rules/chapter-limits.ts';
import { errorEnvelope } from '../common/envelope.ts';
import {
  glossary,
  glossaryBody,
  glossaryImport,
  glossaryImportBody,
  glossaryLimits,
  glossaryPlaces,
  glossaryPlacesQuery,
  glossaryProposals,
  unconfirmedForms,
  type Glossary,
} from '../routes/glossary.routes.ts';
import { success } from './answers.ts';
import { videoExample } from './examples.ts';
import { route } from './route.ts';
import { videoParams } from './shared.ts';

const term = {
  id: 'b8J3mZ0yT5uWc1Rk',
  term: 'Kubernetes',
  wrongForms: ['cuban eddies'],
  isCaseSensitive: false,
};
const example: Glossary = {
  terms: [term],
  version: 3,
  offers: [{ from: 'pikachti', to: 'Piketty', count: 2 }],
};
const answer = success(glossary, example);
const line = { start: 61.4, end: 64.02, text: 'We run it on cuban eddies.' };
const tag = 'Glossary';

export const glossaryRoutes = {
  getGlossary: route(tag, 'GET /glossary', {
    needs: 'library.read',
    summary: 'Your glossary',
    answer,
  }),
  saveGlossary: route(tag, 'PUT /glossary', {
    needs: 'library.edit',
    summary: 'Save the terms',
    description:
      'Replaces the whole list. Wrong forms are replaced in the transcripts of new videos; for the others, see the places.',
    body: {
      schema: glossaryBody,
      example: { terms: [term], version: 2, dismissed: [{ from: 'tee', to: 'tea' }] },
    },
    answer,
    failures: {
      400: 'A term or wrong form is invalid, or is there twice; `msg` names both.',
      409: {
        when: 'The glossary has changed since that `version`; `data` is the present one, with the `version` to edit.',
        schema: errorEnvelope.extend({ data: glossary }),
      },
      422: {
        when: 'New wrong forms are ordinary English words, such as `help`: `data` names them. Send them as `ordinaryForms` when they are to be replaced everywhere.',
        schema: errorEnvelope.extend({ data: unconfirmedForms }),
      },
      413: `The body is larger than 1 MiB, or the glossary than ${String(saveCommandLimit / 1024)} KiB.`,
    },
  }),
  exportGlossary: route(tag, 'GET /glossary.csv', {
    needs: 'library.read',
    summary: 'The terms as CSV',
    answer: {
      file: 'text/csv',
      description:
        'UTF-8 with the header `term,wrong forms,case sensitive`. Wrong forms are joined by `; `; the last column is `true` or `false`.',
    },
  }),
  importGlossary: route(tag, 'POST /glossary/import', {
    needs: 'library.edit',
    summary: 'Add terms from CSV',
    description: `Adds terms, and wrong forms to terms that exist; nothing is removed. When a line is wrong, nothing is imported, and \`problems\` names up to ${String(glossaryLimits.problems)} such lines. Wrong forms that are ordinary English words are left out, unless \`ordinaryForms\` names them.`,
    body: {
      schema: glossaryImportBody,
      example: { csv: 'term,wrong forms,case sensitive\r\nPiketty,Pikachti; Pick Eddie,false\r\n' },
    },
    answer: success(glossaryImport, { added: 1, changed: 0, problems: [], leftOut: [] }),
    failures: {
      409: 'The glossary is being changed elsewhere: try again.',
      413: `The body is larger than 1 MiB, or the glossary would be than ${String(saveCommandLimit / 1024)} KiB.`,
    },
  }),
  findGlossaryPlaces: route(tag, 'GET /glossary/places', {
    needs: 'library.read',
    summary: 'Where wrong forms stand in your videos',
    description: `Whole words in the newest ${String(glossaryLimits.videos)} videos, at most ${String(glossaryLimits.places)} places at once. Nothing is changed: send \`before\` and \`after\` of the chosen places as changes of the transcript.`,
    query: glossaryPlacesQuery,
    answer: success(glossaryPlaces, {
      places: [
        {
          videoId: videoExample.id,
          title: videoExample.title,
          before: [line],
          after: [{ ...line, text: 'We run it on Kubernetes.' }],
          words: [{ found: 'cuban eddies', term: 'Kubernetes' }],
          isConfirmed: true,
        },
      ],
      isComplete: true,
      next: null,
    }),
    failures: { 404: 'There is no such video, or it is somebody else’s.' },
  }),
  findGlossaryProposals: route(tag, 'GET /muxvideos/{id}/glossary-proposals', {
    needs: 'library.edit',
    summary: 'Words of a video that sound like a term',
    description: `At most ${String(glossaryLimits.proposals)}. They may be right: only a person decides, and adds them to the wrong forms.`,
    params: videoParams,
    answer: success(glossaryProposals, {
      proposals: [{ found: 'Cuban Eddies', term: 'Kubernetes', lines: 2, example: line }],
    }),
  }),
};
