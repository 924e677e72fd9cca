/** A sentence of a product document that no test of the product can quote, and why. */
export interface ContextSentence {
  readonly sentence: string;
  readonly why: string;
}

const introduces = 'It says whom or what the document is about.';
const foretells = 'It sums up what others say one by one.';
const speaks =
  'It allows silence where the product speaks: every failure of an action is told where it was begun.';
const tellsNothing = 'It says what the document does not tell.';

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
    why: speaks,
  },
  { sentence: 'The product is a webinar video service.', why: introduces },
  {
    sentence:
      'This document covers the video editor screen and the admin area, with their calls, errors and constants.',
    why: introduces,
  },
  {
    sentence: 'The library page, public pages, registration and user sign-in are in another document.',
    why: introduces,
  },
  { sentence: 'Other permissions: not shown.', why: tellsNothing },
  { sentence: 'What the server does internally in each call is not shown.', why: tellsNothing },
  {
    sentence: 'Chapter save failures, and user, video and history list load failures, are only logged.',
    why: speaks,
  },
];
