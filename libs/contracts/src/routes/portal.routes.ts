import { z } from 'zod';
import { isPublicSuffix } from '../rules/public-suffix.ts';
import { latestTime } from '../rules/utc-day.ts';
import { lineOfText, paragraphs } from './fields/text.ts';
import { uploadedPicture } from './fields/uploaded-picture.ts';

export const portalThemes = ['auto', 'light', 'dark'] as const;
export type PortalTheme = (typeof portalThemes)[number];

/** What the pages of a portal show beside player and chapters. */
export const portalParts = ['transcript', 'quotes', 'search', 'downloads'] as const;
export type PortalPart = (typeof portalParts)[number];

/** Who may see a portal: anyone, pages of its domains, or who has one of its private links. */
export const portalAudiences = ['anyone', 'domains', 'links'] as const;
export type PortalAudience = (typeof portalAudiences)[number];

export const hiddenKinds = ['chapter', 'quote'] as const;

/** Limits of one portal. */
export const portalLimits = {
  name: 80,
  intro: 600,
  videos: 200,
  domains: 20,
  links: 50,
  hidden: 500,
  label: 80,
};

export const portalId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'The portal was not found.')
  .describe('The id of the portal.');

export const privateLinkId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'The link was not found.')
  .describe('The id of the private link, as in its address.');

export const portalSlug = z
  .string()
  .regex(
    /^(?=.{3,60}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'An address has 3 to 60 lower-case letters, digits and single hyphens.',
  )
  .describe('The address of the portal is `/p/{slug}`.');

const domainLength = 253;
const hostPattern = /^(?:\*\.)?[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*(?::\d+)?$/;

/**
 * The host in what people type or copy for a domain: `https://Müller.de/page`, `.example.com`, `www.example.com.`, with
 * quotation marks or commas around it. A text that has none stays, for the sentence that refuses it.
 */
function hostIn(typed: string): string {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^["'<(“„«]+/, '')
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/[/?#\\].*$/s, '')
    .replace(/^[^@]*@/, '')
    .replace(/[\s"'>)”“»,;]+$/, '');
  const [, host = '', port = ''] = /^(.*?)\.*(:\d+)?$/s.exec(text) ?? [];
  const named = host.replace(/^\./, '*.');
  const address = `http://${named}`;
  const isAscii = /^[!-~]*$/.test(named);
  return `${isAscii || !URL.canParse(address) ? named : new URL(address).hostname}${port}`;
}

/** Why a host cannot be the domain of pages, as a sentence; empty when it can. */
function domainProblem(domain: string): string {
  const [, host = '', port = '1'] = /^(.*?)(?::(\d+))?$/s.exec(domain) ?? [];
  if (host.includes('*', 1) || /^\*[^.]/.test(host))
    return `A domain may begin with “*.”, which stands for all its subdomains, and has no other “*”, as “${domain}” has.`;
  if (!hostPattern.test(domain) && domain !== '*')
    return `A domain looks like www.example.com. “${domain}” does not.`;
  if (Number(port) < 1 || Number(port) > 65_535)
    return `A domain may have a port from 1 to 65535, not ${port}.`;
  // `localhost` is for those who make pages.
  return host === 'localhost' || (host !== '*' && !isPublicSuffix(host.replace('*.', '')))
    ? ''
    : `A domain is that of one site, such as www.example.com or *.example.com. “${domain}” is not.`;
}

/** A host, with a port if it is not the usual one; `*.` stands for all subdomains. */
export const portalDomain = z
  .string()
  .max(2_000)
  .transform(hostIn)
  .pipe(
    z
      .string()
      .max(domainLength, `A domain has at most ${String(domainLength)} characters.`)
      .superRefine((domain, context) => {
        const message = domainProblem(domain);
        if (message !== '') context.addIssue({ code: 'custom', message });
      }),
  )
  .meta({ maxLength: 2_000 });

const time = z.number().min(0).max(latestTime);
const seconds = z.number().min(0).max(100_000);

/** A span of a recording whose words a portal does not show. */
export const hiddenSpan = z.object({
  video_id: z.string().min(1).max(128),
  kind: z.enum(hiddenKinds),
  start: seconds.describe('Seconds.'),
  end: seconds.describe('Seconds.'),
});

const settings = {
  name: lineOfText(portalLimits.name).pipe(z.string().min(1, 'Please enter a name.')),
  slug: portalSlug,
  intro: paragraphs(portalLimits.intro).describe('A text below the name.'),
  video_ids: z
    .array(z.string().min(1).max(128))
    .max(portalLimits.videos)
    .nullable()
    .describe('The videos in their order; null: the whole library, newest first.'),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'A colour looks like #c8321a.')
    .nullable()
    .describe('The accent colour; null: that of the product.'),
  theme: z.enum(portalThemes),
  shows: z.array(z.enum(portalParts)).max(portalParts.length),
  audience: z.enum(portalAudiences),
  domains: z.array(portalDomain).max(portalLimits.domains).describe('Pages of these domains may embed it.'),
  is_listed: z.boolean().describe('Whether search engines may list it, if anyone may see it.'),
  ends_at: time.int().nullable().describe('Epoch seconds: it is not shown after this time. Null: no end.'),
  hidden: z.array(hiddenSpan).max(portalLimits.hidden),
};

/** `POST /portals`. */
export const portalBody = z.object({ name: settings.name, slug: settings.slug });

/** All settings of a portal, as its form edits them. */
export const portalSettings = z.object(settings);
export type PortalSettings = z.infer<typeof portalSettings>;

/** `PATCH /portals/{id}`: absent fields stay unchanged. */
export const portalEdit = portalSettings
  .partial()
  .extend({ version: z.number().int().describe('The `version` that was edited.') });

/** `POST /portals/{id}/logo`. */
export const logoBody = z.object({ image: uploadedPicture('logo') });

/** `POST /portals/{id}/publication`. */
export const publicationBody = z.object({ is_published: z.boolean() });

/** `POST /portals/{id}/links`. */
export const portalLinkBody = z.object({
  label: lineOfText(portalLimits.label).pipe(z.string().min(1, 'Please enter who gets the link.')),
  ends_at: time.int().describe('Epoch seconds: the link does not work after this time.'),
});

/** `POST /portals/{id}/preview`. */
export const portalPreviewBody = portalSettings.partial().extend({
  video_id: z.string().max(128).optional().describe('The page of this video; absent: the first page.'),
});

/** A private link. */
export const portalLink = z.object({
  id: privateLinkId,
  label: z.string(),
  link: z.string(),
  ends_at: z.number().describe('Epoch seconds.'),
  created_at: z.number().describe('Epoch seconds.'),
});
export type PortalLink = z.infer<typeof portalLink>;

export const portalRecord = portalSettings.extend({
  id: portalId,
  link: z
    .string()
    .describe('The address of its first page; root-relative when no public address is configured.'),
  is_published: z.boolean(),
  logo: z.string().nullable().describe('The address of its logo.'),
  links: z.array(portalLink),
  plays: z
    .record(z.string(), z.number())
    .describe('How often the player was started, by the id of the video.'),
  version: z.number().int().describe('Rises with each edit.'),
  created_at: z.number().describe('Epoch seconds.'),
});
export type PortalRecord = z.infer<typeof portalRecord>;
