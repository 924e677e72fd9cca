/** A sentence of a requirement document that no test can prove, with the reason. */
export interface ContextSentence {
  readonly sentence: string;
  readonly why: string;
}

const describesScope = 'It describes the scope of the document.';
const summarises = 'It summarises sentences that are proven one by one.';
const allowsLess =
  'It allows less than the product does: the product shows every failure of an action where it was started.';
const statesOmission = 'It says what the document leaves out.';

/** Only sentences that cannot be proven. */
export const contextSentences: readonly ContextSentence[] = [
  {
    sentence: 'The product is a web application for executives and product-marketing users.',
    why: describesScope,
  },
  {
    sentence:
      'Signed-in users upload webinar videos, which are chaptered automatically, with quotes, clips, snapshots and search across their library.',
    why: summarises,
  },
  {
    sentence:
      'Quotes are extracted, clips and snapshots can be made, and a search runs over the whole library.',
    why: summarises,
  },
  {
    sentence: "This document covers the public pages, registration, sign-in and the user's video library.",
    why: describesScope,
  },
  { sentence: 'The video editor and the admin area are in the second document.', why: describesScope },
  {
    sentence:
      'Audiences: visitors (marketing landing page), registered users (plan free or executive), and operators (admin area, described in the second document).',
    why: describesScope,
  },
  { sentence: 'Admin routes are in the second document.', why: describesScope },
  { sentence: 'Their detail is in the second document.', why: describesScope },
  {
    sentence: 'Visitor (anonymous), registered user (plan free or executive), admin (second document).',
    why: describesScope,
  },
  { sentence: 'The rules behind that decision are not shown.', why: statesOmission },
  { sentence: 'Server behaviour behind every call is not shown.', why: statesOmission },
  {
    sentence:
      'The flow then also navigates to /login, so the final destination is ambiguous: either /asset/view or /login.',
    why: 'It leaves a question open, which the sentence before it answers: /asset/view.',
  },
  {
    sentence: 'Other failures are only logged to the console.',
    why: allowsLess,
  },
  { sentence: 'The product is a webinar video service.', why: describesScope },
  {
    sentence:
      'This document covers the video editor screen and the admin area, with their calls, errors and constants.',
    why: describesScope,
  },
  {
    sentence: 'The library page, public pages, registration and user sign-in are in another document.',
    why: describesScope,
  },
  { sentence: 'Other permissions: not shown.', why: statesOmission },
  { sentence: 'What the server does internally in each call is not shown.', why: statesOmission },
  {
    sentence: 'Chapter save failures, and user, video and history list load failures, are only logged.',
    why: allowsLess,
  },
];
