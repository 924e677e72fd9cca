import PostalMime, { type Email } from 'postal-mime';
import type { Mail, Mailer } from './mailer.ts';

/** A mailer with access to the mails that it has sent. */
export interface MailerUnderTest {
  readonly mailer: Mailer;
  /** The source of every mail that arrived. */
  readonly arrived: () => Promise<readonly string[]>;
}

export const someMail: Mail = {
  id: 'welcome-7d1f0c1e',
  recipientId: '7d1f0c1e',
  to: { name: 'Ada Lovelace', address: 'ada@example.com' },
  subject: 'Welcome',
  text: 'Good morning.\n\nThe difference engine is ready.\n',
  html: '<!doctype html><p>Good morning.</p>',
  writtenAt: new Date('2026-11-20T09:30:00.000Z'),
};

/** The contract of every mailer. The sender is `Webinar Vault <no-reply@vault.example>`. */
export function describeMailer(name: string, open: () => Promise<MailerUnderTest>): void {
  describe(`${name} as a mailer`, () => {
    let mailer: Mailer;
    let arrived: MailerUnderTest['arrived'];
    beforeEach(async () => {
      ({ mailer, arrived } = await open());
    });
    const read = async (): Promise<Email[]> =>
      Promise.all((await arrived()).map((bytes) => PostalMime.parse(bytes)));
    const only = async (): Promise<Email> => {
      const mails = await read();
      expect(mails).toHaveLength(1);
      return mails[0]!;
    };

    it('sends text and HTML, from the product to the person', async () => {
      await mailer.send(someMail);
      const mail = await only();
      expect(mail).toMatchObject({
        subject: 'Welcome',
        from: { name: 'Webinar Vault', address: 'no-reply@vault.example' },
        to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
        date: '2026-11-20T09:30:00.000Z',
        messageId: '<welcome-7d1f0c1e@vault.example>',
      });
      expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(someMail.text.trim());
      expect(mail.html).toContain('<p>Good morning.</p>');
      expect(mail.attachments).toEqual([]);
    });

    it('is marked as generated, so that programs do not reply', async () => {
      await mailer.send(someMail);
      expect((await only()).headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      );
    });

    it('keeps every character of names, subjects and texts', async () => {
      const name = 'Zoë “Ω” Łącka, 東京 🎬';
      const subject = `Dein Trial, ${name}: ${'endet morgen '.repeat(20)}`.trim();
      await mailer.send({
        ...someMail,
        to: { ...someMail.to, name },
        subject,
        text: `${name}\n.\n..\nFrom x`,
      });
      const mail = await only();
      expect(mail.to?.[0]?.name).toBe(name);
      expect(mail.subject).toBe(subject);
      expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(`${name}\n.\n..\nFrom x`);
      // The maximum length of a line in SMTP.
      const lines = (await arrived())[0]!.split('\r\n');
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    });

    it.each([
      '\r\nBcc: eve@example.com',
      '\nBcc: eve@example.com\n\nHello',
      '\u2028Bcc: eve@example.com',
      '\0',
    ])('prevents header injection: %j', async (attack) => {
      const to = { ...someMail.to, name: `Ada${attack}` };
      await mailer.send({ ...someMail, to, subject: `Hello${attack}` });
      const mail = await only();
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(mail.to).toHaveLength(1);
      expect(mail.to?.[0]?.address).toBe('ada@example.com');
      expect(mail.subject).toMatch(/^Hello/);
    });

    it('does not parse names as addresses', async () => {
      const name = 'eve@example.com>, <eve@example.com';
      await mailer.send({ ...someMail, to: { ...someMail.to, name } });
      expect((await only()).to).toEqual([{ name, address: 'ada@example.com' }]);
    });

    it.each([
      'ada@example.com, eve@example.com',
      'ada@example.com\r\nRCPT TO:<eve@example.com>',
      '<ada@example.com>',
      'Ada <ada@example.com>',
      '@one.example:ada@example.com',
      'ada@example.com;',
      'ada',
      '',
    ])('refuses anything but one address: %j', async (address) => {
      const sent = mailer.send({ ...someMail, to: { ...someMail.to, address } });
      await expect(sent).rejects.toMatchObject({ name: 'AppError', code: 'conflict' });
      expect(await arrived()).toEqual([]);
    });

    it('rejects with the reason of the signal', async () => {
      const reason = new Error('The worker is stopping.');
      await expect(mailer.send(someMail, AbortSignal.abort(reason))).rejects.toBe(reason);
      expect(await arrived()).toEqual([]);
    });

    it('sends many concurrently', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `ready-${String(index)}`);
      await Promise.all(ids.map((id) => mailer.send({ ...someMail, id })));
      const got = (await read()).map(({ messageId }) => messageId).sort();
      expect(got).toEqual(ids.map((id) => `<${id}@vault.example>`).sort());
    });
  });
}
