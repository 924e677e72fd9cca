import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { containsText } from '@vault/store';
import type { Model, QueryFilter } from 'mongoose';
import type { HistoryQuery } from './history-request.ts';
import type { OperationDocument } from './operation.schema.ts';

/** Fields that the history does not show; they can be as large as the others. */
const omitted = { generated: 0, commandIds: 0 } as const;
export type PastOperation = Omit<OperationDocument, keyof typeof omitted>;

/** In UTF-16 units: in any script, the answer stays below 16 MiB. */
const maxTextLength = 4_500_000;
const cursorBatchSize = 100;

/** The operations of one owner, for reading. */
@Injectable()
export class HistoryRepository {
  constructor(@InjectModel('Operation', 'chaptering') private readonly model: Model<OperationDocument>) {}

  /** The requested page; shorter when its texts exceed the maximum size of one answer. */
  async page(query: HistoryQuery): Promise<PastOperation[]> {
    const { order, skip, limit } = query;
    const found = this.model.find(filterOf(query)).sort(order).skip(skip).limit(limit).select(omitted);
    const page: PastOperation[] = [];
    let length = 0;
    for await (const operation of found.lean<PastOperation[]>().cursor({ batchSize: cursorBatchSize })) {
      const { systemPrompt, contextPrompt, customPrompt, resultString } = operation;
      const texts = [systemPrompt, contextPrompt, customPrompt, resultString];
      length += texts.reduce((sum, { length: own }) => sum + own, 0);
      if (page.length > 0 && length > maxTextLength) break;
      page.push(operation);
    }
    return page;
  }

  /** All that match, on any page. */
  count(query: HistoryQuery): Promise<number> {
    return this.model.countDocuments(filterOf(query)).exec();
  }
}

function filterOf({ ownerId, text }: HistoryQuery): QueryFilter<OperationDocument> {
  if (text === '') return { ownerId };
  const part = containsText(text);
  // Results are shown only for operations that are done.
  const result = { state: 'done', resultString: part } as const;
  const prompts = [{ systemPrompt: part }, { contextPrompt: part }, { customPrompt: part }];
  return { ownerId, $or: [...prompts, result] };
}
