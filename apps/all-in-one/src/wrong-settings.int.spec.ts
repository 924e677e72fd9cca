import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { adminService, InitialStaffAccount } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import { ScriptedLanguageModel, ScriptedMailServer, ScriptedVideoHost } from '@vault/integrations/testing';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { portalService } from '@vault/portal-service';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(180_000);

const noText = 'Text is not generated: the language model refuses the key (OPENAI_API_KEY).';
const noMail = 'Mail is not sent: the mail server refuses the account (SMTP_URL).';
const staff = { email: 'owner@example.com', password: 'punched cards' };
const vtt = `WEBVTT\n\n00:00.000 --> 00:30.000\nTea is from China.\n\n00:30.000 --> 01:00.000\nSo is silk.\n`;

interface Answered {
  readonly status: number;
  readonly msg?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe('wrong settings', () => {
  let folder: string;
  let host: ScriptedVideoHost;
  let model: ScriptedLanguageModel;
  let mail: ScriptedMailServer;
  let running: TestServices;
  let token = '';
  const lines: { readonly level: number; readonly msg: string }[] = [];
  const said = (sentence: string) => lines.filter(({ msg }) => msg === sentence);
  const store = (name: string, secret: string) => writeFileSync(join(folder, name), secret);
  const smtpUrl = (password: string) => mail.env.SMTP_URL.replace('//', `//vault:${password}@`);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'));
    host = await ScriptedVideoHost.start();
    model = await ScriptedLanguageModel.start();
    model.key = 'right';
    mail = await ScriptedMailServer.start({ account: { user: 'vault', password: 'right' } });
    store('model', 'wrong');
    store('mail', smtpUrl('wrong'));
    const services = [
      ...[gatewayService, authService, uploadService, chapteringService],
      ...[searchService, clipService, portalService, adminService],
    ];
    const { OPENAI_BASE_URL, OPENAI_MODEL } = model.env;
    const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    running = await startTestServices(services, {
      env: {
        ...host.env,
        ...{ OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY_FILE: join(folder, 'model') },
        ...{ SMTP_URL_FILE: join(folder, 'mail'), MAIL_FROM: 'vault@example.com' },
        ...{ ADMIN_EMAIL: staff.email, ADMIN_PASSWORD: staff.password },
      },
      logger: createLogger({ level: 'info', destination: { write } }),
      secretsEveryMs: 20,
      isDegraded: true,
    });
    await running.get(InitialStaffAccount).created;
  });
  afterAll(async () => {
    await running.stop();
    await Promise.all([host.stop(), model.stop(), mail.stop()]);
    rmSync(folder, { recursive: true });
  });

  async function send(method: string, path: string, body?: object, bearer = token): Promise<Answered> {
    const response = await fetch(`${running.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { ...((await response.json()) as Answered), status: response.status };
  }
  const wrongSettings = async () => {
    const response = await fetch(`${running.url}/readyz`);
    expect(response.status).toBe(200);
    const { degraded } = (await response.json()) as { readonly degraded: readonly string[] };
    return degraded.filter((each) => each.startsWith('Text') || each.startsWith('Mail')).sort();
  };
  const untilWrong = (...expected: string[]) =>
    until(wrongSettings, (wrong) => JSON.stringify(wrong) === JSON.stringify(expected));

  async function sendWebhook(type: string, data: Record<string, unknown>): Promise<void> {
    const { body, signature } = host.webhook(`video.${type}`, data);
    const headers = { 'content-type': 'application/json', 'mux-signature': signature };
    const address = `${running.url}/api/webhooks/mux?key=hook-secret`;
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBeLessThan(300);
  }

  it('are found at the start, and said by the process, in the log once, and to staff', async () => {
    await untilWrong(noMail, noText);
    expect([said(noText), said(noMail)]).toEqual([
      [expect.objectContaining({ level: 50 })],
      [expect.objectContaining({ level: 50 })],
    ]);
    const { data } = await send('POST', '/admin/login', staff);
    const { data: dashboard } = await send('GET', '/admin/dashboard', undefined, data['token'] as string);
    expect([...(dashboard['wrong_settings'] as string[])].sort()).toEqual([noMail, noText]);
  });

  it('are right again when the files are', async () => {
    store('model', 'right');
    store('mail', smtpUrl('right'));
    await untilWrong();
    const count = model.requests.length;
    expect([said(noText).length, said(noMail).length, count, mail.tries]).toEqual([1, 1, 0, 0]);
  });

  it('that become wrong later are said to people who request a text', async () => {
    const names = { firstname: 'Ada', lastname: 'Byron', plan: 'free' };
    const person = { email: 'ada@example.com', password: 'a long pass phrase', ...names };
    token = (await send('POST', '/auth/register', person)).data['token'] as string;
    const { id, uploadId } = (await send('GET', '/muxupload')).data;
    const asset = host.arrive(String(uploadId));
    await sendWebhook('upload.asset_created', { id: asset.upload_id, asset_id: asset.id });
    host.finish(asset);
    host.caption(asset, { vtt });
    await sendWebhook('asset.ready', { id: asset.id, upload_id: asset.upload_id });
    const state = async () => (await send('GET', `/muxvideos/asset/${String(id)}`)).data['state'];
    await until(state, (now) => now === 'ready');
    const summary = () => send('POST', '/muxupload/generate-summary', { passthrough: id });
    expect((await summary()).status).toBe(200);
    model.key = 'rotated';
    expect(await summary()).toMatchObject({
      status: 503,
      msg: 'The summary could not be written. Generated text is switched off by a wrong setting of this server. No tokens were charged. Its administrator can see which one.',
    });
    expect([await wrongSettings(), said(noText).length]).toEqual([[noText], 2]);
    store('model', 'rotated');
    await untilWrong();
    expect((await summary()).status).toBe(200);
  });
});
