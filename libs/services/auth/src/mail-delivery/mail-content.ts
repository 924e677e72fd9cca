import { plans, type PlanId, type Role } from '@vault/contracts';
import { mailAddress, mailName, mailNote, mailTitle } from '../domain/mail-words.ts';
import type { MailContent } from './mail-layout.ts';

/** The fields of a person that mails contain. */
export interface Recipient {
  readonly firstname: string;
  readonly plan: PlanId;
  readonly membershipEnd: Date;
}

interface Site {
  /** The base address of links, without a trailing slash. */
  readonly site: string;
}

/** After registration. @param limits the current limits of the person */
export function welcomeContent(
  { firstname, plan, membershipEnd }: Recipient,
  { site, limits }: Site & { limits: { readonly videoLimit: number; readonly monthlyTokens: number } },
): MailContent {
  const counted = `${String(limits.videoLimit)} videos and ${numberText(limits.monthlyTokens)} tokens a month`;
  const until = `Your plan is ${plans[plan].name}: ${counted}, until ${timeText(membershipEnd)}.`;
  return {
    subject: 'Welcome to Webinar Vault',
    preview: 'Your account is ready. Upload a recording to begin.',
    greeting: hello(firstname),
    paragraphs: [
      'Your account is ready. Upload a recording of up to three hours; a few minutes later it has captions, chapters, quotes and clips, and every word in it can be searched.',
      until,
    ],
    action: { label: 'Open your library', url: `${site}/asset/view` },
    notes: [{ text: 'You get this mail because somebody registered with this address at', url: site }],
  };
}

/** For a password reset. The token is in the URL fragment, which browsers do not send to servers. */
export function resetContent(
  { firstname }: Pick<Recipient, 'firstname'>,
  { site, token }: Site & { token: string },
): MailContent {
  return {
    subject: 'Set a new password',
    preview: 'The link works once, for 30 minutes.',
    greeting: hello(firstname),
    paragraphs: [
      'A new password was requested for your account. The link below sets it. It works once, for 30 minutes, and signs you out everywhere.',
    ],
    action: { label: 'Set a new password', url: `${site}/reset-password#${token}` },
    notes: [
      {
        text: 'If it was not you, there is nothing to do: your password stays as it is. Do not share this link.',
      },
    ],
  };
}

/** To a new e-mail address. The token is in the URL fragment, which browsers do not send to servers. */
export function emailConfirmContent(
  { firstname }: Pick<Recipient, 'firstname'>,
  { site, token, from }: Site & { token: string; from: string },
): MailContent {
  return {
    subject: 'Confirm your new e-mail address',
    preview: 'The link works once, for an hour.',
    greeting: hello(firstname),
    paragraphs: [
      `You asked to use this address for your account instead of ${mailAddress(from) || 'the present one'}. Confirm it with the link below. It works once, for an hour.`,
    ],
    action: { label: 'Use this address', url: `${site}/confirm-email#${token}` },
    notes: [{ text: 'If it was not you, ignore this mail: nothing changes without this link.' }],
  };
}

/** To the old e-mail address, after it was changed. */
export function emailChangedContent(
  { firstname }: Pick<Recipient, 'firstname'>,
  { site, token, to, undoUntil }: Site & { token: string; to: string; undoUntil: Date },
): MailContent {
  return {
    subject: 'Your e-mail address was changed',
    preview: 'If it was not you, you can undo it.',
    greeting: hello(firstname),
    paragraphs: [
      `Your account now uses the address ${mailAddress(to) || 'that you have confirmed'}. Sign in with it. We send our mails there.`,
      `If it was not you, undo it with the link below, until ${timeText(undoUntil)}. It restores this address, signs out every device, and sends you a link to set a new password.`,
    ],
    action: { label: 'It was not me: undo it', url: `${site}/undo-email#${token}` },
    notes: [{ text: 'If it was you, ignore this mail. Do not share this link.' }],
  };
}

/** A day before a free trial ends. */
export function trialEndsContent({ firstname, membershipEnd }: Recipient, { site }: Site): MailContent {
  return {
    subject: 'Your trial ends tomorrow',
    preview: `It ends on ${timeText(membershipEnd)}.`,
    greeting: hello(firstname),
    paragraphs: [
      `Your free trial ends on ${timeText(membershipEnd)}. After that you can still open, export and delete your webinars, but not upload any, make clips or generate text.`,
      `To continue, ask for an upgrade to ${plans.executive.name}: ${String(plans.executive.videoLimit)} videos and ${numberText(plans.executive.monthlyTokens)} tokens a month.`,
    ],
    action: { label: 'Ask for an upgrade', url: `${site}/account` },
    notes: [{ text: 'You get this mail once, because your trial is about to end.' }],
  };
}

interface ReadyVideo {
  readonly id: string;
  readonly title: string;
  readonly captionsState: string;
  /** Why it has no captions, as a sentence; empty with them. */
  readonly captionsReason: string;
}

/** When a video has its first chapters, which one without speech has too. */
export function webinarReadyContent(
  { firstname }: Pick<Recipient, 'firstname'>,
  { site, video }: Site & { video: ReadyVideo },
): MailContent {
  const title = mailTitle(video.title);
  const name = title === '' ? 'Your webinar' : `“${title}”`;
  const hasCaptions = video.captionsState === 'ready';
  return {
    subject: 'Your webinar is ready',
    preview: hasCaptions ? `${name} has chapters and quotes now.` : `${name} can be watched now.`,
    greeting: hello(firstname),
    paragraphs: hasCaptions
      ? [
          `${name} is ready: it has captions, chapters and quotes, and everything that was said in it can be searched.`,
        ]
      : [`${name} is ready to watch. It has no captions and no quotes.`, video.captionsReason].filter(
          Boolean,
        ),
    action: { label: 'Open the webinar', url: `${site}/asset/${encodeURIComponent(video.id)}` },
    notes: [{ text: 'You can switch these mails off in your account:', url: `${site}/account` }],
  };
}

/** To somebody who is invited to a team. The token is in the URL fragment, which browsers do not send to servers. */
export function invitationContent(
  offer: {
    readonly team: string;
    readonly sender: string;
    readonly senderAddress: string;
    readonly role: Role;
    readonly note: string;
    readonly expiresAt: Date;
  },
  { site, token }: Site & { token: string },
): MailContent {
  const { role, expiresAt } = offer;
  const { short: sender, long: senderWithAddress } = personNames(offer.sender, offer.senderAddress);
  const name = teamName(offer.team);
  const note = mailNote(offer.note);
  return {
    subject: `${sender} invites you to ${name} on Webinar Vault`,
    preview: `The invitation ends on ${timeText(expiresAt)}.`,
    greeting: 'Hello,',
    paragraphs: [
      `${senderWithAddress} invites you to ${name} on Webinar Vault, as ${role}. Its members share a library of webinars that can be searched to the spoken second.`,
      ...(note === '' ? [] : [`${sender} writes: ${note}`]),
      `The invitation is for you alone. It works once, until ${timeText(expiresAt)}.`,
    ],
    action: { label: 'Open the invitation', url: `${site}/join#${token}` },
    notes: [{ text: 'If you do not know the sender, ignore this mail: nothing happens without you.' }],
  };
}

/** To a member whose role was changed by somebody else. */
export function roleChangedContent(
  { firstname }: Pick<Recipient, 'firstname'>,
  { site, team, role }: Site & { team: string; role: Role },
): MailContent {
  const name = teamName(team);
  return {
    subject: `Your role in ${name} is now ${role}`,
    preview: 'An admin or an owner of the team has changed it.',
    greeting: hello(firstname),
    paragraphs: [`Your role in ${name} was changed. You are ${role} now.`],
    action: { label: 'Open the library', url: `${site}/asset/view` },
    notes: [{ text: 'You get this mail because you are a member of this team.' }],
  };
}

/** To the owners of a team, when there is another one. */
export function ownerAddedContent(
  { firstname }: Pick<Recipient, 'firstname'>,
  { site, team, owner, ownerAddress }: Site & { team: string; owner: string; ownerAddress: string },
): MailContent {
  const name = teamName(team);
  const { short: person, long: personWithAddress } = personNames(owner, ownerAddress);
  return {
    subject: `${person} is now an owner of ${name}`,
    preview: 'Owners can do everything in the team, and delete it.',
    greeting: hello(firstname),
    paragraphs: [
      `${personWithAddress} is an owner of ${name} now. Owners can do everything in the team: they also change owners, and delete it.`,
      'If this is wrong, give the person another role.',
    ],
    action: { label: 'Open the members', url: `${site}/workspace#members` },
    notes: [{ text: 'You get this mail because you are an owner of this team.' }],
  };
}

/** To somebody whom an admin has removed from a team. */
export function memberRemovedContent(
  { firstname }: Pick<Recipient, 'firstname'>,
  { site, team }: Site & { team: string },
): MailContent {
  const name = teamName(team);
  return {
    subject: `You were removed from ${name}`,
    preview: 'Your own library is unchanged.',
    greeting: hello(firstname),
    paragraphs: [
      `You are no longer a member of ${name}. What you made there stays in the team. Your own library is unchanged.`,
    ],
    action: { label: 'Open your library', url: `${site}/asset/view` },
    notes: [{ text: 'If you think that this is wrong, ask an owner of the team.' }],
  };
}

/** To the owners of a team that one of them has closed. */
export function teamClosedContent(
  { firstname }: Pick<Recipient, 'firstname'>,
  { site, team, deletesAt }: Site & { team: string; deletesAt: Date },
): MailContent {
  const name = teamName(team);
  const end = timeText(deletesAt);
  return {
    subject: `${name} will be deleted on ${dayText(deletesAt)}`,
    preview: 'Until then an owner can restore it.',
    greeting: hello(firstname),
    paragraphs: [
      `An owner has closed ${name}. Nobody can open it now, and on ${end} it is deleted for good, with all its videos and everything made from them.`,
      'Until then you can restore it: choose it in the menu beside the name of the product.',
    ],
    action: { label: 'Open Webinar Vault', url: `${site}/asset/view` },
    notes: [{ text: 'You get this mail because you are an owner of this team.' }],
  };
}

/** How a person is called to others: by a name if there is one, and with the address if it can be written. */
function personNames(name: string, address: string): { readonly short: string; readonly long: string } {
  const written = mailAddress(address);
  const short = name || written || 'Somebody';
  return { short, long: written === '' ? short : `${short} (${written})` };
}

export function teamName(team: string): string {
  const name = mailTitle(team);
  return name === '' ? 'a team' : name;
}

export function hello(firstname: string): string {
  const name = mailName(firstname);
  return name === '' ? 'Hello,' : `Hello ${name},`;
}

const numberText = (count: number) => count.toLocaleString('en-US');

/** `23 November 2026 at 09:30 UTC`: in UTC, because the time zone of the reader is unknown. */
export function timeText(time: Date): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });
  return `${dayText(time)} at ${clock.format(time)} UTC`;
}

function dayText(time: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}
