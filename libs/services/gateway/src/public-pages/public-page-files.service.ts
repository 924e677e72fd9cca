import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@vault/base';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { MemoryFile } from '../http/memory-file.ts';
import {
  contentTypes,
  fontFiles,
  fontPath,
  fontStyles,
  PageFiles,
  readPageFile,
} from '../http/page-files.ts';
import { cached } from './cached.ts';

const folder = '/site';
const own = new URL('./files/', import.meta.url);
const plainScripts = ['player.js', 'notice.js'];
/** Only a client chooses an address of the product that is not configured. */
const embedScripts = 10;
/** Scripts that import others, by their names: the paths of files contain hashes. */
const scripts = ['moment.js', 'portal.js'];

/** Styles and scripts of public pages. */
@Injectable()
export class PublicPageFilesService {
  private reading: Promise<PageFiles> | undefined;
  private readonly embedding = new LRUCache<string, Promise<MemoryFile>>({ max: embedScripts });

  constructor(@Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'WEB_DIR'>) {}

  /** The script that other sites include, also as a part of their own files. @param origin of the product */
  embedScript(origin: string): Promise<MemoryFile> {
    return cached(this.embedding, origin, async () => {
      const text = await readFile(new URL('embed.js', own), 'utf8');
      return new MemoryFile(
        Buffer.from(text.replace("'{{origin}}'", () => JSON.stringify(origin))),
        contentTypes.js,
      );
    });
  }

  read(): Promise<PageFiles> {
    return (this.reading ??= this.readAll());
  }

  private async readAll(): Promise<PageFiles> {
    const hls = new URL('./', import.meta.resolve('hls.js'));
    const styles = ['base.css', 'moment.css', 'portal.css'].map((name) => readPageFile(name, own));
    const imported = new Map([
      ['fonts.css', await fontStyles(this.config.WEB_DIR)],
      ...(await Promise.all([...styles, ...plainScripts.map((name) => readPageFile(name, own))])),
      await readPageFile('hls.light.min.mjs', hls),
    ]);
    const files = new PageFiles(folder, imported);
    const importing = scripts.map(async (name): Promise<[string, MemoryFile]> => {
      const text = await readFile(new URL(name, own), 'utf8');
      const filled = text.replaceAll(/'\.\/([\w-]+\.js)'/g, (_, file: string) => `'${files.pathOf(file)}'`);
      return [name, new MemoryFile(Buffer.from(filled), contentTypes.js)];
    });
    const fonts = [...(await fontFiles(this.config.WEB_DIR)).values()].map(fontPath);
    return new PageFiles(folder, new Map([...imported, ...(await Promise.all(importing))]), fonts);
  }
}
