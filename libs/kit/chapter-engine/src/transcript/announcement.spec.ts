import { chapterise } from '../chapterise.ts';
import type { Cue } from './cue.ts';

/** One cue for each sentence, at 150 words a minute. */
const cuesOf = (speech: string): Cue[] => {
  let end = 0;
  return speech.split(/(?<=\.)\s+/u).map((text) => {
    const start = end;
    end += text.split(' ').length / 2.5;
    return { start, end: end - 0.2, text };
  });
};
const chaptersOf = (speech: string) =>
  chapterise(cuesOf(speech)).chapters.map(({ start, title }) => [Math.round(start), title]);

const parts = [
  'A name is the first thing that people hear. Short names are remembered by more people than long names. We tested forty names with two hundred customers and kept three. Naming a product after a founder never worked for us. Good naming also keeps you away from lawyers.',
  'Pricing is the fastest lever of a company. A price one percent higher gives eleven percent more profit. Most teams choose a price once and never look at it again. Test the price every quarter with new customers only. Discounts are expensive and should be rare in your pricing.',
  'Sales people need one story and not twenty slides. The best sales calls begin with a question. We doubled our sales after we recorded every call. A sales team that listens learns what the customers fear. Thank you very much and goodbye.',
];
const greeting = 'Hello everybody and welcome.';

describe('subjects that a speaker announces', () => {
  it('become chapters with their names', () => {
    const announcement = 'Today I want to talk about naming, pricing and sales.';
    expect(chaptersOf([greeting, announcement, ...parts].join(' '))).toEqual([
      [0, 'Naming'],
      [25, 'Pricing'],
      [44, 'Sales'],
    ]);
  });

  it('become chapters in German too', () => {
    const speech =
      'Guten Tag und herzlich willkommen. Heute sprechen wir über die Preise, den Vertrieb und das Marketing. Gute Preise sind der schnellste Hebel einer Firma. Ein Preis der um ein Prozent höher ist bringt elf Prozent mehr Gewinn. Die meisten legen Preise einmal fest und prüfen sie nie wieder. Testen Sie Ihre Preise in jedem Quartal. Der Vertrieb braucht eine Geschichte und nicht zwanzig Folien. Ein guter Vertrieb beginnt das Gespräch mit einer Frage. Wir haben die Zahl der Abschlüsse verdoppelt nachdem der Vertrieb jedes Gespräch aufgenommen hat. Zuhören ist dort wichtiger als reden. Das Marketing soll nicht lauter sein sondern klarer. Unser Marketing schreibt jede Woche einen Brief an die Kunden. Briefe werden von der Hälfte der Kunden gelesen. Zum Marketing gehört auch die Hilfe nach dem Kauf. Vielen Dank und auf Wiedersehen.';
    expect(chaptersOf(speech)).toEqual([
      [0, 'Preise'],
      [22, 'Vertrieb'],
      [35, 'Marketing'],
    ]);
  });

  it.each([
    ['are not taken up in this order', 'Today I want to talk about sales, pricing and naming.'],
    ['are not mentioned again', 'Today I want to talk about naming, pricing and gardening.'],
    ['are only two', 'Today I want to talk about naming and pricing.'],
  ])('change nothing when they %s', (_when, announcement) => {
    const [said, unsaid] = [announcement, announcement.replace('about', 'in')].map((sentence) =>
      chaptersOf([greeting, sentence, ...parts].join(' ')).map(([start]) => start),
    );
    expect(said).toEqual(unsaid);
  });
});
