import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@vault/base';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { MemoryFile } from '../http/memory-file.ts';
import { ShareCards, type ShareCard } from './share-cards.ts';

/** The pictures that other sites show beside links to public pages. */
@Injectable()
export class ShareCardsService {
  private loading: Promise<ShareCards> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'WEB_DIR'>) {}

  /** @throws {AppError} unavailable, too-many-requests when too many are waiting */
  async draw(card: ShareCard, visitor: string): Promise<MemoryFile> {
    const cards = await (this.loading ??= ShareCards.load(this.config.WEB_DIR));
    return new MemoryFile(await cards.draw(card, visitor), 'image/png');
  }
}
