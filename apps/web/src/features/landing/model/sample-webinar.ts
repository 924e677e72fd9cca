/** A chapter of the demo. Times in seconds. */
export interface SampleChapter {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly summary: string;
  readonly quote: string;
  /** When the quote is said. */
  readonly saidAt: number;
}

export const sampleSeconds = 2_840;

/** The sample webinar of the demo section. It is fictional. */
export const sampleChapters: readonly SampleChapter[] = [
  {
    from: 0,
    to: 372,
    title: 'Why nobody touches the price',
    summary: 'Most companies choose a price once. What that habit costs, in one slide.',
    quote: 'A price that nobody has ever complained about is a price that nobody has ever looked at.',
    saidAt: 254,
  },
  {
    from: 372,
    to: 1_085,
    title: 'A price test that cost nothing',
    summary: 'New customers only, one quarter, two prices, and how the team read the result.',
    quote: 'We changed one number on one page, and it paid for the whole quarter.',
    saidAt: 811,
  },
  {
    from: 1_085,
    to: 1_660,
    title: 'Discounts, and who pays for them',
    summary: 'Why every discount needs something in return, and the two that are worth giving.',
    quote: 'A discount is a salary you pay to somebody who does not work for you.',
    saidAt: 1_322,
  },
  {
    from: 1_660,
    to: 2_295,
    title: 'What eleven customers said',
    summary: 'Interviews before the change: the words people used for expensive, and for worth it.',
    quote: 'Not one of the eleven said the price first. They said the hours first.',
    saidAt: 1_894,
  },
  {
    from: 2_295,
    to: 2_610,
    title: 'How to announce it',
    summary: 'A letter of four sentences, three weeks ahead, from a person with a name.',
    quote: 'Say what changes, say when, say why, and then stop writing.',
    saidAt: 2_417,
  },
  {
    from: 2_610,
    to: 2_840,
    title: 'Questions from the room',
    summary: 'Annual contracts, nervous sales teams, and what to do about the competitor below.',
    quote: 'If your sales team is afraid of the price, the price is not what they are afraid of.',
    saidAt: 2_703,
  },
];
