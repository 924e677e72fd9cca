import {
  currentUserAnswer,
  doneAnswer,
  sessionUserAnswer,
  uploadAllowanceAnswer,
  userSettingsAnswer,
} from '../routes/answers.ts';
import { loginBody, registerBody, userIdBody } from '../routes/auth.routes.ts';
import { quotePromptBody, searchPromptBody } from '../routes/settings.routes.ts';
import { answerOf, apiRoute } from './api-route.ts';
import { person } from './examples.ts';

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI5ZjRjMWQ1MiJ9.c2lnbmF0dXJl';
const signedIn = answerOf(sessionUserAnswer, { status: 'success', data: { ...person, token } });
const settings = answerOf(userSettingsAnswer, {
  status: 'success',
  data: {
    custom_prompt: 'Numbers first.',
    quote_ct: 2,
    base_search_prompt: 'Answer in two sentences, for a product page.',
  },
});
const tooManyTries = 'Too many tries from this address in the last minute';

export const accountRoutes = [
  apiRoute({
    id: 'register',
    method: 'post',
    path: '/auth/register',
    tag: 'Account',
    summary: 'Create an account and sign in',
    description: 'A free account can upload for 3 days, an executive account for a month.',
    caller: 'anyone',
    body: {
      schema: registerBody,
      example: {
        firstname: 'Ada',
        lastname: 'Lovelace',
        email: person.email,
        password: 'analytical engine',
        plan: 'executive',
      },
    },
    answer: signedIn,
    failures: {
      409: 'There is an account with this e-mail address.',
      429: `${tooManyTries}, or too many accounts from it in the last hour.`,
    },
  }),
  apiRoute({
    id: 'login',
    hasKey: false,
    method: 'post',
    path: '/auth/login',
    tag: 'Account',
    summary: 'Sign in',
    description:
      'The `data.token` of the answer authorises all other calls. A person has at most 100 sessions; a new one ends the oldest.',
    caller: 'anyone',
    body: { schema: loginBody, example: { email: person.email, password: 'analytical engine' } },
    answer: signedIn,
    failures: {
      401: 'No account has this e-mail address and password.',
      403: 'The account is disabled.',
      429: `${tooManyTries}, or wrong passwords for this account in the last 15.`,
    },
  }),
  apiRoute({
    id: 'checkSession',
    hasKey: false,
    method: 'post',
    path: '/auth/check',
    tag: 'Account',
    summary: 'The user of this token',
    answer: { schema: currentUserAnswer, example: { status: 'success', data: person } },
  }),
  apiRoute({
    id: 'logout',
    hasKey: false,
    method: 'post',
    path: '/auth/logout',
    tag: 'Account',
    summary: 'End the session of this token',
    answer: { schema: doneAnswer, example: { status: 'success', data: {} } },
  }),
  apiRoute({
    id: 'getSettings',
    hasKey: false,
    method: 'post',
    path: '/auth/',
    tag: 'Prompts',
    summary: 'The current prompts',
    body: { schema: userIdBody, example: { userId: person.id }, isOptional: true },
    answer: settings,
  }),
  apiRoute({
    id: 'updateQuotePrompt',
    method: 'post',
    path: '/muxupload/update-custom-prompt',
    tag: 'Prompts',
    summary: 'Change the quote prompt and the number of quotes',
    body: {
      schema: quotePromptBody,
      example: { userId: person.id, customPrompt: 'Numbers first.', quoteCt: 2 },
    },
    answer: settings,
  }),
  apiRoute({
    id: 'updateSearchPrompt',
    method: 'post',
    path: '/muxupload/update-base-search-prompt',
    tag: 'Prompts',
    summary: 'Change the system prompt of the chapter search',
    body: {
      schema: searchPromptBody,
      example: { userId: person.id, customPrompt: 'Answer in two sentences, for a product page.' },
    },
    answer: settings,
  }),
  apiRoute({
    id: 'canUploadVideo',
    hasKey: false,
    method: 'post',
    path: '/auth/can-upload-video',
    tag: 'Upload',
    summary: 'Whether one more video can be uploaded',
    description: 'Counts the videos of the library and the open uploads.',
    answer: {
      schema: uploadAllowanceAnswer,
      example: {
        status: 'success',
        data: { canUpload: true, msg: '', used: 1, videoLimit: 2 },
        canUpload: true,
        msg: '',
      },
    },
  }),
];
