import { maxVideoSeconds, plans } from '@vault/contracts';

const hours = String(maxVideoSeconds / 3600);

/** The short form on the pricing cards: 50K, 1M. */
function shortCount(count: number): string {
  return count >= 1_000_000 ? `${String(count / 1_000_000)}M` : `${String(count / 1_000)}K`;
}

export const landingStrings = {
  title: 'Chapters, quotes and search for recorded webinars',
  description:
    'Webinar Vault turns recorded webinars into chapters you can read, quotes you can use and a library that answers back.',
  menu: 'Menu',
  sections: 'Sections',
  features: 'Features',
  demo: 'Demo',
  pricing: 'Pricing',
  contact: 'Contact',
  signIn: 'Sign In',
  startTrial: 'Start Free Trial',
  openLibrary: 'Open your library',
  headline: 'Boost Your Webinar ROI',
  standfirst:
    'An hour on stage holds a few minutes that people will ask for again. Upload the recording: it comes back in chapters, with the sentences worth repeating and the second they were said.',
  watchDemo: 'Watch Demo',
  trialNote: '3-day free trial. Curious Executive after that, at $5 per month.',
  videoPicture:
    'A webinar in Webinar Vault: the player, its chapters with quotes from one of them, and the transcript beside them',
  recording: 'Recording of Webinar Vault in use, without sound',
  recordingText:
    'Webinar Vault in use, without sound. In the library every strip is a webinar and every colour one of its chapters. A search for one word finds the second at which it was said; a chapter opens with its summary and quotes; one click plays the moment, and two points in time make a clip.',
  featuresTitle: 'From a recording to something people use',
  featureCards: [
    {
      title: 'Automatic chapters',
      text: `A recording of up to ${hours} hours comes back in chapters with titles and summaries. Each begins where a subject begins, not in the middle of a word.`,
    },
    {
      title: 'Quotes that were really said',
      text: 'Word for word from the transcript, with the second they were said. One click plays the moment, so you can hear what you are about to print.',
    },
    {
      title: 'Search across the library',
      text: 'Search titles, summaries, quotes and every spoken line, and see when in the recording it was said.',
    },
    {
      title: 'Clips and snapshots',
      text: 'Cut the answer out of the hour, or keep the one slide. Choose a start and an end, and get a file to send.',
    },
    {
      title: 'A portal for your own site',
      text: 'Webinars with their chapters, quotes and search on a page of their own, or inside yours: visitors go straight to the part they came for. Part of Product Marketing Pro.',
    },
  ],
  demoTitle: 'Forty-seven minutes, read in one',
  demoText: 'A sample webinar. Choose a chapter to see its summary and a quote.',
  demoTalk: 'Pricing without fear',
  demoChapters: 'Chapters of the sample webinar',
  pricingTitle: 'Two plans, both by the month',
  perMonth: 'per month',
  plans: {
    free: {
      lead: 'For the one person who has to know what was said.',
      facts: [
        `${String(plans.free.videoLimit)} videos at a time`,
        `${shortCount(plans.free.monthlyTokens)} monthly tokens`,
        '3-day free trial',
      ],
      action: 'Try Curious Executive',
    },
    executive: {
      lead: 'For the team that turns webinars into everything else.',
      facts: [
        `${String(plans.executive.videoLimit)} videos at a time`,
        `${shortCount(plans.executive.monthlyTokens)} monthly tokens`,
        'No free trial',
        'Embeddable portal',
      ],
      action: 'Choose Product Marketing Pro',
    },
  },
  pricingNote: `Extra tokens can be bought, and enterprise plans exist. Videos up to ${hours} hours on every plan.`,
  closingTitle: 'Your last webinar is still full of answers',
  closingText: 'Drop in one recording tonight and read it over coffee.',
  writeToUs: 'Write to us',
} as const;
