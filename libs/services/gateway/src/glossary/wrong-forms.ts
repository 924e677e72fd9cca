import { wordingOf, type NewGlossaryTerm } from '@vault/contracts';

interface Form {
  readonly text: string;
  readonly folded: string;
  readonly exact: string;
}

/** The wrong forms of a term, each once: which forms are the same depends on whether the case counts. */
export class WrongForms {
  isCaseSensitive: boolean;
  private forms: Form[] = [];
  private readonly keys = new Set<string>();

  constructor({ wrongForms, isCaseSensitive }: Pick<NewGlossaryTerm, 'wrongForms' | 'isCaseSensitive'>) {
    this.isCaseSensitive = isCaseSensitive;
    wrongForms.map(toForm).forEach((form) => this.addForm(form));
  }

  get texts(): string[] {
    return this.forms.map(({ text }) => text);
  }

  get size(): number {
    return this.forms.length;
  }

  /** @param isCaseSensitive undefined: as before */
  add(texts: readonly string[], isCaseSensitive = this.isCaseSensitive): void {
    if (isCaseSensitive !== this.isCaseSensitive) {
      const before = this.forms;
      this.isCaseSensitive = isCaseSensitive;
      this.forms = [];
      this.keys.clear();
      before.forEach((form) => this.addForm(form));
    }
    texts.map(toForm).forEach((form) => this.addForm(form));
  }

  private addForm(form: Form): void {
    const key = this.isCaseSensitive ? form.exact : form.folded;
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.forms.push(form);
  }
}

function toForm(text: string): Form {
  const { folded, exact } = wordingOf(text);
  return { text, folded, exact };
}
