/** How far the current work on an asset or track is; percent 0..100. Kept in memory: after a restart work begins anew. */
export class ProgressBoard {
  private readonly entries = new Map<string, { state: 'ingesting' | 'transcoding'; percent: number }>();

  set(id: string, state: 'ingesting' | 'transcoding', percent: number): void {
    this.entries.set(id, { state, percent: Math.max(0, Math.min(100, percent)) });
  }

  get(id: string): { state: 'ingesting' | 'transcoding'; percent: number } {
    return this.entries.get(id) ?? { state: 'ingesting', percent: 0 };
  }

  clear(id: string): void {
    this.entries.delete(id);
  }
}
