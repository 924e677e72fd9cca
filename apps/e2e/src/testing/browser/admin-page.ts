import type { Locator, Page } from 'playwright-core';

/** An API call of the page and its answer. */
export interface AdminCall {
  readonly body: unknown;
  readonly token: string | undefined;
  readonly status: number;
  readonly answer: { readonly status: string; readonly msg?: string; readonly data?: unknown };
}

/** The parts of the admin area, by their visible and accessible names. */
export class AdminPage {
  readonly page: Page;
  readonly header: Locator;
  /** Next to the page; on a phone over it. */
  readonly menu: Locator;
  readonly dialog: Locator;
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.header = page.getByRole('banner');
    this.menu = page.locator('#admin-menu');
    this.dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    this.table = page.getByRole('table');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** A field of the open dialog, or of the page. */
  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** Fills the form of `/admin/login` and sends it. */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.field('Email').fill(email);
    await this.field('Password').fill(password);
    await this.button('Sign in').click();
  }

  /** Opens a page from the menu, without a reload, and moves the pointer back to the page. */
  async goTo(name: string): Promise<void> {
    await this.menu.getByRole('link', { name, exact: true }).click();
    await this.page.mouse.move(700, 20);
  }

  /** A short message, while it is shown. */
  toast(text: string): Locator {
    return this.page.locator('[role=status] > div').filter({ hasText: text });
  }

  /** The row of the table that contains this text. */
  row(text: string): Locator {
    return this.table.getByRole('row').filter({ hasText: text });
  }

  /** The texts of a row, from the left. */
  async cells(text: string): Promise<string[]> {
    await this.row(text).first().waitFor();
    return this.row(text).first().locator('td').allTextContents();
  }

  /** The stored session of staff. */
  async session(): Promise<Record<string, unknown> | null> {
    const stored = await this.page.evaluate<string>(`localStorage.getItem('admin') ?? 'null'`);
    return JSON.parse(stored) as Record<string, unknown> | null;
  }

  /** Runs an action and waits for the API call that it causes. */
  async call(method: string, path: string, act: () => Promise<unknown>): Promise<AdminCall> {
    const [response] = await Promise.all([
      this.page.waitForResponse(
        (each) => new URL(each.url()).pathname === path && each.request().method() === method,
      ),
      act(),
    ]);
    const request = response.request();
    return {
      body: request.postDataJSON() as unknown,
      token: request.headers()['authorization'],
      status: response.status(),
      answer: (await response.json().catch(() => ({}))) as AdminCall['answer'],
    };
  }
}
