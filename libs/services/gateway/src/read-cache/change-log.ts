const maxRemembered = 10_000;

/**
 * Remembers which users and videos have changed, in bounded memory. A value that was read before a change of one of its
 * ids is outdated.
 */
export class ChangeLog {
  /** The number of the last change by id, oldest first. */
  private readonly lastById = new Map<string, number>();
  private count = 0;
  /** Changes up to this number are forgotten: what was read before counts as outdated. */
  private forgotten = 0;

  /** The number of changes so far: take it before a read, and compare with {@link hasChanged}. */
  get sequence(): number {
    return this.count;
  }

  add(id: string): void {
    this.count += 1;
    this.lastById.delete(id);
    this.lastById.set(id, this.count);
    if (this.lastById.size <= maxRemembered) return;
    const [oldest] = this.lastById;
    if (!oldest) return;
    this.lastById.delete(oldest[0]);
    this.forgotten = oldest[1];
  }

  /** Whether one of the ids has changed since {@link sequence} had the given value. */
  hasChanged(ids: readonly string[], since: number): boolean {
    return this.forgotten > since || ids.some((id) => (this.lastById.get(id) ?? 0) > since);
  }
}
