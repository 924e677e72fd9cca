import { Inject, Injectable } from '@nestjs/common';
import { containsText, STORE } from '@vault/platform';
import type { Connection, Model, QueryFilter } from 'mongoose';
import type { HistoryQuery } from './history-request.ts';
import type { OperationDocument } from './operation.schema.ts';

/** What a history does not show, and would be as long as what it does. */
const omitted = { written: 0, commandIds: 0 } as const;
export type PastOperation = Omit<OperationDocument, keyof typeof omitted>;

/** UTF-16 units of text: with what is around them they stay below the 16 MiB of one answer, in any script. */
const mostText = 4_500_000;
const readAtOnce = 100;

/** The operations of one owner, for reading. */
@Injectable()
export class HistoryRepository {
  private readonly model: Model<OperationDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<OperationDocument>('Operation');
  }

  /** As many as are asked for; fewer when their texts are longer than one answer may be. */
  async page(query: HistoryQuery): Promise<PastOperation[]> {
    const { order, skip, limit } = query;
    const found = this.model.find(filterOf(query)).sort(order).skip(skip).limit(limit).select(omitted);
    const page: PastOperation[] = [];
    let length = 0;
    for await (const operation of found.lean<PastOperation[]>().cursor({ batchSize: readAtOnce })) {
      const { systemPrompt, contextPrompt, customPrompt, resultString } = operation;
      const texts = [systemPrompt, contextPrompt, customPrompt, resultString];
      length += texts.reduce((sum, { length: own }) => sum + own, 0);
      if (page.length > 0 && length > mostText) break;
      page.push(operation);
    }
    return page;
  }

  /** All that match, whatever the page. */
  count(query: HistoryQuery): Promise<number> {
    return this.model.countDocuments(filterOf(query)).exec();
  }
}

function filterOf({ ownerId, text }: HistoryQuery): QueryFilter<OperationDocument> {
  if (text === '') return { ownerId };
  const part = containsText(text);
  // A result is shown only once it counts.
  const result = { state: 'done', resultString: part } as const;
  const prompts = [{ systemPrompt: part }, { contextPrompt: part }, { customPrompt: part }];
  return { ownerId, $or: [...prompts, result] };
}
