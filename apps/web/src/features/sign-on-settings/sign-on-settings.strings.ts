import type { SsoRecord } from '@vault/contracts';
import type { StepId } from './model/steps.ts';

type Check = NonNullable<SsoRecord['test']>['checks'][number]['what'];

export const signOnStrings = {
  title: 'Single sign-on',
  lead: 'People of the team sign in at your identity provider instead of with a password here.',
  notLoaded: 'Single sign-on could not be loaded. Check the connection, and try again.',
  notSaved: 'It was not saved. Please try again.',
  notDone: 'That did not work. Please try again.',
  unchanged: 'Nothing was changed and nobody was signed in.',
  askForPassword: 'Who has no password asks for one with “Forgot password”.',
} as const;

/** The names of the steps, and what each is about. */
export const stepWords: Readonly<Record<StepId, { readonly name: string; readonly text: string }>> = {
  domain: { name: 'Domain', text: 'Which addresses are yours?' },
  provider: { name: 'Provider', text: 'Where do your people sign in?' },
  people: { name: 'People', text: 'Who may come in, and as what?' },
  test: { name: 'Test', text: 'Does it work?' },
  require: { name: 'Require', text: 'May a password still be used?' },
};

export const checkWords: Readonly<Record<Check, string>> = {
  answer: 'Answer',
  issuer: 'Issuer',
  audience: 'Audience',
  nonce: 'Nonce',
  signature: 'Signature',
  time: 'Time',
  address: 'Address',
  groups: 'Groups',
  removal: 'Removal',
};

/** Where each provider has what is needed here. */
export const providerHelp = [
  {
    name: 'Microsoft Entra ID',
    lines: [
      'App registrations → New registration. Redirect URI: “Web”, with the sign-in address above.',
      'Overview: the application (client) ID is the client id.',
      'Certificates & secrets → New client secret: its value is the client secret.',
      'The issuer is https://login.microsoftonline.com/TENANT-ID/v2.0. For roles: Token configuration → Add groups claim.',
    ],
  },
  {
    name: 'Okta',
    lines: [
      'Applications → Create App Integration → “OIDC” and “Web Application”.',
      'Sign-in redirect URI and initiate login URI: the sign-in address above.',
      'General → Client Credentials has the client id and the secret. Assignments: who may use it.',
      'The issuer is https://YOUR-ORGANISATION.okta.com. For roles: Sign On → Groups claim filter, named “groups”.',
    ],
  },
  {
    name: 'Google Workspace',
    lines: [
      'Google Cloud console → Google Auth Platform → Clients → Create client → “Web application”.',
      'Authorised redirect URIs: the sign-in address above.',
      'Audience: “Internal”, so that only your organisation signs in.',
      'The issuer is https://accounts.google.com. Google sends no groups: give roles here, among the members.',
    ],
  },
  {
    name: 'Keycloak',
    lines: [
      'Clients → Create client → “OpenID Connect”, with client authentication on.',
      'Valid redirect URIs: the sign-in address above. Logout settings → Backchannel logout URL: the sign-out address.',
      'Credentials has the client secret. The client id is the one that you chose.',
      'The issuer is https://YOUR-HOST/realms/REALM. For roles: Client scopes → dedicated → Add mapper → Group Membership, “groups”, without the full path.',
    ],
  },
] as const;
