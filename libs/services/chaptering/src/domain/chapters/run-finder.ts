/** Words, or lines, that follow each other. */
interface Node {
  readonly next: Map<string, Node>;
  /** The longest end of this run that is the beginning of a run too. */
  shorter: Node | undefined;
  /** The index after the first place where it stands. */
  firstEnd: number;
}

/** Finds runs in a list in one pass, however many runs there are and however they repeat (Aho and Corasick). */
export class RunFinder {
  private readonly root = newNode();
  /** The last node of each run. */
  private readonly ends: readonly Node[];
  /** The short ones first. */
  private readonly nodes: readonly Node[];

  constructor(private readonly runs: readonly (readonly string[])[]) {
    this.ends = runs.map((run) => run.reduce((node, item) => nextOf(node, item), this.root));
    this.nodes = this.linked();
  }

  /** Where each run stands first; undefined for an empty one, and for one that is not there. */
  firstPlaces(list: readonly (string | undefined)[]): (number | undefined)[] {
    for (const node of this.nodes) node.firstEnd = Infinity;
    this.walk(list, (node, end) => {
      node.firstEnd = Math.min(node.firstEnd, end);
    });
    // Where a run stands, its end does.
    for (const { shorter, firstEnd } of this.nodes.toReversed())
      if (shorter) shorter.firstEnd = Math.min(shorter.firstEnd, firstEnd);
    return this.runs.map((run, index) => {
      const end = this.ends[index]?.firstEnd ?? Infinity;
      return run.length === 0 || end === Infinity ? undefined : end - run.length;
    });
  }

  private walk(list: readonly (string | undefined)[], visit: (node: Node, end: number) => void): void {
    let node = this.root;
    for (const [index, item] of list.entries()) {
      node = item === undefined ? this.root : this.after(node, item);
      visit(node, index + 1);
    }
  }

  private after(node: Node, item: string): Node {
    for (let own: Node | undefined = node; own; own = own.shorter) {
      const next = own.next.get(item);
      if (next) return next;
    }
    return this.root;
  }

  private linked(): Node[] {
    const nodes = [this.root];
    for (const node of nodes)
      for (const [item, next] of node.next) {
        next.shorter = node.shorter ? this.after(node.shorter, item) : this.root;
        nodes.push(next);
      }
    return nodes;
  }
}

/** All places of a run in a list, also those that overlap. */
export function allPlaces(run: readonly string[], list: readonly string[]): number[] {
  /** For each length of a beginning of the run: that of the longest shorter beginning that it ends with. */
  const shorter = [0, 0];
  const lengthWith = (length: number, item: string | undefined): number => {
    let own = length;
    while (own > 0 && (own === run.length || run[own] !== item)) own = shorter[own] ?? 0;
    return run[own] === item ? own + 1 : 0;
  };
  for (let length = 1; length < run.length; length += 1)
    shorter.push(lengthWith(shorter[length] ?? 0, run[length]));
  const places: number[] = [];
  let length = 0;
  for (const [index, item] of list.entries()) {
    length = lengthWith(length, item);
    if (length === run.length && length > 0) places.push(index + 1 - length);
  }
  return places;
}

function newNode(): Node {
  return { next: new Map(), shorter: undefined, firstEnd: Infinity };
}

function nextOf(node: Node, item: string): Node {
  const next = node.next.get(item) ?? newNode();
  node.next.set(item, next);
  return next;
}
