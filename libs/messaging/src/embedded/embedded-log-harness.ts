import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventBusHarness } from '../events/contract/bus-fixture.ts';
import type { EmbeddedLogOptions } from './embedded-log.ts';
import { EmbeddedLog } from './embedded-log.ts';

/** An embedded log in its own folder. */
export interface EmbeddedLogHarness extends EventBusHarness {
  bus: EmbeddedLog;
  /** The file of the current bus. */
  file: string;
}

/** Opens an embedded log for a test. */
export function openEmbeddedLog(options: Partial<EmbeddedLogOptions> = {}): EmbeddedLogHarness {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-log-'));
  const old: Promise<void>[] = [];
  const open = (file: string) => new EmbeddedLog({ closeTimeout: 200, ...options, file });
  const file = join(folder, 'log.sqlite');
  const harness: EmbeddedLogHarness = {
    file,
    bus: open(file),
    createTopic: () => Promise.resolve(`topic-${randomUUID()}`),
    publishRaw(topic, key, text) {
      insertRaw(harness.file, topic, key, text);
      return Promise.resolve();
    },
    async restart() {
      await harness.bus.close();
      harness.bus = open(harness.file);
    },
    // A killed process leaves its files as they are at that moment.
    crash() {
      const snapshot = join(folder, `${randomUUID()}.sqlite`);
      for (const end of ['', '-wal']) {
        if (existsSync(harness.file + end)) copyFileSync(harness.file + end, snapshot + end);
      }
      // Later writes of the old bus are not in the snapshot.
      old.push(harness.bus.close());
      harness.file = snapshot;
      harness.bus = open(snapshot);
      return Promise.resolve();
    },
    async dispose() {
      await Promise.all([harness.bus.close(), ...old]);
      rmSync(folder, { recursive: true });
    },
  };
  return harness;
}

function insertRaw(file: string, topic: string, key: string, text: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('BEGIN IMMEDIATE');
  const claim = database.prepare(
    'INSERT INTO topics VALUES (?, 1) ON CONFLICT DO UPDATE SET next_offset = next_offset + 1 RETURNING next_offset',
  );
  const offset = Number(claim.get(topic)?.next_offset) - 1;
  database.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?)').run(topic, offset, key, text, Date.now());
  database.exec('COMMIT');
  database.close();
}
