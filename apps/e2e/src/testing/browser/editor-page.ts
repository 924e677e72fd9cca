import type { Locator, Page } from 'playwright-core';
import { until } from '../shared/until.ts';

/** The parts of the editor's page, by their visible and accessible names. */
export class EditorPage {
  readonly page: Page;
  /** The bodies of all saves of chapters so far. */
  readonly saves: readonly Saved[];

  constructor(page: Page) {
    this.page = page;
    const saves: Saved[] = [];
    this.saves = saves;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saves.push(request.postDataJSON() as Saved);
    });
  }

  /** One chapter, from 0. */
  row(n: number): Locator {
    const play = this.page.getByRole('button', { name: /^Play from .*: / });
    return this.page.getByRole('listitem').filter({ has: play }).nth(n);
  }

  play(n: number): Locator {
    return this.row(n).getByRole('button', { name: /^Play from .*: / });
  }

  title(n: number): Locator {
    return this.row(n).getByRole('textbox', { name: /^Title of the chapter/ });
  }

  summary(n: number): Locator {
    return this.row(n).getByRole('textbox', { name: 'Summary', exact: true });
  }

  search(n: number): Locator {
    return this.row(n).getByRole('textbox', { name: 'Search text', exact: true });
  }

  quotes(n: number): Locator {
    return this.row(n).getByRole('group', { name: 'Quotes', exact: true });
  }

  toggle(n: number): Locator {
    return this.row(n).getByRole('button', { name: /^Show details of / });
  }

  /** Shows the details of a chapter, if they are not shown. */
  async expand(n: number): Promise<void> {
    if ((await this.toggle(n).getAttribute('aria-expanded')) !== 'true') await this.toggle(n).click();
  }

  /** The button that opens the popup for a new generation; among the details of the chapter. */
  updateButton(n: number, name: 'Update quotes' | 'Update search'): Locator {
    return this.row(n).getByRole('button', { name, exact: true });
  }

  /** Fills a field of a chapter and leaves it. */
  async write(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    await field.blur();
  }

  /** Fills in the quotes of a chapter: each in its field, additional ones as lines of the last field. */
  async writeQuotes(n: number, lines: readonly string[]): Promise<void> {
    await this.quotes(n).getByRole('button', { name: 'Edit quotes' }).click();
    const fields = await this.quotes(n).getByRole('textbox').all();
    for (const [at, field] of fields.entries())
      await field.fill(at < fields.length - 1 ? (lines[at] ?? '') : lines.slice(at).join('\n'));
    await this.quotes(n).getByRole('button', { name: 'Save', exact: true }).click();
  }

  /** Waits until there are more saves than `before`, and the last one is confirmed. */
  async untilSaved(before: number): Promise<Saved> {
    await until('a save', () => this.saves.length > before);
    await this.page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    return this.saves.at(-1)!;
  }
}

interface Saved {
  readonly passthrough: string;
  readonly version?: number;
  readonly chapters?: readonly {
    readonly start: string;
    readonly title: string;
    readonly summary: string;
    readonly search: string;
    readonly searchQuotes?: string;
    readonly quote: readonly unknown[];
  }[];
}
