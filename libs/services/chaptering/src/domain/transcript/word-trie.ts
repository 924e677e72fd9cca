interface Node<Value> {
  readonly next: Map<string, Node<Value>>;
  /** Of the words that end here. */
  value?: Value;
}

/** Values by runs of words, which are found word by word. */
export class WordTrie<Value> {
  private readonly root: Node<Value> = { next: new Map() };

  /** The first value of some words stays. */
  add(words: readonly string[], value: Value): void {
    let node = this.root;
    for (const word of words) {
      const next = node.next.get(word) ?? { next: new Map() };
      node.next.set(word, next);
      node = next;
    }
    node.value ??= value;
  }

  /** Starts before the first word. */
  walk(): TrieWalk<Value> {
    return new TrieWalk(this.root);
  }
}

/** A place in a trie, after some words. */
export class TrieWalk<Value> {
  constructor(private node: Node<Value> | undefined) {}

  /** Whether no words begin with those before. */
  get isOver(): boolean {
    return this.node === undefined;
  }

  /** The value of the words before and this one. */
  valueWith(word: string): Value | undefined {
    return this.node?.next.get(word)?.value;
  }

  step(word: string): void {
    this.node = this.node?.next.get(word);
  }
}
