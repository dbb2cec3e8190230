import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from './source.ts';

export type Target = { readonly pointer: string } | { readonly problem: string };

/** Resolves the references in one document. */
export class References {
  readonly #root: unknown;
  readonly #anchors = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  /** Schemas with their own address: references inside them are resolved against them. */
  readonly #resources = new Set<string>();

  constructor(root: unknown) {
    this.#root = root;
    this.#index(root, '');
  }

  /** A schema; undefined if the pointer leads nowhere. */
  schemaAt(pointer: string): Json | boolean | undefined {
    const value = valueAt(this.#root, pointer);
    return typeof value === 'boolean' || isJson(value) ? value : undefined;
  }

  /** The target of a `$ref`: only inside the same document. */
  resolve(reference: unknown, at: string): Target {
    if (typeof reference !== 'string') return { problem: 'A reference is a text.' };
    const [address = '', fragment = ''] = reference.split('#', 2);
    const base = address === '' ? this.#resourceAt(at) : this.#ids.get(withoutHash(address));
    if (base === undefined) return { problem: `"${address}" is another document.` };
    const name = decode(fragment);
    const pointer = name === '' || name.startsWith('/') ? base + name : this.#anchors.get(name);
    if (pointer === undefined || this.schemaAt(pointer) === undefined) {
      return { problem: `There is nothing at "${reference}".` };
    }
    return pointer === at ? { problem: 'It leads to itself.' } : { pointer };
  }

  #index(value: unknown, pointer: string): void {
    if (Array.isArray(value)) {
      for (const [index, entry] of (value as readonly unknown[]).entries()) {
        this.#index(entry, joinPointer(pointer, index));
      }
    }
    if (!isJson(value)) return;
    const { $anchor, $id, id } = value;
    if (typeof $anchor === 'string') this.#anchors.set($anchor, pointer);
    for (const address of [$id, this.#isDraft4 ? id : undefined]) {
      if (typeof address === 'string') this.#name(address, pointer);
    }
    for (const [name, member] of Object.entries(value)) {
      if (!VALUES.has(name)) this.#index(member, joinPointer(pointer, name));
    }
  }

  /** Up to draft-07 an address of only a fragment is what later drafts call an anchor. */
  #name(address: string, pointer: string): void {
    const anchor = /^#([^/]+)$/.exec(address)?.[1];
    if (anchor !== undefined) {
      this.#anchors.set(anchor, pointer);
      return;
    }
    if (!this.#ids.has(withoutHash(address))) this.#ids.set(withoutHash(address), pointer);
    this.#resources.add(pointer);
  }

  /** The nearest surrounding schema with its own address, else the document. */
  #resourceAt(at: string): string {
    const around = [...this.#resources].filter((one) => at === one || at.startsWith(`${one}/`));
    return around.sort((a, b) => b.length - a.length)[0] ?? '';
  }

  get #isDraft4(): boolean {
    const schema = isJson(this.#root) ? this.#root['$schema'] : undefined;
    return typeof schema === 'string' && /draft-0[34]\/schema/.test(schema);
  }
}

/** Keywords whose values are not schemas. */
const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);

function withoutHash(address: string): string {
  return address.replace(/#$/, '');
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
