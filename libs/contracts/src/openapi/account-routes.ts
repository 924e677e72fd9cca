import { successEnvelope } from '../common/envelope.ts';
import {
  currentUser,
  loginBody,
  registerBody,
  sessionUser,
  uploadAllowance,
  userIdBody,
} from '../routes/auth.routes.ts';
import { quotePromptBody, searchPromptBody, userSettings } from '../routes/settings.routes.ts';
import { answerOf, done, success } from './answers.ts';
import { person } from './examples.ts';
import { route } from './route.ts';
import { tooManyTries } from './shared.ts';

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI5ZjRjMWQ1MiJ9.c2lnbmF0dXJl';
const signedIn = success(sessionUser, { ...person, token });
const settings = success(userSettings, {
  custom_prompt: 'Numbers first.',
  quote_ct: 2,
  base_search_prompt: 'Answer in two sentences, for a product page.',
});

/** `canUpload` and `msg` are both in `data` and at the top level, for clients that read either. */
const canUpload = uploadAllowance.pick({ canUpload: true, msg: true });

export const accountRoutes = {
  register: route('Account', 'POST /auth/register', {
    summary: 'Create an account and sign in',
    description: 'A free account can upload for 3 days, an executive account for a month.',
    caller: 'anyone',
    isThrottled: true,
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
  login: route('Account', 'POST /auth/login', {
    hasKey: false,
    summary: 'Sign in',
    description:
      'The `data.token` of the answer authorises all other calls. A person has at most 100 sessions; a new one ends the oldest.',
    caller: 'anyone',
    isThrottled: true,
    body: { schema: loginBody, example: { email: person.email, password: 'analytical engine' } },
    answer: signedIn,
    failures: {
      401: 'No account has this e-mail address and password.',
      403: 'The account is disabled.',
      429: `${tooManyTries}, or wrong passwords for this account in the last 15.`,
    },
  }),
  checkSession: route('Account', 'POST /auth/check', {
    needs: 'person',
    hasKey: false,
    summary: 'The user of this token',
    answer: success(currentUser, person),
  }),
  logout: route('Account', 'POST /auth/logout', {
    needs: 'person',
    hasKey: false,
    summary: 'End the session of this token',
    answer: done,
  }),
  getSettings: route('Prompts', 'POST /auth/', {
    needs: 'library.read',
    hasKey: false,
    summary: 'The current prompts',
    body: { schema: userIdBody, example: { userId: person.id }, isOptional: true },
    answer: settings,
  }),
  updateQuotePrompt: route('Prompts', 'POST /muxupload/update-custom-prompt', {
    needs: 'prompts.edit',
    summary: 'Change the quote prompt and the number of quotes',
    body: {
      schema: quotePromptBody,
      example: { userId: person.id, customPrompt: 'Numbers first.', quoteCt: 2 },
    },
    answer: settings,
  }),
  updateSearchPrompt: route('Prompts', 'POST /muxupload/update-base-search-prompt', {
    needs: 'prompts.edit',
    summary: 'Change the system prompt of the chapter search',
    body: {
      schema: searchPromptBody,
      example: { userId: person.id, customPrompt: 'Answer in two sentences, for a product page.' },
    },
    answer: settings,
  }),
  canUploadVideo: route('Upload', 'POST /auth/can-upload-video', {
    needs: 'library.read',
    hasKey: false,
    summary: 'Whether one more video can be uploaded',
    description: 'Counts the videos of the library and the open uploads.',
    answer: answerOf(successEnvelope(uploadAllowance).extend(canUpload.shape), {
      data: { canUpload: true, msg: '', used: 1, videoLimit: 2 },
      canUpload: true,
      msg: '',
    }),
  }),
};
