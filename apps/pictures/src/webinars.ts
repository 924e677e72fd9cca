/** One slide of a webinar with its speech. */
export interface Slide {
  readonly layout: 'title' | 'points' | 'figure' | 'bars';
  readonly heading: string;
  /** Lines below the heading; a label and a number from 0 to 100 for `bars`. */
  readonly lines: readonly string[];
  /** Sentences; each is followed by a silence. */
  readonly speech: readonly string[];
}

export interface Webinar {
  readonly title: string;
  readonly description: string;
  readonly speaker: string;
  /** Ink, paper and accent of its slides, as CSS colours. */
  readonly colors: readonly [ink: string, paper: string, accent: string];
  /** Seconds of silence after each sentence. */
  readonly pause: number;
  readonly slides: readonly Slide[];
}

const pricing: Webinar = {
  title: 'Pricing without fear',
  description: 'How a small team tested a new price, what its customers said, and how it was announced.',
  speaker: 'Mara Lindqvist',
  colors: ['#f6efe4', '#1f3347', '#f0a35e'],
  pause: 26,
  slides: [
    {
      layout: 'title',
      heading: 'Pricing without fear',
      lines: ['What one number on one page can do'],
      speech: [
        'Welcome everybody, and thank you for joining this webinar about software pricing.',
        'Most companies choose a price once and then never look at it again.',
        'A price that nobody complains about is a price that nobody has looked at.',
      ],
    },
    {
      layout: 'figure',
      heading: '1 % of price',
      lines: ['is 11 % of profit'],
      speech: [
        'Software pricing is the fastest lever that a company has.',
        'A one percent improvement in price gives eleven percent more profit.',
        'So talk about software pricing more often than once in five years.',
      ],
    },
    {
      layout: 'points',
      heading: 'A price test that costs nothing',
      lines: ['New customers only', 'One quarter, two prices', 'Decide the rule before you look'],
      speech: [
        'Here is a price test that cost us nothing.',
        'The price test showed the new price to new customers only, for one quarter.',
        'A price test is never for old customers, so they saw the old price.',
      ],
    },
    {
      layout: 'bars',
      heading: 'Trials that became customers',
      lines: ['Old price 41', 'New price 39', 'Annual plan 58'],
      speech: [
        'The annual plan was the surprise, because the annual plan had not changed at all.',
        'More than half of all trials chose the annual plan, and it paid for the whole quarter.',
        'So put the annual plan first, and the monthly plan below it.',
      ],
    },
    {
      layout: 'points',
      heading: 'Discounts, and who pays',
      lines: ['Only for something in return', 'Longer contracts', 'A public reference'],
      speech: [
        'Now let us talk about volume discounts, because a discount never ends.',
        'A company that got a volume discount once will ask for it every year.',
        'Give volume discounts only for a longer contract or for a public reference.',
      ],
    },
    {
      layout: 'figure',
      heading: '11 interviews',
      lines: ['and nobody said the price first'],
      speech: [
        'Before the change we had customer interviews with eleven companies about what they value.',
        'In the customer interviews nobody spoke about money first, they spoke about hours first.',
        'After the customer interviews we knew that people pay to get their hours back.',
      ],
    },
    {
      layout: 'points',
      heading: 'How to announce it',
      lines: ['Three weeks ahead', 'Four sentences', 'From a person with a name'],
      speech: [
        'The last part is about the price announcement.',
        'A price announcement is a letter of four sentences, sent three weeks ahead.',
        'A good price announcement says what changes, and when, and why.',
      ],
    },
  ],
};

const support: Webinar = {
  title: 'Support that sells',
  description: 'Half of all tickets ask the same five things. What happens when they are answered first.',
  speaker: 'Jonas Adeyemi',
  colors: ['#10241d', '#e7efe6', '#2f7a58'],
  pause: 31,
  slides: [
    {
      layout: 'title',
      heading: 'Support that sells',
      lines: ['Five questions, forty percent of tickets'],
      speech: [
        'Good support begins with a fast first answer to the customer.',
        'Our team answers every ticket within two hours.',
      ],
    },
    {
      layout: 'bars',
      heading: 'What people ask',
      lines: ['Invoices 62', 'Access 48', 'Exports 37', 'Everything else 20'],
      speech: [
        'We learned that half of all tickets are about the same five questions.',
        'Invoices come first, then access, then exports.',
        'So we wrote help articles, and the number of tickets fell by forty percent.',
      ],
    },
    {
      layout: 'points',
      heading: 'Where support should sit',
      lines: ['Next to the developers', 'In every release meeting', 'On the sales call, once a week'],
      speech: [
        'Support engineers should sit next to the developers of the product.',
        'They know where the product hurts, and they hear what customers want to buy.',
        'Once a week a support engineer joins a sales call.',
      ],
    },
  ],
};

const security: Webinar = {
  title: 'Passwords, keys and backups',
  description: 'Security for a company of thirty people, without a department for it.',
  speaker: 'Ilse Marchetti',
  colors: ['#f3ead9', '#3a1f2b', '#d9705a'],
  pause: 36,
  slides: [
    {
      layout: 'title',
      heading: 'Passwords, keys and backups',
      lines: ['Security for thirty people'],
      speech: [
        'Attackers do not break in, they log in with stolen passwords.',
        'Use a password manager and a hardware key for every account.',
      ],
    },
    {
      layout: 'points',
      heading: 'Every laptop',
      lines: ['Encrypted', 'Locked after two minutes', 'Updated on Mondays'],
      speech: [
        'Encrypt the laptop of every employee and lock the screen after two minutes.',
        'Updates are installed on Monday morning, without any discussion.',
      ],
    },
    {
      layout: 'figure',
      heading: 'Once a year',
      lines: ['restore the backup'],
      speech: [
        'Keep backups in another building and restore the backups once a year.',
        'A backup that nobody has restored is only a hope.',
      ],
    },
  ],
};

const launch: Webinar = {
  title: 'A launch in ten days',
  description: 'From the first sentence of the announcement to the first hundred customers.',
  speaker: 'Tomás Okafor',
  colors: ['#1d1b33', '#efeaf4', '#655f94'],
  pause: 22,
  slides: [
    {
      layout: 'title',
      heading: 'A launch in ten days',
      lines: ['Write the announcement first'],
      speech: [
        'We write the announcement of a launch before we write the product.',
        'If the announcement is boring, the product will be boring too.',
      ],
    },
    {
      layout: 'bars',
      heading: 'Where customers came from',
      lines: ['Partners 71', 'Webinar 64', 'Search 33', 'Advertising 12'],
      speech: [
        'Most of the first hundred customers came from partners and from a webinar.',
        'Advertising was the most expensive channel and brought the fewest customers.',
        'Partners need a page, a price and a person to call.',
      ],
    },
  ],
};

/** In upload order, the newest last. */
export const webinars: readonly Webinar[] = [security, launch, support, pricing];
