import { hello, teamName, timeText, type Recipient } from './mail-content.ts';
import type { MailContent } from './mail-layout.ts';

type Named = Pick<Recipient, 'firstname'>;

interface TeamOf {
  /** The base address of links, without a trailing slash. */
  readonly site: string;
  readonly team: string;
}

/** To members who sign in at the provider of a team from now on. */
export function ssoRequiredContent({ firstname }: Named, { site, team }: TeamOf): MailContent {
  const name = teamName(team);
  return {
    subject: `${name} now asks for single sign-on`,
    preview: 'Your password opens the product no longer.',
    greeting: hello(firstname),
    paragraphs: [
      `${name} asks its people to sign in where they sign in everywhere. Your password opens the product no longer, also your own library: choose “Continue with single sign-on” on the sign-in page.`,
      'The first time, it asks for your password once, so that your account and your library stay yours.',
    ],
    action: { label: 'Sign in', url: `${site}/login` },
    notes: [{ text: 'You get this mail because you are a member of this team.' }],
  };
}

/** To the owners of a team whose record was not found for days. */
export function domainLostContent(
  { firstname }: Named,
  { site, team, domains }: TeamOf & { domains: readonly string[] },
): MailContent {
  const name = teamName(team);
  const list = domains.join(', ');
  return {
    subject: `We no longer find the record of ${list}`,
    preview: 'Nobody new signs in with its addresses until it is back.',
    greeting: hello(firstname),
    paragraphs: [
      `The TXT record that proves that ${list} belongs to ${name} was not found for three days. People who have signed in before still can. Nobody new can, and passwords open the product again for these addresses.`,
      'Put the record back. We look for it once a day; you can also check it now.',
    ],
    action: { label: 'Open single sign-on', url: `${site}/workspace#sign-on` },
    notes: [{ text: 'You get this mail because you are an owner of this team.' }],
  };
}

/** To the other owners, when the emergency owner has signed in with a password. */
export function emergencySignInContent(
  { firstname }: Named,
  { site, team, owner, at }: TeamOf & { owner: string; at: Date },
): MailContent {
  const name = teamName(team);
  const person = owner === '' ? 'The emergency owner' : owner;
  return {
    subject: `${person} signed in to ${name} with a password`,
    preview: 'Only the emergency owner can do this.',
    greeting: hello(firstname),
    paragraphs: [
      `${person} signed in on ${timeText(at)} with a password, although ${name} asks for single sign-on. Only the emergency owner can do this.`,
      'If you do not know why, ask them, and choose another emergency owner.',
    ],
    action: { label: 'Open single sign-on', url: `${site}/workspace#sign-on` },
    notes: [{ text: 'You get this mail because you are an owner of this team.' }],
  };
}
