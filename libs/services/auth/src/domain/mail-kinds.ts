/** The kinds of mail. */
export const mailKinds = [
  'welcome',
  'password-reset',
  'email-confirm',
  'email-changed',
  'trial-ends',
  'webinar-ready',
  'invitation',
  'role-changed',
  'owner-added',
  'member-removed',
  'team-closed',
  'sso-required',
  'domain-lost',
  'emergency-sign-in',
] as const;

export type MailKind = (typeof mailKinds)[number];

/** The outcomes: accepted by the mail server, no longer needed, or failed for good. */
export const mailEnds = ['sent', 'dropped', 'failed'] as const;

export type MailEnd = (typeof mailEnds)[number];
