import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@vault/base';
import type { MemoryFile } from '@vault/platform/http';
import type { SiteConfig } from '../config/site.config.ts';
import { fontFiles, fontPath, fontStyles, PageFiles, readPageFile, textFile } from './page-files.ts';

const own = new URL('./browser/', import.meta.url);
/** A script may import those before it, by their names: the paths of files contain hashes. */
const names = ['base.css', 'moment.css', 'portal.css', 'player.js', 'notice.js', 'moment.js', 'portal.js'];

/** Styles and scripts of public pages. */
@Injectable()
export class SiteFilesService {
  private reading: Promise<PageFiles> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Pick<SiteConfig, 'WEB_DIR'>) {}

  /** The script that other sites include, also as a part of their own files. @param origin of the product */
  async embedScript(origin: string): Promise<MemoryFile> {
    const text = await readFile(new URL('embed.js', own), 'utf8');
    return textFile(
      'embed.js',
      text.replace("'{{origin}}'", () => JSON.stringify(origin)),
    );
  }

  read(): Promise<PageFiles> {
    return (this.reading ??= this.readAll());
  }

  private async readAll(): Promise<PageFiles> {
    const hls = new URL('./', import.meta.resolve('hls.js'));
    const read = new Map([
      ['fonts.css', await fontStyles(this.config.WEB_DIR)],
      await readPageFile('hls.light.min.mjs', hls),
    ]);
    const fonts = [...(await fontFiles(this.config.WEB_DIR)).values()].map(fontPath);
    const files = new PageFiles('/site', read, fonts);
    for (const name of names) {
      const text = await readFile(new URL(name, own), 'utf8');
      const filled = text.replaceAll(/'\.\/([\w-]+\.js)'/g, (_, file: string) => `'${files.pathOf(file)}'`);
      read.set(name, textFile(name, filled));
    }
    return files;
  }
}
