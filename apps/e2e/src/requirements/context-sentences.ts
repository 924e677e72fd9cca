/** A sentence of the product document that no test of the product can quote, and why. */
export interface ContextSentence {
  readonly sentence: string;
  readonly why: string;
}

const introduces = 'It says whom or what the document is about.';
const foretells =
  'It sums up what others say one by one; clips are cut in the editor of the second document.';
const tellsNothing = 'It says what the document does not tell.';
const needsEditor =
  'Popups of one chapter, and clips, open from the editor, which is not there yet: until then they are proven beside the components.';

/** Keep this short: what can be proven does not belong here. */
export const contextSentences: readonly ContextSentence[] = [
  {
    sentence: 'The product is a web application for executives and product-marketing users.',
    why: introduces,
  },
  {
    sentence:
      'Signed-in users upload webinar videos, which are chaptered automatically, with quotes, clips, snapshots and search across their library.',
    why: foretells,
  },
  {
    sentence:
      'Quotes are extracted, clips and snapshots can be made, and a search runs over the whole library.',
    why: foretells,
  },
  {
    sentence: "This document covers the public pages, registration, sign-in and the user's video library.",
    why: introduces,
  },
  { sentence: 'The video editor and the admin area are in the second document.', why: introduces },
  {
    sentence:
      'Audiences: visitors (marketing landing page), registered users (plan free or executive), and operators (admin area, described in the second document).',
    why: introduces,
  },
  { sentence: 'Admin routes are in the second document.', why: introduces },
  { sentence: 'Their detail is in the second document.', why: introduces },
  {
    sentence:
      "Other modals that belong to this page: a prompt modal 'Chapter-specific Search Base Prompt' with three editable sections (System Prompt, Chapter-specific Quotes, Overall Video Summary), each with edit, save and cancel; popups for quote prompts and search prompts; a clip popup; a screenshot popup.",
    why: needsEditor,
  },
  {
    sentence:
      'The search-prompt send button and the save buttons in the prompt modal are enabled only when the text is longer than 3 characters.',
    why: needsEditor,
  },
  { sentence: 'The quote-prompt send has no minimum.', why: needsEditor },
  {
    sentence: 'Visitor (anonymous), registered user (plan free or executive), admin (second document).',
    why: introduces,
  },
  { sentence: 'The rules behind that decision are not shown.', why: tellsNothing },
  { sentence: 'Server behaviour behind every call is not shown.', why: tellsNothing },
  {
    sentence:
      'The flow then also navigates to /login, so the final destination is ambiguous: either /asset/view or /login.',
    why: 'It leaves open what the sentence before it settles: /asset/view.',
  },
  {
    sentence: 'Other failures are only logged to the console.',
    why: 'It allows silence where the product speaks: every failure of an action is told where it was begun.',
  },
];
