import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, loadAll, loadConfig } from './load-config.ts';

const schema = z.object({
  PORT: z.coerce.number().int().default(5000),
  TOKEN: z.string().min(3),
  MODE: z.enum(['a', 'b']),
});

describe(loadConfig, () => {
  it('reads values and takes defaults for what is unset or empty', () => {
    expect(loadConfig(schema, { PORT: '', TOKEN: 'abc', MODE: 'a' })).toEqual({
      PORT: 5000,
      TOKEN: 'abc',
      MODE: 'a',
    });
  });

  it('names every problem at once', () => {
    const attempt = () => loadConfig(schema, { PORT: 'many', TOKEN: 'x', MODE: 'c' });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(/PORT[\s\S]*TOKEN[\s\S]*MODE/);
    expect(() => loadConfig(schema, { TOKEN: '', MODE: 'a' })).toThrow(/- TOKEN: must be set$/);
  });

  it('reads a secret from the file that X_FILE names', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'token');
    writeFileSync(path, 'from-a-file\n');
    expect(loadConfig(schema, { TOKEN_FILE: path, MODE: 'a' }).TOKEN).toBe('from-a-file');
    expect(() => loadConfig(schema, { TOKEN_FILE: path, TOKEN: 'both', MODE: 'a' })).toThrow(/keep one/);
    expect(() => loadConfig(schema, { TOKEN_FILE: `${path}-gone`, MODE: 'a' })).toThrow(/TOKEN_FILE/);
    writeFileSync(path, '\n');
    expect(() => loadConfig(schema, { TOKEN_FILE: path, MODE: 'a' })).toThrow(/TOKEN_FILE: .*token is empty/);
  });
});

describe('secrets', () => {
  it('are never quoted, even by a schema whose message quotes the refused value', () => {
    const quoting = z.object({
      KEYS: z.string().transform((text, context) => {
        context.addIssue({ code: 'custom', message: `"${text}" is no key` });
      }),
    });
    const attempt = () => loadConfig(quoting, { KEYS: 'hunter2-hunter2' });
    expect(attempt).toThrow(/KEYS: "\[hidden\]" is no key/);
    expect(attempt).not.toThrow(/hunter2/);
  });

  it('that are missing are reported together with all other problems', () => {
    const env = { TOKEN_FILE: '/nowhere/token', MODE: 'c' };
    expect(() => loadConfig(schema, env)).toThrow(/TOKEN_FILE[\s\S]*MODE/);
    expect(() => loadConfig(schema, env)).not.toThrow(/TOKEN: /);
  });
});

describe(loadAll, () => {
  it('reports the problems of all configurations together, each once', () => {
    const attempt = () => loadAll({ one: schema, two: schema.extend({ OTHER: z.string() }) }, { MODE: 'a' });
    expect(attempt).toThrow(/TOKEN[\s\S]*OTHER/);
    try {
      attempt();
    } catch (error) {
      expect((error as ConfigError).problems).toHaveLength(2);
    }
  });
});
