import { Table } from './table.ts';

/** Removed assets whose files may still be on the disk. */
export class RemovalTable extends Table<{ assetId: string }> {
  ids(): Set<string> {
    return new Set(this.all('SELECT asset_id FROM removals').map(({ assetId }) => assetId));
  }

  /** Call it in the transaction that removes the asset. */
  add(assetId: string): void {
    this.run('INSERT OR IGNORE INTO removals VALUES (?)', assetId);
  }

  /** Call it when the files are deleted. */
  finish(assetId: string): void {
    this.run('DELETE FROM removals WHERE asset_id = ?', assetId);
  }
}
